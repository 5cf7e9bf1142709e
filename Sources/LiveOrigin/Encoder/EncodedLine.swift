import VirtualTime

/// One track of a broadcast, as published by an encoder.
struct EncodedLine: Equatable, Sendable {
    /// The identity of a segment: its number, and how often the numbering was reset before it.
    struct Name: Hashable, Comparable {
        /// The number of earlier resets of the media sequence numbers.
        var generation: Int
        /// The media sequence number, without the offset that its rendition adds.
        var sequence: Int

        static func < (lhs: Name, rhs: Name) -> Bool {
            (lhs.generation, lhs.sequence) < (rhs.generation, rhs.sequence)
        }
    }

    let line: ProgrammeLine
    let encoder: Encoder
    let runs: [EncoderRun]
    private let generations: [Int: Range<Int>]
    /// The index of the track, from which the pseudorandom delays are computed.
    private let track: Int
    /// The publication delay of the track, in addition to the encoder's delay.
    private let lag: MediaTime
    let parts: PartGrid?
    /// The segments that a fault makes late, in order.
    ///
    /// Each element contains the instant at which its segment and all earlier late segments exist.
    private let late: [Late]

    private struct Late: Equatable {
        var number: Int
        var extra: MediaTime
        /// The instant at which this segment and all earlier late segments exist.
        var instant: MediaTime
    }

    init(
        line: ProgrammeLine, encoder: Encoder, track: Int, lag: MediaTime, parts: PartGrid?,
        count: Int?
    ) {
        self.line = line
        self.encoder = encoder
        self.track = track
        self.lag = lag
        self.parts = parts
        runs = EncoderRun.runs(
            of: line, faults: encoder.faults, count: count, firstSequence: encoder.firstSequence)
        generations = Dictionary(runs.map { ($0.generation, $0.sequences) }) { first, last in
            first.lowerBound..<last.upperBound
        }
        var extras: [Int: MediaTime] = [:]
        for case .late(let time, let extra) in encoder.faults where extra > .zero {
            extras[line.number(at: time), default: .zero] += extra
        }
        var late: [Late] = []
        // A fault for a segment that is never encoded is left out, because it does not delay the
        // next segments.
        let runs = runs
        let numbers = extras.keys.filter { Self.isEncoded($0, in: runs) }
        for number in numbers.sorted() {
            let extra = extras[number] ?? .zero
            let instant =
                line.item(number).end + encoder.delay + lag + extra
                + Self.jitter(number, of: line, encoder: encoder, track: track)
            late.append(
                Late(
                    number: number, extra: extra,
                    instant: max(instant, late.last?.instant ?? instant)))
        }
        self.late = late
    }

    // MARK: Names of segments

    /// Returns the encoder run that contains a segment; `nil` when no run contains it.
    func run(of name: Name) -> EncoderRun? {
        let index = Search.last(in: 0..<runs.count) { index in
            Name(generation: runs[index].generation, sequence: runs[index].firstSequence) <= name
        }
        guard let index, runs[index].generation == name.generation,
            runs[index].sequences.contains(name.sequence)
        else { return nil }
        return runs[index]
    }

    /// Returns the number of a segment in the broadcast; `nil` when there is no such segment.
    func number(of name: Name) -> Int? {
        run(of: name).map { $0.number(name.sequence) }
    }

    /// Returns the media sequence numbers of all segments of a generation, even of future segments.
    ///
    /// A generation contains the segments between two resets of the media sequence numbers.
    func sequences(of generation: Int) -> Range<Int> { generations[generation] ?? 0..<0 }

    /// Returns the total duration of the segments before a segment.
    ///
    /// Only segments since the last reset of the media sequence numbers count.
    func listedTime(before name: Name) -> MediaTime {
        if let run = run(of: name) {
            let first = line.item(run.numbers.lowerBound).start
            return run.listedBefore + line.item(run.number(name.sequence)).start - first
        }
        guard let run = runs.last(where: { $0.generation == name.generation }) else { return .zero }
        return run.listedBefore + line.item(run.numbers.upperBound - 1).end
            - line.item(run.numbers.lowerBound).start
    }

    /// Returns the number of discontinuities before a segment.
    ///
    /// Only discontinuities since the last reset of the media sequence numbers count. A
    /// discontinuity at the start of the segment itself does not count.
    func discontinuities(before name: Name) -> Int {
        guard let run = run(of: name) else { return 0 }
        return run.discontinuitiesBefore
            + run.discontinuities(of: line, before: run.number(name.sequence))
    }

