package import VirtualTime

extension SegmentDemuxer {
    /// Reads how long a progressive file is out of its index, without its samples.
    ///
    /// - Parameter media: The bytes of the file.
    /// - Returns: How long the tracks are that are played; `nil` when the file has no index, or its
    ///   index does not keep what its headers promise, so that only the samples show what there is.
    /// - Throws: `ContainerError` when nothing at all can be had from the bytes.
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
