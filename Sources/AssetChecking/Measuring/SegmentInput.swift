package import Containers
import ContentProtection
import HeadlessPlayback
package import Playlists
package import Sessions
package import Transport

/// The bytes of one segment of a rendition, and of its initialization section.
package struct SegmentInput {
    package let media: any ContainerInput
    package let initialization: (any ContainerInput)?
    /// The bytes of the segment and of its initialization section before samples are decrypted.
    ///
    /// A segment that is encrypted as a whole is decrypted if its key is available. A segment of
    /// which only the samples are encrypted remains as it was loaded.
    let stored: (media: any ContainerInput, initialization: (any ContainerInput)?)
    /// Whether decrypted samples have shown that a key of the segment is right.
    ///
    /// The value is `nil` if no sample was decrypted, or a decoder is not needed to prove the key.
    let provesKey: Bool?
    /// The resource of a single media file, which is loaded while it is read; `nil` for a segment.
    private let file: RangedResource?

    /// The maximum size, in bytes, of a media file that is read.
    package static let fileLimit: Int64 = 8 << 30

    /// Loads a segment, as playback does.
    ///
    /// - Throws: ``SessionError`` when it cannot be loaded or decrypted, or when its samples are
    ///   invalid.
    package init(
        _ listed: ListedSegment, of rendition: RenditionMedia, loader: any ResourceLoader,
        keys: AssetKeys
    ) throws(SessionError) {
        // In a playlist that lists keys, a segment without a listed key is clear.
        let unlisted = rendition.listsKeys ? nil : keys.unlistedTransform
        var context = rendition.context(of: listed)
        let segment = context.segment
        var storedSection: ResourceBody?
        if let name = rendition.initializationKey(of: segment) {
            let body = try SegmentJob.load(Self.request(name, of: rendition), with: loader).body
            let sectionKeys = segment.initializationSection?.keys ?? []
            let decryption =
                try keys.transform(for: sectionKeys, playlistURL: rendition.url) ?? unlisted
            let clear =
                try decryption?.transform(body, of: context, role: .initializationSection).body
                ?? body
            context.initialization = clear
            storedSection = sectionKeys.allSatisfy(\.method.isOfSamples) ? body : clear
        }
        let request = Self.request(for: segment, of: rendition)
        var body = try SegmentJob.load(request, with: loader).body
        let loaded = body
        var provesKey: Bool?
        if let decryption = try keys.transform(for: segment.keys, playlistURL: rendition.url)
            ?? unlisted
        {
            let clear = try decryption.transform(body, of: context, role: .media)
            body = clear.body
            context.initialization = clear.initialization ?? context.initialization
            if let proof = clear.proof(of: segment.keys) {
                provesKey = try !SegmentJob.prove(
                    [proof], on: body, initialization: context.initialization, url: request.url
                ).isEmpty
            }
        }
        file = nil
        self.provesKey = provesKey
        media = TransportInput(body: body)
        initialization = context.initialization.map(TransportInput.init(body:))
        let isOfSamples = segment.keys.allSatisfy(\.method.isOfSamples)
        stored = (
            TransportInput(body: isOfSamples ? loaded : body),
            storedSection.map(TransportInput.init(body:))
        )
    }

    /// Loads a segment for which there is no key, and leaves it encrypted.
    ///
    /// - Throws: ``SessionError`` when it cannot be loaded.
    init(
        stored listed: ListedSegment, of rendition: RenditionMedia, loader: any ResourceLoader
    ) throws(SessionError) {
        let segment = listed.segment
        var section: TransportInput?
        if let name = rendition.initializationKey(of: segment) {
            let request = Self.request(name, of: rendition)
            section = TransportInput(body: try SegmentJob.load(request, with: loader).body)
        }
        let request = Self.request(for: segment, of: rendition)
        file = nil
        provesKey = nil
        media = TransportInput(body: try SegmentJob.load(request, with: loader).body)
        initialization = section
        stored = (media, section)
    }

    /// Starts to load a media file; loading continues while the file is read.
    ///
    /// - Parameters:
    ///   - url: The location of the file.
    ///   - loader: The source of bytes.
    ///   - keys: The source of the file's keys; `nil` leaves the file encrypted.
    /// - Throws: ``SessionError`` when the file cannot be loaded or decrypted.
    package init(file url: String, loader: any ResourceLoader, keys: AssetKeys?)
        throws(SessionError)
    {
        var request = ResourceRequest(url: url, kind: .segment)
        request.maximumByteCount = Self.fileLimit
        request.patience = RecoveryPolicy().patienceForFiles
        let file: RangedResource
        do throws(TransportError) {
            file = try RangedResource(request) { request throws(TransportError) in
                try loader.load(request)
            }
        } catch {
            throw .transport(error)
        }
        self.file = file
        provesKey = nil
        initialization = nil
        let input = TransportInput(resource: file)
        let transform = keys?.unlistedTransform as? any FileTransform
        let clear: ClearFile?
        do throws(SessionError) {
            clear = try transform?.open(input, url: url)
            try clear?.proveKeys(url: url)
        } catch {
            if let failure = file.failure { throw .transport(failure) }
            throw error
        }
        media = clear?.input ?? input
        stored = (input, nil)
    }

    /// Describes the encryption of a segment for which no playlist lists a key.
    ///
    /// - Returns: The description; `nil` when its initialization section announces no encryption.
    /// - Throws: ``SessionError`` when the section cannot be loaded.
    package static func unlistedEncryption(
        _ segment: MediaSegment, of rendition: RenditionMedia, loader: any ResourceLoader
    ) throws(SessionError) -> String? {
        guard !rendition.listsKeys, let name = rendition.initializationKey(of: segment) else {
            return nil
        }
        let body = try SegmentJob.load(request(name, of: rendition), with: loader).body
        return SegmentDecryptor.encryption(of: TransportInput(body: body))
    }

    /// Returns the request for an initialization section.
    private static func request(
        _ name: InitializationKey, of rendition: RenditionMedia
    ) -> ResourceRequest {
        var request = ResourceRequest(url: name.url, kind: .initializationSection)
        request.byteRange = name.byteRange
        request.referrer = rendition.url
        return request
    }

    /// Returns the request for a segment, with the limits that playback sets.
    private static func request(
        for segment: MediaSegment, of rendition: RenditionMedia
    ) -> ResourceRequest {
        var request = ResourceRequest(url: rendition.location(of: segment), kind: .segment)
        request.byteRange = segment.byteRange
        request.referrer = rendition.url
        RecoveryPolicy().bound(&request, of: segment.duration)
        return request
    }

    /// Checks that all required bytes could be loaded.
    ///
    /// - Throws: ``SessionError`` when a required part of the media file could not be loaded.
    package func check() throws(SessionError) {
        if let failure = file?.failure { throw .transport(failure) }
    }
}
