import VirtualTime

/// A frame of packed audio, as its header describes it.
struct PackedAudioFrame {
    /// The size in bytes, with the header.
    let byteCount: Int
    let duration: MediaTime
    let sampleRate: Int

    /// Reads the header of a frame; the result is `nil` if no frame starts at the index.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that contain the frame.
    ///   - index: The index of the header in `bytes`.
    ///   - format: The kind of packed audio; the result is `nil` for any other format.
    init?(_ bytes: Span<UInt8>, at index: Int, of format: ContainerFormat) {
        switch format {
        case .aac: self.init(ADTSFrameHeader(bytes, at: index))
        case .ac3, .eac3: self.init(AC3FrameHeader(bytes, at: index))
        case .mp3: self.init(MPEGAudioFrameHeader(bytes, at: index))
        case .mpegTS, .fragmentedMP4, .mp4, .webVTT: return nil
        }
    }

    private init?(_ header: (some AudioFrameHeader)?) {
        guard let header, header.byteCount > 0 else { return nil }
        byteCount = header.byteCount
        duration = header.duration
        sampleRate = header.sampleRate
    }
}
