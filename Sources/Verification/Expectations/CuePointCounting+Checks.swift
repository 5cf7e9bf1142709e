import HeadlessPlayback

extension CuePointCounting {
    /// What is wrong when every cue point is to be passed as often as the playhead comes over it;
    /// once each where nobody seeks back.
    func everyOnce(_ record: RunRecord) -> Failure? {
        if let (happening, point) = strangers.first {
            return record.failure(
                expected: "cue points of the video", found: point.words, at: happening)
        }
        var wrong: [(session: Int, count: CuePointCount)] = []
        for session in record.sessions {
            wrong += (counts[session.number] ?? []).filter { !$0.isRight }
                .map { (session.number, $0) }
        }
        guard let (session, first) = wrong.first else {
            return emptiness(record)
        }
        let more = wrong.count > 1 ? " (and \(wrong.count - 1) more are wrong)" : ""
        return record.failure(
            expected: "session \(session): \(first.point.words) is passed"
                + " \((first.expected...first.expected).words)",
            found: "\((first.found...first.found).words)\(more)",
            at: record.moment(of: first.point, in: session))
    }

    /// An expectation that nothing could have broken says nothing.
    private func emptiness(_ record: RunRecord) -> Failure? {
        guard counts.values.allSatisfy(\.isEmpty) else { return nil }
        return record.failure(expected: "videos with cue points", found: "none has any")
    }

    /// What is wrong when exactly these cue points are to be passed.
    func exactly(
        _ expected: [ExpectedCuePoint], _ tolerance: MediaTime, _ record: RunRecord
    ) -> Failure? {
        for index in 0..<max(expected.count, passed.count) {
            let number = "cue point \(index + 1)"
            guard index < passed.count else {
                return record.failure(
                    expected: "\(number): \(expected[index].words)", found: "none follows",
                    at: passed.last?.happening)
            }
            let (happening, point) = passed[index]
            guard index < expected.count else {
                return record.failure(
                    expected: "\(expected.count) cue points",
                    found: "one more: \(point.words)", at: happening)
            }
            guard expected[index].fits(point, tolerance) else {
                return record.failure(
                    expected: "\(number): \(expected[index].words)", found: point.words,
                    at: happening)
            }
        }
        return nil
    }

    /// What is wrong when no cue point is to be passed.
    func none(_ record: RunRecord) -> Failure? {
        passed.first.map { happening, point in
            record.failure(expected: "no cue point", found: point.words, at: happening)
        }
    }
}

extension RunRecord {
    /// When the playhead came to a cue point, or would have.
    fileprivate func moment(of point: CuePoint, in session: Int) -> Happening? {
        let events = happenings.lazy.filter { $0.session == session && $0.line > 0 }
        let moment = events.first { happening in
            switch (point.position, happening.progress) {
            case (.time(let time), .at(let progress)): progress >= time
            case (.after, .ended): true
            case (.before, .at): true
            default: false
            }
        }
        return moment ?? lastHappening(of: session)
    }
}

extension ExpectedCuePoint {
    /// Whether a cue point is the expected one.
    func fits(_ point: CuePoint, _ tolerance: MediaTime) -> Bool {
        if let name, name != point.name { return false }
        if let type, type != point.type { return false }
        guard case .time(let expected) = position, case .time(let found) = point.position else {
            return position == point.position
        }
        return max(found - expected, expected - found) <= tolerance
    }

    /// The cue point in a few words.
    var words: String {
        var point = CuePoint(position: position, type: type ?? "")
        if let name { point.name = name }
        return point.words
    }
}
