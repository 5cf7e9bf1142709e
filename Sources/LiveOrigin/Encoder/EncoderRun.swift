import VirtualTime

/// Consecutive items of a track that an encoder lists under consecutive numbers.
struct EncoderRun: Equatable, Sendable {
    /// The items.
    var numbers: Range<Int>
    /// The number of resets before it.
    var generation = 0
    /// The number of restarts with a new initialization section before it.
    var initialization = 0
    /// The media sequence number of the first item.
    var firstSequence: Int
    /// The duration listed in this generation before the run.
    var listedBefore = MediaTime.zero
    /// The discontinuities in this generation before the run.
    var discontinuitiesBefore = 0
    /// Whether a discontinuity comes before the run, regardless of the programme.
    var startsDiscontinuity = false
    /// The addition to timestamps.
    var shift = MediaTime.zero

    /// The media sequence numbers of the items.
    var sequences: Range<Int> { firstSequence..<firstSequence + numbers.count }
}

extension EncoderRun {
    /// The end of a run without an end.
    static let endless = 1 << 48

    /// A change between two items, or the loss of items.
    private struct Cut {
        /// The first item that is not encoded before the change.
        var end: Int
        /// The first item after the change.
        var start: Int
        var fault: EncoderFault
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
        let cuts = faults.compactMap { cut($0, of: line) }
            .sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        for cut in cuts where cut.start < end || cut.end < end {
            let first = current.numbers.lowerBound
            let stop = min(max(cut.end, first), end)
            let start = min(max(cut.start, stop), end)
            var next = current
            next.numbers = start..<end
            current.numbers = first..<stop
            if current.numbers.isEmpty {
                // Changes at one item add up.
            } else {
                next.listedBefore += line.item(stop - 1).end - line.item(first).start
                next.firstSequence += stop - first
                next.discontinuitiesBefore =
                    current.discontinuitiesBefore + current.discontinuities(of: line, before: stop)
                next.startsDiscontinuity = false
                runs.append(current)
            }
            next.apply(cut.fault)
            current = next
        }
        if !current.numbers.isEmpty { runs.append(current) }
        return runs
    }

    /// Returns whether a discontinuity comes before an item of the run.
    func startsDiscontinuity(_ item: ProgrammeItem) -> Bool {
        item.startsDiscontinuity || (item.number == numbers.lowerBound && startsDiscontinuity)
    }

    /// Returns the number of items of the run before another one that start a discontinuity.
    func discontinuities(of line: ProgrammeLine, before number: Int) -> Int {
        let first = numbers.lowerBound
        guard number > first else { return 0 }
        let own = startsDiscontinuity && !line.item(first).startsDiscontinuity ? 1 : 0
        return own + line.discontinuities(before: number) - line.discontinuities(before: first)
    }

    private mutating func apply(_ fault: EncoderFault) {
        switch fault {
        case .silence:
            startsDiscontinuity = true
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
        case .late, .gap, .missing, .missingPart, .targetDuration, .locations: break
        }
    }

    private static func cut(_ fault: EncoderFault, of line: ProgrammeLine) -> Cut? {
        switch fault {
        case .silence(let range):
            let end = line.number(at: range.lowerBound)
            let start = line.firstNumber(from: range.upperBound)
            return Cut(end: end, start: max(end, start), fault: fault)
        case .restart(let time, _, _, _), .timestampJump(let time, _, _):
            let number = line.firstNumber(from: time)
            return Cut(end: number, start: number, fault: fault)
        case .late, .gap, .missing, .missingPart, .targetDuration, .locations: return nil
        }
    }
}
