import HeadlessPlayback
import Scenarios

extension CuePointCounting {
    /// Returns the defects of a run in which each cue point should have a given number of reports.
    ///
    /// - Parameters:
    ///   - record: The run.
    ///   - times: Returns the expected number of reports of a cue point.
    /// - Returns: The defects; empty when there are none.
    func every(_ record: RunRecord, times: (CuePointCount) -> Int) -> [Defect] {
        var defects = strangers.map { happening, point in
            record.defect(expected: "cue points of the video", found: point.words, at: happening)
        }
        for session in record.sessions {
            let all = counts[session.number] ?? []
            for count in all where count.found == times(count) && count.isAfterEnd {
                // A missing report is not a defect if the cue point is after the end of the video.
                guard count.found > 0 else { continue }
                defects.append(
                    record.defect(
                        expected:
                            "session \(session.number): \(count.point.words) is in the video",
                        found: "it is after the end, and is reported there",
                        at: record.moment(of: count.point, in: session.number)))
            }
            for count in all where count.found != times(count) {
                let expected = times(count)
                defects.append(
                    record.defect(
                        expected: "session \(session.number): \(count.point.words) is passed"
                            + " \((expected...expected).words)",
                        found: (count.found...count.found).words,
                        at: record.moment(of: count.point, in: session.number)))
            }
        }
        defects += record.unlistedBreaks(besides: counts) + record.lostMarks
        // An expectation that has no reports to compare could never fail, so it is itself a defect.
        let all = counts.values.joined()
        if defects.isEmpty, all.allSatisfy({ times($0) == 0 }) {
            defects = [
                all.isEmpty
                    ? record.defect(expected: "videos with cue points", found: "none has any")
                    : record.defect(expected: "a cue point that is passed", found: "none is passed")
            ]
        }
        return defects
    }

    /// Returns the differences between the reported cue points and a complete expected list.
    func exactly(
        _ expected: [ExpectedCuePoint], _ tolerance: MediaTime, _ record: RunRecord
    ) -> [Defect] {
        let pairs = SequencePairing(expected.count, passed.count) {
            expected[$0].fits(passed[$1].point, tolerance)
        }
        return pairs.unequal.map { place, other in
            let words = place.map { "cue point \($0 + 1): \(expected[$0].words)" }
            let found = other.map { passed[$0] }
            guard let words else {
                return record.defect(
                    expected: expected.count.counted("cue point"),
                    found: "one more: \(found?.point.words ?? "")", at: found?.happening)
            }
            guard let found else {
                return record.defect(
                    expected: words, found: "it is not passed", at: passed.last?.happening)
            }
            let distance = place.flatMap { expected[$0].distanceInWords(of: found.point) }
            let types = place.flatMap { expected[$0].typesInWords(of: found.point) }
            return record.defect(
                expected: words + (types?.expected ?? ""),
                found: found.point.words + (distance ?? "") + (types?.found ?? ""),
                at: found.happening)
        }
    }

    /// Returns a defect for each reported cue point, for a run that should not report any.
    func none(_ record: RunRecord) -> [Defect] {
        passed.map { happening, point in
            record.defect(expected: "no cue point", found: point.words, at: happening)
        }
    }
}

extension RunRecord {
    /// Returns the first progress event of a session at a cue point or after it.
    ///
    /// For a cue point before the start of the media, this is the first progress event with a
    /// position. For a cue point after the end of the media, it is the progress event that reports
    /// the end of the media. If there is no such event, the result is the last event of the
    /// session.
    fileprivate func moment(of point: CuePoint, in session: Int) -> Happening? {
        let events = happenings.lazy.filter { $0.session == session && $0.line > 0 }
        let moment = events.first { happening in
            switch (point.position, happening.progress) {
            case (.time(let time), .at(let progress)): progress >= time
            case (.time, .ended), (.after, .ended): true
            case (.before, .at): true
            default: false
            }
        }
        return moment ?? lastHappening(of: session)
    }
}

extension ExpectedCuePoint {
    /// Returns whether a cue point matches this expected cue point.
    func fits(_ point: CuePoint, _ tolerance: MediaTime) -> Bool {
        if let name, name != point.name { return false }
        if let type, type != point.type { return false }
        guard case .time(let expected) = position, case .time(let found) = point.position else {
            return position == point.position
        }
        return max(found - expected, expected - found) <= tolerance
    }

    /// Returns the difference from a cue point's time, in words, if both times have the same text.
    ///
    /// The result is `nil` if the times are equal or have different texts, or if a position is not
    /// a time.
    fileprivate func distanceInWords(of point: CuePoint) -> String? {
        guard case .time(let expected) = position, case .time(let found) = point.position,
            expected != found, expected.description == found.description
        else { return nil }
        let distance = max(found - expected, expected - found)
        let nanoseconds = distance.value(timescale: 1_000_000_000)
        return ", \(nanoseconds) ns \(found > expected ? "later" : "earlier")"
    }

    /// Returns both types in words if they differ from each other and a name stands in their place.
    fileprivate func typesInWords(of point: CuePoint) -> (expected: String, found: String)? {
        guard let type, type != point.type else { return nil }
        func words(_ type: String, _ name: String?) -> String {
            guard name != nil else { return "" }
            return type.isEmpty ? " without a type" : " of type \(type)"
        }
        return (words(type, name), words(point.type, point.name))
    }

    /// The cue point in a few words.
    var words: String {
        var point = CuePoint(position: position, type: type ?? "")
        if let name { point.name = name }
        return point.words
    }
}
