import Formats
import HeadlessPlayback
import Scenarios

extension RunRecord {
    /// Returns the defects of an order of events, possibly with others in between.
    ///
    /// A missing event is skipped, and the search for the next continues at the same position.
    func order(_ patterns: [EventPattern]) -> [Defect] {
        var rest = happenings[...]
        var last: Happening?
        var defects: [Defect] = []
        for pattern in patterns {
            if let place = rest.firstIndex(where: { pattern.fits($0) }) {
                last = rest[place]
                rest = rest[(place + 1)...]
                continue
            }
            let place = last.map { "after line \($0.line)" } ?? "in the whole trace"
            let happening = last
            defects.append(defect(expected: "\(pattern)", found: "none \(place)", at: happening))
        }
        return defects
    }

    /// Returns the defect of an event's number of occurrences.
    func count(_ pattern: EventPattern, _ range: ClosedRange<Int>) -> [Defect] {
        let fitting = happenings.filter { pattern.fits($0) }
        guard !range.contains(fitting.count) else { return [] }
        // The first surplus element, or the last one if there are too few.
        let place =
            fitting.count > range.upperBound ? fitting[range.upperBound] : fitting.last
        return [
            defect(
                expected: "\(pattern) \(range.words)",
                found: (fitting.count...fitting.count).words, at: place)
        ]
    }

    /// Returns the defect of a forbidden event.
    func never(_ pattern: EventPattern) -> [Defect] {
        happenings.filter { pattern.fits($0) }.map { happening in
            defect(expected: "never \(pattern)", found: "line \(happening.line)", at: happening)
        }
    }

    /// Returns the defect of the latest duration.
    func duration(_ expected: MediaTime, _ tolerance: MediaTime) -> [Defect] {
        var last: (happening: Happening, duration: MediaTime)?
        for happening in exemplars {
            if case .event(.didChangeDuration(let duration)) = happening.kind {
                last = (happening, duration)
            }
        }
        guard let (happening, found) = last else {
            return [defect(expected: "duration \(expected)", found: "none")]
        }
        if found == expected { return [] }
        let isFinite = !found.isIndefinite && !expected.isIndefinite
        if isFinite, max(found - expected, expected - found) <= tolerance { return [] }
        return [
            defect(
                expected: "duration \(expected) ± \(tolerance)",
                found: found.isIndefinite ? "\(found)" : "\(SecondsText(found.seconds))",
                at: happening)
        ]
    }

    /// Returns the defects of playing every video, or not every one, to its end.
    func end(_ isExpected: Bool) -> [Defect] {
        let open = sessions.filter { !$0.ledger.hasEnded }
        guard isExpected else {
            guard !sessions.isEmpty, open.isEmpty else { return [] }
            return [
                defect(
                    expected: "a video that is not played to its end", found: "all are",
                    at: happenings.last { $0.lifecycle?.type == .end })
            ]
        }
        if sessions.isEmpty { return [defect(expected: "a video", found: "none was played")] }
        return open.map { session in
            defect(
                expected: "session \(session.number) ends", found: "it does not",
                at: lastHappening(of: session.number))
        }
    }

    /// Returns the defects of a complete list of errors, in order.
    func errors(_ expected: [ExpectedError]) -> [Defect] {
        let told = exemplars.compactMap { happening in
            happening.error.map { (happening: happening, error: $0) }
        }
        let pairs = SequencePairing(expected.count, told.count) { place, other in
            let error = told[other].error
            return expected[place].code == error.code
                && expected[place].domain ?? error.domain == error.domain
                && expected[place].text.map { "\(error)".contains($0) } ?? true
        }
        return pairs.unequal.map { place, other in
            let none = expected.isEmpty ? "no error" : "no more errors"
            let words = place.map { expected[$0].words } ?? none
            guard let (happening, error) = other.map({ told[$0] }) else {
                return defect(
                    expected: words, found: "no such error", at: told.last?.happening)
            }
            let found = "\(error.domain) \(error.code): \(PlaceText.cut("\(error)"))"
            return defect(expected: words, found: found, at: happening)
        }
    }
}