    // MARK: Instants

    /// Returns the instant at which a segment is complete and listed.
    func instant(ofSegment number: Int) -> MediaTime {
        let item = line.item(number)
        return max(raw(item, upTo: item.duration), lateness(upTo: number))
    }

    /// Returns the instant at which a part is listed.
    ///
    /// A part is never listed before the segment that precedes the part's segment.
    func instant(ofPart index: Int, in number: Int) -> MediaTime {
        let item = line.item(number)
        return max(instant(ofPart: index, of: item), earliestPart(of: number))
    }

    /// Returns the instant at which a part is encoded, regardless of the segments before it.
    private func instant(ofPart index: Int, of item: ProgrammeItem) -> MediaTime {
        raw(item, upTo: parts?.range(index, of: item.duration).upperBound ?? item.duration)
    }

    /// Returns the earliest instant at which any part of a segment can be listed.
    private func earliestPart(of number: Int) -> MediaTime {
        let instant = lateness(upTo: number - 1)
        guard Self.isEncoded(number - 1, in: runs) else { return instant }
        let before = line.item(number - 1)
        return max(instant, raw(before, upTo: before.duration))
    }

    /// Returns whether a segment is ever encoded.
    private static func isEncoded(_ number: Int, in runs: [EncoderRun]) -> Bool {
        let last = Search.last(in: runs.indices) { runs[$0].numbers.lowerBound <= number }
        return last.map { runs[$0].numbers.contains(number) } ?? false
    }

    /// Returns the number of segments of an encoder run that are listed at a given time.
    func completed(in run: EncoderRun, at time: MediaTime) -> Int {
        let limit = min(
            line.number(at: time - encoder.delay - lag) + 1, run.numbers.upperBound)
        let first = run.numbers.lowerBound
        guard limit > first else { return 0 }
        // The newest listed segment is usually among the last three candidates, because few
        // segments are delayed. These three are therefore checked before the search.
        for number in stride(from: limit - 1, through: max(first, limit - 3), by: -1)
        where instant(ofSegment: number) <= time {
            return number - first + 1
        }
        let last = Search.last(in: first..<limit) { instant(ofSegment: $0) <= time }
        return last.map { $0 - first + 1 } ?? 0
    }

    /// Returns the number of parts of an incomplete segment that are listed at a given time.
    func completedParts(of number: Int, at time: MediaTime) -> Int {
        guard let parts else { return 0 }
        guard earliestPart(of: number) <= time else { return 0 }
        let item = line.item(number)
        let count = parts.count(of: item.duration)
        let last = Search.last(in: 0..<count) { instant(ofPart: $0, of: item) <= time }
        return last.map { $0 + 1 } ?? 0
    }

    private func raw(_ item: ProgrammeItem, upTo end: MediaTime) -> MediaTime {
        let jitter = Self.jitter(item.number, of: line, encoder: encoder, track: track)
        return item.start + end + encoder.delay + lag + jitter + extra(of: item.number)
    }

    private func extra(of number: Int) -> MediaTime {
        guard !late.isEmpty,
            let index = Search.last(in: 0..<late.count, where: { late[$0].number <= number }),
            late[index].number == number
        else { return .zero }
        return late[index].extra
    }

    private func lateness(upTo number: Int) -> MediaTime {
        guard !late.isEmpty,
            let index = Search.last(in: 0..<late.count, where: { late[$0].number <= number })
        else { return MediaTime(ticks: .min) }
        return late[index].instant
    }

    /// Returns the pseudorandom additional delay of a segment.
    ///
    /// This delay is added to the constant delays of the encoder and the track. It is at most the
    /// duration of the next segment. A segment is therefore published no later than the next
    /// segment, even if the next segment has no additional delay.
    private static func jitter(
        _ number: Int, of line: ProgrammeLine, encoder: Encoder, track: Int
    ) -> MediaTime {
        guard encoder.jitter > .zero else { return .zero }
        let most = min(encoder.jitter, line.item(number + 1).duration)
        let value = HashedNumber.value(
            seed: encoder.seed, UInt64(track), UInt64(number))
        return HashedNumber.time(below: most, from: value)
    }
}
