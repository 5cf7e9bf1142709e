/// The streams of a transport stream segment that has no encrypted stream.
///
/// Reference: Apple, MPEG-2 Stream Encryption Format for HTTP Live Streaming, section 2.2.
package enum ClearStreams {
    /// The stream types of encrypted AC-3, E-AC-3, AAC and H.264.
    private static let encryptedTypes: Set<UInt8> = [0xC1, 0xC2, 0xCF, 0xDB]

    /// Reads the first program map of an input.
    ///
    /// - Parameter input: The bytes of the segment as they are stored.
    /// - Returns: The descriptions of the audio and video streams. There are none if any stream is
    ///   encrypted, or if the input is not a transport stream or has no program map.
    package static func read(_ input: any ContainerInput) -> [String] {
        guard let detection = try? FormatDetection(of: input), detection.format == .mpegTS else {
            return []
        }
        let streams = TransportProgram(prefix: [], media: input).streams
        guard !streams.contains(where: { encryptedTypes.contains($0.type) }) else { return [] }
        return streams.filter { $0.kind == .video || $0.kind == .audio }.map(\.text)
    }
}
