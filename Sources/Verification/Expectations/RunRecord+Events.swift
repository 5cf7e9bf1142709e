import HeadlessPlayback

extension RunRecord {
    /// What is wrong when events are to be told in an order; others may lie between them.
    func order(_ patterns: [EventPattern]) -> Failure? {
        var rest = patterns[...]
        var last: Happening?
        for happening in happenings {
            guard let next = rest.first else { break }
            guard next.fits(happening) else { continue }
            rest = rest.dropFirst()
            last = happening
        }
        guard let missing = rest.first else { return nil }
        let place = last.map { "after line \($0.line)" } ?? "in the whole trace"
        return failure(expected: "\(missing)", found: "none \(place)", at: last)
    }

    /// What is wrong when an event is to be told so many times.
    func count(_ pattern: EventPattern, _ range: ClosedRange<Int>) -> Failure? {
        let fitting = happenings.filter { pattern.fits($0) }
        guard !range.contains(fitting.count) else { return nil }
        // The first that is too many, or the last of too few.
        let place =
            fitting.count > range.upperBound ? fitting[range.upperBound] : fitting.last
        return failure(
            expected: "\(pattern) \(range.words)",
            found: (fitting.count...fitting.count).words, at: place)
    }

    /// What is wrong when an event is never to be told.
    func never(_ pattern: EventPattern) -> Failure? {
        happenings.first { pattern.fits($0) }.map { happening in
            failure(expected: "never \(pattern)", found: "line \(happening.line)", at: happening)
        }
    }

    /// What is wrong when the duration told last is to be this one.
    func duration(_ expected: MediaTime, _ tolerance: MediaTime) -> Failure? {
        var last: (happening: Happening, seconds: Double)?
        for happening in happenings {
            if case .event(.didChangeDuration(let seconds)) = happening.kind {
                last = (happening, seconds)
            }
        }
        guard let last else { return failure(expected: "duration \(expected)", found: "none") }
        // Seconds that were ticks are off by less than a tick.
        guard let found = MediaTime(seconds: last.seconds),
            max(found - expected, expected - found) <= tolerance
        else {
            return failure(
                expected: "duration \(expected) ± \(tolerance)",
                found: "\(SecondsText(last.seconds))", at: last.happening)
        }
        return nil
    }

    /// What is wrong when every video is to be played to its end, or not every one.
    func end(_ isExpected: Bool) -> Failure? {
        let open = sessions.first { !$0.ledger.hasEnded }
        let haveAllEnded = !sessions.isEmpty && open == nil
        guard haveAllEnded != isExpected else { return nil }
        guard isExpected else {
            return failure(
                expected: "a video that is not played to its end", found: "all are",
                at: happenings.last { $0.lifecycle?.type == .end })
        }
        guard let open else { return failure(expected: "a video", found: "none was played") }
        return failure(
            expected: "session \(open.number) ends", found: "it does not",
            at: lastHappening(of: open.number))
    }

    /// What is wrong when errors are to be told, in this order and no others.
    func errors(_ expected: [ExpectedError]) -> Failure? {
        let told = happenings.compactMap { happening in
            happening.lifecycle?.error.map { (happening, $0) }
        }
        for index in 0..<max(told.count, expected.count) {
            guard index < told.count else {
                return failure(
                    expected: expected[index].words, found: "no such error", at: told.last?.0)
            }
            let (happening, error) = told[index]
            let found = "\(error.domain) \(error.code): \(PlaceText.cut("\(error)"))"
            guard index < expected.count else {
                return failure(
                    expected: expected.isEmpty ? "no error" : "no more errors", found: found,
                    at: happening)
            }
            guard expected[index].code == error.code,
                expected[index].domain ?? error.domain == error.domain
            else { return failure(expected: expected[index].words, found: found, at: happening) }
        }
        return nil
    }
}
