package import VirtualTime

/// Adds a time to all timestamps in the bytes of a segment.
///
/// The samples and their order do not change. A broadcast that repeats an asset shifts the asset's
/// segments in this way, so that the timestamps continue from one repetition to the next.
package struct MediaShift: Equatable, Sendable {
    /// The width of the decode times of fragments, in bits.
    package enum DecodeTimeWidth: Int, CaseIterable, Sendable {
        /// 32-bit times, which wrap to zero after 2^32 units of the timescale.
        case short = 32
        /// 64-bit times, which never wrap.
        case long = 64
    }

    /// The time to add; it may be negative.
    package var offset: MediaTime
    /// The numbers to add to the continuity counters of packets, by packet identifier.
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

    /// Returns the bytes of a segment with shifted timestamps.
    ///
    /// - Parameters:
    ///   - bytes: The segment, which is not encrypted.
    ///   - clocks: The timescales of the segment's tracks, from the initialization section; empty
    ///     if there is none.
    /// - Returns: The segment with the offset added to all timestamps.
    /// - Throws: `ContainerError` when the bytes are not media, or have a timestamp that cannot be
    ///   shifted.
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

    /// The frequency of MPEG-2 timestamps, in units per second.
    ///
    /// `systemWrap` is the number of units after which these timestamps wrap to zero.
    static let systemClock: Int64 = 90_000
    static let systemWrap: Int64 = 1 << 33

    /// Returns a 90 kHz timestamp with the offset added, wrapped to 33 bits.
    func moved(_ count: Int64) -> Int64 {
        let sum = (count + offset.value(timescale: Self.systemClock) % Self.systemWrap)
        return ((sum % Self.systemWrap) + Self.systemWrap) % Self.systemWrap
    }
}
