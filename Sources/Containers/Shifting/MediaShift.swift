package import VirtualTime

/// Adds a time to all timestamps in the bytes of a segment.
///
/// Samples and their order do not change. A broadcast that repeats an asset writes its segments in
/// this way, so that their timestamps continue.
package struct MediaShift: Equatable, Sendable {
    /// The width of the decode times of fragments, in bits.
    package enum DecodeTimeWidth: Int, CaseIterable, Sendable {
        /// Times wrap to zero after 2^32 counts.
        case short = 32
        /// Times never wrap.
        case long = 64
    }

    /// The addition; it may be negative.
    package var offset: MediaTime
    /// The additions to the continuity counters of transport packets, by packet identifier.
    package var counters: [Int: UInt8]
    /// The width of the decode times that are written; `nil` keeps the width of the segment.
    package var decodeTimeWidth: DecodeTimeWidth?

    /// Creates a shift.
    package init(
        by offset: MediaTime, counters: [Int: UInt8] = [:],
        decodeTimeWidth: DecodeTimeWidth? = nil
    ) {
        self.offset = offset
        self.counters = counters
        self.decodeTimeWidth = decodeTimeWidth
    }

    /// Whether the bytes remain unchanged.
    package var isIdentity: Bool {
        offset == .zero && counters.values.allSatisfy { $0 & 0x0F == 0 } && decodeTimeWidth == nil
    }

    /// Returns the bytes of a segment with other timestamps.
    ///
    /// - Parameters:
    ///   - bytes: The segment, which is not encrypted.
    ///   - clocks: The clocks of its tracks, from the initialization section; empty without one.
    /// - Returns: The segment with the addition in all timestamps.
    /// - Throws: `ContainerError` when it is not media, or has a timestamp that cannot be shifted.
    package func applied(
        to bytes: [UInt8], clocks: TrackClocks = TrackClocks()
    ) throws(ContainerError) -> [UInt8] {
        if isIdentity { return bytes }
        switch try FormatDetection(of: MemoryInput(bytes)).format {
        case .mpegTS: return try TransportShift(self).applied(to: bytes)
        case .fragmentedMP4: return try FragmentShift(self, clocks).applied(to: bytes)
        case .aac, .ac3, .eac3, .mp3: return try PackedAudioShift(self).applied(to: bytes)
        case .webVTT: return try WebVTTShift(self).applied(to: bytes)
        case .mp4: throw ContainerError(.unrecognized(looksLike: "a movie without fragments"))
        }
    }

    /// The clock of MPEG-2 systems, in counts a second, and the count at which it starts again.
    static let systemClock: Int64 = 90_000
    static let systemWrap: Int64 = 1 << 33

    /// Returns a count of the system clock with the addition.
    func moved(_ count: Int64) -> Int64 {
        let sum = (count + offset.value(timescale: Self.systemClock) % Self.systemWrap)
        return ((sum % Self.systemWrap) + Self.systemWrap) % Self.systemWrap
    }
}
