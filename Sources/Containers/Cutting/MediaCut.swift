package import VirtualTime

/// Cuts a part out of a segment at the boundaries of frames.
///
/// Each sample of the segment is in exactly one part, with its timestamps and bytes unchanged. The
/// decode time of a sample, counted from the first frame of the segment, determines its part.
package struct MediaCut: Equatable, Sendable {
    /// The tolerance for a frame that starts slightly before a boundary between parts.
    ///
    /// Because timestamps are rounded, a frame that starts within this time before a boundary
    /// belongs to the part after the boundary. The tolerance is less than half the duration of
    /// nearly every frame.
    static let slack = MediaTime.milliseconds(5)

    /// The interval of the part, counted from the first frame of the segment.
    package var range: Range<MediaTime>
    /// The number of the part within its segment, counted from 0.
    package var index: Int
    /// Whether the part is the last one of its segment.
    package var isLast: Bool

    /// Creates a cut.
    package init(_ range: Range<MediaTime>, index: Int, isLast: Bool) {
        self.range = range
        self.index = index
        self.isLast = isLast
    }

    /// Returns the bytes of the part.
    ///
    /// - Parameters:
    ///   - bytes: The segment, which is not encrypted.
    ///   - initialization: Its initialization section; `nil` if there is none.
    /// - Returns: The part: a separate movie fragment, a transport stream that begins with its
    ///   tables, or frames of audio after an ID3 tag with the time of the first frame.
    /// - Throws: `ContainerError` when the segment cannot be cut.
    package func applied(
        to bytes: [UInt8], initialization: [UInt8]?
    ) throws(ContainerError) -> [UInt8] {
        let format = try FormatDetection(of: MemoryInput(bytes)).format
        switch format {
        case .mpegTS: return try TransportCut(self).applied(to: bytes)
        case .fragmentedMP4:
            return try FragmentCut(self).applied(to: bytes, initialization: initialization ?? [])
        case .aac, .ac3, .eac3, .mp3: return try PackedAudioCut(self, of: format).applied(to: bytes)
        case .webVTT, .mp4:
            throw ContainerError(.unrecognized(looksLike: "media that is not cut into parts"))
        }
    }

    /// Returns whether a frame belongs to the part.
    ///
    /// - Parameter time: The decode time, counted from the first frame of the segment.
    /// - Returns: Whether it is in the part.
    func contains(_ time: MediaTime) -> Bool {
        let time = time + Self.slack
        return (index == 0 || time >= range.lowerBound) && (isLast || time < range.upperBound)
    }
}
