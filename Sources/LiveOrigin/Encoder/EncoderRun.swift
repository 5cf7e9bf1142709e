import VirtualTime

/// A run of a track's items to which an encoder gives consecutive media sequence numbers.
struct EncoderRun: Equatable, Sendable {
    /// The numbers of the run's items, counted from the start of the broadcast.
    var numbers: Range<Int>
    /// The number of resets of the media sequence numbers before the run.
    var generation = 0
    /// The number of restarts with a new initialization section before the run.
    var initialization = 0
    /// The media sequence number of the first item.
    var firstSequence: Int
    /// The total duration of the segments between the last reset of the numbers and the run.
    var listedBefore = MediaTime.zero
    /// The number of discontinuities between the last reset of the numbers and the run.
    var discontinuitiesBefore = 0
    /// Whether the encoder adds a discontinuity at the start of the run.
    var startsDiscontinuity = false
    /// The offset that the encoder adds to the media timestamps of the run.
    var shift = MediaTime.zero

    /// The media sequence numbers of the items.
    var sequences: Range<Int> { firstSequence..<firstSequence + numbers.count }

    /// Returns the number of the item with the given media sequence number.
    func number(_ sequence: Int) -> Int { numbers.lowerBound + sequence - firstSequence }
}

extension EncoderRun {
    /// The upper bound of the item numbers in an endless run.
    static let endless = 1 << 48

    /// The boundary of two runs: a position between two items, or a range of unencoded items.
    private struct Cut {
        /// The number of the first item after the run that precedes the cut.
        var end: Int
        /// The number of the first item after the cut.
        var start: Int
        /// The restarts and timestamp jumps that take effect at the cut, in any order.
        var faults: [EncoderFault] = []
    }

    /// Returns the runs of a track, in order.
    ///
    /// - Parameters:
    ///   - line: The track.
    ///   - faults: The faults of the encoder.
    ///   - count: The number of items in the broadcast; `nil` when it is endless.
    ///   - firstSequence: The media sequence number of the first item.
    /// - Returns: The runs, none of them empty.
    static func runs(
        of line: ProgrammeLine, faults: [EncoderFault], count: Int?, firstSequence: Int
    ) -> [EncoderRun] {
        let end = count ?? endless
        var runs: [EncoderRun] = []
        var current = EncoderRun(numbers: 0..<end, firstSequence: firstSequence)
        for cut in cuts(of: line, faults: faults) where cut.start < end || cut.end < end {
            let first = current.numbers.lowerBound
            let stop = min(cut.end, end)
            let start = min(cut.start, end)
            var next = current
            next.numbers = start..<end
            current.numbers = first..<stop
            // An empty run is not added; its changes apply to the next run.
            if !current.numbers.isEmpty {
                next.listedBefore += line.item(stop - 1).end - line.item(first).start
                next.firstSequence += stop - first
                next.discontinuitiesBefore =
                    current.discontinuitiesBefore + current.discontinuities(of: line, before: stop)
                next.startsDiscontinuity = false
                runs.append(current)
            }
            if stop < start { next.startsDiscontinuity = true }
            for fault in cut.faults { next.apply(fault) }
            current = next
        }
        if !current.numbers.isEmpty { runs.append(current) }
        return runs
    }

    /// Returns whether a discontinuity comes before an item of the run.
    func startsDiscontinuity(_ item: ProgrammeItem) -> Bool {
        item.startsDiscontinuity || (item.number == numbers.lowerBound && startsDiscontinuity)
    }

    /// Returns the number of discontinuities in the run before a given item.
    func discontinuities(of line: ProgrammeLine, before number: Int) -> Int {
        let first = numbers.lowerBound
        guard number > first else { return 0 }
        let own = startsDiscontinuity && !line.item(first).startsDiscontinuity ? 1 : 0
        return own + line.discontinuities(before: number) - line.discontinuities(before: first)
    }

    private mutating func apply(_ fault: EncoderFault) {
        switch fault {
        case .restart(_, let resetsSequence, let isTagged, let hasNewInitialization):
            if hasNewInitialization { initialization += 1 }
            if isTagged { startsDiscontinuity = true }
            guard resetsSequence else { return }
            generation += 1
            firstSequence = 0
            listedBefore = .zero
            discontinuitiesBefore = 0
        case .timestampJump(_, let span, let isTagged):
            shift += span
            if isTagged { startsDiscontinuity = true }
        case .silence, .late, .gap, .missing, .missingPart, .targetDuration, .locations, .strayKey,
            .missingKey, .lateKey, .missingMarks, .lateDateRanges:
            break
        }
    }

    /// Returns the cuts between the runs of a track, in order and without overlap.
    ///
    /// A fault within a range of unencoded items takes effect at the first item after the range.
    private static func cuts(of line: ProgrammeLine, faults: [EncoderFault]) -> [Cut] {
        var cuts = silences(of: line, faults: faults).map {
            Cut(end: $0.lowerBound, start: $0.upperBound)
        }
        let losses = cuts
        var changes: [Int: [EncoderFault]] = [:]
        for fault in faults {
            switch fault {
            case .restart(let time, _, _, _), .timestampJump(let time, _, _):
                let number = line.firstNumber(from: time)
                let next = losses.firstPlace { $0.start >= number }
                if next < losses.count, losses[next].end <= number {
                    cuts[next].faults.append(fault)
                } else {
                    changes[number, default: []].append(fault)
                }
            case .silence, .late, .gap, .missing, .missingPart, .targetDuration, .locations,
                .strayKey, .missingKey, .lateKey, .missingMarks, .lateDateRanges:
                break
            }
        }
        cuts += changes.map { Cut(end: $0.key, start: $0.key, faults: $0.value) }
        return cuts.sorted { $0.start < $1.start }
    }

    /// Returns the ranges of items that are never encoded, in order.
    ///
    /// Adjacent and overlapping ranges are merged.
    private static func silences(
        of line: ProgrammeLine, faults: [EncoderFault]
    ) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for case .silence(let span) in faults {
            let first = line.number(at: span.lowerBound)
            ranges.append(first..<max(first, line.firstNumber(from: span.upperBound)))
        }
        ranges.sort { $0.lowerBound < $1.lowerBound }
        var merged: [Range<Int>] = []
        for range in ranges where !range.isEmpty {
            guard let last = merged.last, last.upperBound >= range.lowerBound else {
                merged.append(range)
                continue
            }
            merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
        }
        return merged
    }
}
