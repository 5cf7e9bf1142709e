package import VirtualTime

extension SegmentDemuxer {
    /// Reads how long a progressive file is out of its index, without its samples.
    ///
    /// - Parameter media: The bytes of the file.
    /// - Returns: How long the track is that leads, a video before an audio track; `nil` when the
    ///   file has no index that tells.
    /// - Throws: `ContainerError` when nothing at all can be had from the bytes.
    package func indexedDuration(
        _ media: any ContainerInput
    ) throws(ContainerError) -> MediaTime? {
        let opened = try OpenedMedia(initialization: nil, media: media, hint: nil)
        guard opened.format == .mp4 else { return nil }
        let context = try opened.context(.stored)
        let tracks = (0..<context.streamCount).map { context.facts(ofStream: $0) }
        let leading =
            tracks.first { $0.kind == .video } ?? tracks.first { $0.kind == .audio }
        guard let duration = leading?.duration, duration > .zero else { return nil }
        return duration
    }
}
