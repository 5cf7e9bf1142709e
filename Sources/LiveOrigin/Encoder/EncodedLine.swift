import VirtualTime

/// One track of a broadcast, as published by an encoder.
struct EncodedLine: Equatable, Sendable {
    /// The number of a segment in a playlist, unique in a broadcast.
    struct Name: Hashable, Comparable {
        /// The number of earlier resets of the numbers.
        var generation: Int
        /// The media sequence number, without the offset of a rendition.
        var sequence: Int

        static func < (lhs: Name, rhs: Name) -> Bool {
            (lhs.generation, lhs.sequence) < (rhs.generation, rhs.sequence)
        }
    }

    let line: ProgrammeLine
    let encoder: Encoder
    let runs: [EncoderRun]
    private let generations: [Int: Range<Int>]
    /// The index of the track, which makes its delays differ from the delays of other tracks.
    private let track: Int
    /// The additional delay of the track.
    private let lag: MediaTime
    let parts: PartGrid?
    /// The late segments, in order, each with the instant at which it and all earlier segments
    /// exist.
    private let late: [Late]

    private struct Late: Equatable {
        var number: Int
        var extra: MediaTime
        /// The latest instant of this and all earlier late segments.
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
        // A segment that is never encoded does not delay the next ones.
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

    // MARK: Names

    /// Returns the run that contains a name; `nil` when there is none.
    func run(of name: Name) -> EncoderRun? {
        let index = Search.last(in: 0..<runs.count) { index in
            Name(generation: runs[index].generation, sequence: runs[index].firstSequence) <= name
        }
        guard let index, runs[index].generation == name.generation,
            runs[index].sequences.contains(name.sequence)
        else { return nil }
        return runs[index]
    }

    /// Returns the number of the item with a name; `nil` when there is none.
    func number(of name: Name) -> Int? {
        run(of: name).map { $0.number(name.sequence) }
    }

    /// Returns the media sequence numbers of a generation, including segments that do not exist
    /// yet.
    func sequences(of generation: Int) -> Range<Int> { generations[generation] ?? 0..<0 }

    /// Returns the total duration of a generation's segments before a media sequence number.
    func listedTime(before name: Name) -> MediaTime {
        if let run = run(of: name) {
            let first = line.item(run.numbers.lowerBound).start
            return run.listedBefore + line.item(run.number(name.sequence)).start - first
        }
        guard let run = runs.last(where: { $0.generation == name.generation }) else { return .zero }
        return run.listedBefore + line.item(run.numbers.upperBound - 1).end
            - line.item(run.numbers.lowerBound).start
    }

    /// Returns the number of discontinuities in a generation before a media sequence number.
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

    /// Returns the instant at which a part is listed; it is not earlier than the previous
    /// segment's.
    func instant(ofPart index: Int, in number: Int) -> MediaTime {
        let item = line.item(number)
        return max(instant(ofPart: index, of: item), earliestPart(of: number))
    }

    /// Returns the instant at which a part is encoded, regardless of the segments before it.
    private func instant(ofPart index: Int, of item: ProgrammeItem) -> MediaTime {
        raw(item, upTo: parts?.range(index, of: item.duration).upperBound ?? item.duration)
    }

    /// Returns the instant before which no part of a segment is listed.
    private func earliestPart(of number: Int) -> MediaTime {
        let instant = lateness(upTo: number - 1)
        guard Self.isEncoded(number - 1, in: runs) else { return instant }
        let before = line.item(number - 1)
        return max(instant, raw(before, upTo: before.duration))
    }

    /// Returns whether a segment exists at some time.
    private static func isEncoded(_ number: Int, in runs: [EncoderRun]) -> Bool {
        let last = Search.last(in: runs.indices) { runs[$0].numbers.lowerBound <= number }
        return last.map { runs[$0].numbers.contains(number) } ?? false
    }

    /// Returns the number of segments of one run that exist at a time.
    func completed(in run: EncoderRun, at time: MediaTime) -> Int {
        let limit = min(
            line.number(at: time - encoder.delay - lag) + 1, run.numbers.upperBound)
        let first = run.numbers.lowerBound
        guard limit > first else { return 0 }
        // Usually the last segment exists; delays affect only few segments.
        for number in stride(from: limit - 1, through: max(first, limit - 3), by: -1)
        where instant(ofSegment: number) <= time {
            return number - first + 1
        }
        let last = Search.last(in: first..<limit) { instant(ofSegment: $0) <= time }
        return last.map { $0 - first + 1 } ?? 0
    }

    /// Returns the number of parts of an incomplete segment that exist at a time.
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

    /// Returns the additional delay of an item.
    ///
    /// It is at most the duration of the next item. So an item exists no later than the end of the
    /// next item plus the common delay, and never later than the next item.
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
