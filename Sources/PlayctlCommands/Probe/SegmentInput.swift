import HeadlessPlayback

/// The bytes of one segment of a rendition, and of what initialises it.
struct SegmentInput {
    let media: any ContainerInput
    let initialization: (any ContainerInput)?
    /// The file that is got as it is read; `nil` for a segment, which is there.
    private let file: RangedResource?

    /// Fetches a segment, as playing would.
    ///
    /// - Throws: ``SessionError`` when it cannot be had or decrypted, also when its samples turn out
    ///   to be garbage.
    init(
        _ index: Int, of rendition: RenditionMedia, loader: any ResourceLoader, keys: ProbeKeys
    ) throws(SessionError) {
        var context = rendition.context(index)
        let segment = context.segment
        if let name = rendition.initializationKey(index) {
            var request = ResourceRequest(url: name.url, kind: .initializationSection)
            request.byteRange = name.byteRange
            request.referrer = rendition.url
            let body = try SegmentJob.load(request, with: loader).body
            let decryption = try keys.transform(
                for: segment.initializationSection?.keys ?? [], playlistURL: rendition.url)
            context.initialization =
                try decryption?.transform(body, of: context, role: .initializationSection).body
                ?? body
        }
        var request = ResourceRequest(url: rendition.segmentURL(index), kind: .segment)
        request.byteRange = segment.byteRange
        request.referrer = rendition.url
        RecoveryPolicy().bound(&request, of: segment.duration)
        var body = try SegmentJob.load(request, with: loader).body
        if let decryption = try keys.transform(for: segment.keys, playlistURL: rendition.url) {
            let clear = try decryption.transform(body, of: context, role: .media)
            body = clear.body
            context.initialization = clear.initialization ?? context.initialization
            let proofs = [clear.proof(of: segment.keys)].compactMap(\.self)
            rendition.provenKeys.formUnion(
                try SegmentJob.prove(
                    proofs, besides: rendition.provenKeys, keys: segment.keys, on: body,
                    initialization: context.initialization, url: request.url))
        }
        file = nil
        media = TransportInput(body: body)
        initialization = context.initialization.map(TransportInput.init(body:))
    }

    /// Starts to fetch a media file, which goes on as it is read.
    ///
    /// - Throws: ``SessionError`` when it cannot be had.
    init(file url: String, loader: any ResourceLoader) throws(SessionError) {
        var request = ResourceRequest(url: url, kind: .segment)
        request.maximumByteCount = ProbedAsset.fileLimit
        request.patience = RecoveryPolicy().patienceForFiles
        do throws(TransportError) {
            let file = try RangedResource(request) { request throws(TransportError) in
                try loader.load(request)
            }
            self.file = file
            media = TransportInput(resource: file)
        } catch {
            throw .transport(error)
        }
        initialization = nil
    }

    /// Says whether all that was read could be had.
    ///
    /// - Throws: ``SessionError`` when a part of a file could not.
    func check() throws(SessionError) {
        if let failure = file?.failure { throw .transport(failure) }
    }
}
