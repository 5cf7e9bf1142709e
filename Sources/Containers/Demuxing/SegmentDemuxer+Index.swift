package import VirtualTime

extension SegmentDemuxer {
    /// Reads the duration of a progressive file from its index, without its samples.
    ///
    /// - Parameter media: The bytes of the file.
    /// - Returns: The duration of the played tracks; `nil` when the file has no index, or its index
    ///   contradicts its headers, so that only the samples show the duration.
    /// - Throws: `ContainerError` when the bytes are unusable.
    package func indexedDuration(
        _ media: any ContainerInput
    ) throws(ContainerError) -> MediaTime? {
        let opened = try OpenedMedia(initialization: nil, media: media, hint: nil)
        guard opened.format == .mp4, opened.problems.isEmpty else { return nil }
        let reckoning = MovieReckoning(tablesOf: try MoviePromise(of: media))
        guard reckoning.problems.isEmpty else { return nil }
        return reckoning.commonDuration
    }
}
