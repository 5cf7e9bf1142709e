/// The streams of a transport stream segment that has no encrypted stream.
package enum ClearStreams {
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
        guard !streams.contains(where: \.isEncrypted) else { return [] }
        return streams.filter { $0.kind == .video || $0.kind == .audio }.map(\.text)
    }
}
