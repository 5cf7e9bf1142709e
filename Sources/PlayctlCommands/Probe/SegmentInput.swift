import HeadlessPlayback

/// The bytes of one segment of a rendition, and of what initialises it.
struct SegmentInput {
    let media: any ContainerInput
    let initialization: (any ContainerInput)?

    /// Fetches a segment, as playing would.
    ///
    /// - Throws: ``SessionError`` when it cannot be had, or is encrypted.
    init(
        _ index: Int, of rendition: RenditionMedia, loader: any ResourceLoader
    ) throws(SessionError) {
        let url = rendition.segmentURL(index)
        let segment = rendition.playlist.segments[index]
        if let key = segment.keys.first { throw .encrypted(method: key.method.rawValue, url: url) }
        var request = ResourceRequest(url: url, kind: .segment)
        request.byteRange = segment.byteRange
        request.referrer = rendition.url
        media = TransportInput(body: try SegmentJob.load(request, with: loader).body)
        guard let key = rendition.initializationKey(index) else {
            initialization = nil
            return
        }
        request = ResourceRequest(url: key.url, kind: .initializationSection)
        request.byteRange = key.byteRange
        request.referrer = rendition.url
        initialization = TransportInput(body: try SegmentJob.load(request, with: loader).body)
    }

    /// Fetches a media file.
    ///
    /// - Throws: ``SessionError`` when it cannot be had.
    init(file url: String, loader: any ResourceLoader) throws(SessionError) {
        var request = ResourceRequest(url: url, kind: .segment)
        request.maximumByteCount = ProbedAsset.fileLimit
        media = TransportInput(body: try SegmentJob.load(request, with: loader).body)
        initialization = nil
    }
}
