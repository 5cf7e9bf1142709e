import Synchronization

/// The media of a segment or partial segment whose timestamps are shifted.
///
/// A broadcast repeats its sources. Each source segment is read only once, and the shift is applied
/// to the result of reading it.
package struct MovedMedia: Sendable {
    /// The name that identifies the media before the shift; media with equal names has equal bytes.
    package let name: String
    private let shift: MediaShift
    private let clocks: TrackClocks
    private let readings: SourceReadings
    private let source: @Sendable () throws(ContainerError) -> [UInt8]

    /// Creates media.
    ///
    /// - Parameters:
    ///   - name: The name of the media before the shift.
    ///   - shift: The shift of the timestamps.
    ///   - clocks: The timescales of the tracks.
    ///   - readings: The cache of reading results, which all media of a broadcast share.
    ///   - source: A closure that returns the bytes before the shift.
    package init(
        _ name: String, shift: MediaShift, clocks: TrackClocks, readings: SourceReadings,
        source: @escaping @Sendable () throws(ContainerError) -> [UInt8]
    ) {
        self.name = name
        self.shift = shift
        self.clocks = clocks
        self.readings = readings
        self.source = source
    }

    /// Whether the media was already read without decryption, and is therefore not encrypted.
    package var isKnown: Bool { readings.knows(name) }

    /// Returns the bytes with shifted timestamps.
    ///
    /// - Throws: `ContainerError` when a timestamp cannot be shifted.
    package func bytes() throws(ContainerError) -> [UInt8] {
        try shift.applied(to: source(), clocks: clocks)
    }

    /// Returns the content of the shifted media, from a cached result if possible.
    ///
    /// The content equals the result of
    /// ``SegmentDemuxer/demux(section:media:hint:inheritingFrom:)`` on the shifted bytes.
    ///
    /// - Parameters:
    ///   - demuxer: The demuxer that reads the media.
    ///   - section: The initialization section.
    ///   - hint: The announced format.
    ///   - earlier: An earlier segment of the same rendition, whose parameter sets are inherited.
    /// - Returns: The content; `nil` when it can be read only from the shifted bytes.
    /// - Throws: `ContainerError` when nothing can be read, or a timestamp cannot be shifted.
    package func read(
        by demuxer: SegmentDemuxer, section: OpenedInitialization?, hint: FormatHint?,
        inheritingFrom earlier: DemuxedSegment?
    ) throws(ContainerError) -> DemuxedSegment? {
        guard let key = SourceReadings.Key(name, demuxer, section, earlier) else { return nil }
        let reading: SourceReadings.Reading
        if let known = readings.reading(key) {
            reading = known
        } else {
            let bytes = try source()
            _ = try shift.applied(to: bytes, clocks: clocks)
            let segment = try demuxer.demux(
                section: section, media: MemoryInput(bytes), hint: hint, inheritingFrom: earlier)
            reading = SourceReadings.Reading(
                segment: segment,
                hasShortTimes: segment.format == .fragmentedMP4
                    && FragmentShift.hasShortTimes(in: bytes))
            readings.keep(reading, as: key, named: name)
        }
        return shift.applied(
            to: reading.segment, clocks: clocks, hasShortTimes: reading.hasShortTimes)
    }
}

/// A cache of demuxed segments, read from the source assets of a broadcast.
///
/// It may be used from any thread.
package final class SourceReadings: Sendable {
    /// The inputs that determine the result of a reading.
    struct Key: Hashable {
        private let name: String
        private let level: VerificationLevel
        private let demuxer: DemuxerChoice
        private let section: [UInt8]?
        private let sets: [Int: [UInt8]]

        /// Creates the key from the inputs; `nil` when the initialization section cannot be read.
        init?(
            _ name: String, _ demuxer: SegmentDemuxer, _ section: OpenedInitialization?,
            _ earlier: DemuxedSegment?
        ) {
            self.name = name
            level = demuxer.level
            self.demuxer = demuxer.demuxer
            switch section?.contents {
            case nil: self.section = nil
            case .success(let contents): self.section = contents.bytes
            case .failure: return nil
            }
            var sets: [Int: [UInt8]] = [:]
            for track in earlier?.tracks ?? [] where !track.parameterSets.isEmpty {
                sets[track.description.id] = track.parameterSets
            }
            self.sets = sets
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(level)
        }
    }

    /// The result of reading a segment without a shift.
    struct Reading: Sendable {
        let segment: DemuxedSegment
        /// Whether any decode time of the segment's fragments has 32 bits.
        let hasShortTimes: Bool
    }

    private struct State {
        var readings: [Key: Reading] = [:]
        var names: Set<String> = []
        var misses = 0
    }

    /// The maximum number of cached results, which bounds the memory.
    private static let most = 8192

    private let state = Mutex(State())

    /// Creates an empty cache.
    package init() {}

    /// The number of segments and partial segments that were read because the cache lacked them.
    package var count: Int { state.withLock { $0.misses } }

    /// Returns whether the media with a name was read without decryption.
    func knows(_ name: String) -> Bool { state.withLock { $0.names.contains(name) } }

    func reading(_ key: Key) -> Reading? { state.withLock { $0.readings[key] } }

    func keep(_ reading: Reading, as key: Key, named name: String) {
        state.withLock { state in
            state.names.insert(name)
            state.misses += 1
            if state.readings.count >= Self.most { (state.readings, state.names) = ([:], [name]) }
            state.readings[key] = reading
        }
    }
}
