import Synchronization

/// The media of a segment or part with an addition to its timestamps.
///
/// A broadcast repeats its sources. Each source segment is read once, and the addition is applied
/// to the result.
package struct MovedMedia: Sendable {
    /// The name of the media without the addition: equal names have equal bytes.
    package let name: String
    private let shift: MediaShift
    private let clocks: TrackClocks
    private let readings: SourceReadings
    private let source: @Sendable () throws(ContainerError) -> [UInt8]

    /// Creates media.
    ///
    /// - Parameters:
    ///   - name: The name of the media without the addition.
    ///   - shift: The addition.
    ///   - clocks: The clocks of its tracks.
    ///   - readings: The results of reading, shared by all media of a broadcast.
    ///   - source: Returns the bytes without the addition.
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

    /// Whether the media was read before without decryption, so that it is not encrypted.
    package var isKnown: Bool { readings.knows(name) }

    /// Returns the bytes with the addition.
    ///
    /// - Throws: `ContainerError` when a timestamp cannot be moved.
    package func bytes() throws(ContainerError) -> [UInt8] {
        try shift.applied(to: source(), clocks: clocks)
    }

    /// Reads the media, with the result of ``SegmentDemuxer/demux(section:media:hint:inheritingFrom:)``
    /// on its bytes.
    ///
    /// - Parameters:
    ///   - demuxer: The reader.
    ///   - section: The initialization section.
    ///   - hint: The announced format.
    ///   - earlier: An earlier segment of the same rendition, for its parameter sets.
    /// - Returns: The content; `nil` when only the shifted bytes show it.
    /// - Throws: `ContainerError` when nothing can be read, or a timestamp cannot be moved.
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

/// The results of reading the segments of a broadcast's sources.
///
/// It may be used from any thread.
package final class SourceReadings: Sendable {
    /// The inputs of a reading.
    struct Key: Hashable {
        private let name: String
        private let level: VerificationLevel
        private let demuxer: DemuxerChoice
        private let section: [UInt8]?
        private let sets: [Int: [UInt8]]

        /// Combines the inputs; `nil` for an initialization section that cannot be read.
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

    /// The result of reading a segment without any addition.
    struct Reading: Sendable {
        let segment: DemuxedSegment
        /// Whether decode times of its fragments have 32 bits.
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

    /// Creates an empty store.
    package init() {}

    /// The number of segments and parts that were read.
    package var count: Int { state.withLock { $0.misses } }

    /// Returns whether media was read without decryption.
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
