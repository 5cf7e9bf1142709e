import Formats
import HeadlessPlayback
import Scenarios
import VirtualTime

extension RunRecord {
    /// An event that reports an error to the app, and the error.
    typealias ErrorEvent = (happening: Happening, error: ReportedError)

    /// The events that report errors to the app, in order.
    var errorEvents: [ErrorEvent] {
        exemplars.compactMap { happening in happening.error.map { (happening, $0) } }
    }

    /// Returns a defect for each expected event that does not occur in the given order.
    ///
    /// Other events may occur in between. After a missing event, the search for the next expected
    /// event continues from the same position.
    func order(_ patterns: [EventPattern]) -> [Defect] {
        var last: Happening?
        var defects: [Defect] = []
        for (pattern, match) in zip(patterns, happenings.matches(inOrder: patterns)) {
            if let match {
                last = match
                continue
            }
            let place = last.map { "after line \($0.line)" } ?? "in the whole trace"
            let happening = last
            defects.append(defect(expected: "\(pattern)", found: "none \(place)", at: happening))
        }
        return defects
    }

    /// Returns a defect if the number of matching events is outside a range.
    func count(_ pattern: EventPattern, _ range: ClosedRange<Int>) -> [Defect] {
        let fitting = happenings.filter { pattern.fits($0) }
        guard !range.contains(fitting.count) else {
            return fitting.isEmpty ? pattern.unobserved(in: self) : []
        }
        // The defect is shown at the first matching event above the permitted number, or at the
        // last matching event if there are too few.
        let place =
            fitting.count > range.upperBound ? fitting[range.upperBound] : fitting.last
        return [
            defect(
                expected: "\(pattern) \(range.words)",
                found: (fitting.count...fitting.count).words, at: place)
        ]
    }

    /// Returns a defect for each event that matches a forbidden pattern.
    func never(_ pattern: EventPattern) -> [Defect] {
        pattern.unobserved(in: self)
            + happenings.filter { pattern.fits($0) }.map { happening in
                defect(
                    expected: "never \(pattern)", found: "line \(happening.line)", at: happening)
            }
    }

    /// Returns a defect if the latest reported duration is not the expected one.
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

    /// Returns a defect for each video that is not played to its end.
    ///
    /// If `isExpected` is `false`, the result is instead one defect if all videos are played to
    /// their end.
    func end(_ isExpected: Bool) -> [Defect] {
        let open = sessions.filter { !$0.ledger.hasEnded }
        let unplayed = skippedVideos + droppedVideos.map(\.video) + waitingVideos
        guard isExpected else {
            guard !sessions.isEmpty, open.isEmpty, unplayed.isEmpty else { return [] }
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
        } + unplayed.map { defect(expected: "\($0.words) ends", found: "it has no session") }
    }
}

extension FoldedList<Happening> {
    /// Returns, for each pattern in order, the next event that matches it; `nil` if none does.
    func matches(inOrder patterns: [EventPattern]) -> [Happening?] {
        var rest = self[...]
        return patterns.map { pattern in
            guard let place = rest.firstIndex(where: { pattern.fits($0) }) else { return nil }
            let match = rest[place]
            rest = rest[(place + 1)...]
            return match
        }
    }
}
