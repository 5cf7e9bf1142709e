package import Containers
import Playlists
import Presentation
package import Transport
import VirtualTime

/// Fetches and reads one segment.
package struct SegmentJob: Sendable {
    /// The result of the job.
    package typealias Value = ReadSegment

    /// The size limit of a segment in bytes; a minute at 100 Mb/s fits.
    static let byteLimit: Int64 = 1 << 30
    /// The size limit of an initialization section in bytes.
    static let initializationLimit: Int64 = 16 << 20

    /// The request.
    package private(set) var request: ResourceRequest
    let transforms: [any SegmentTransform]
    let context: SegmentContext
    let initialization: ReadSection?
    let demuxer: SegmentDemuxer
    /// The first segment of the rendition; later segments may rely on its parameter sets.
    let first: DemuxedSegment?
    /// Whether the segment is in an I-frame playlist.
    var isPicture = false
    /// The reader of the subtitle cues; `nil` when the segment has no cues, or there is no reader.
    let subtitleReader: (any SubtitleReader)?
    /// The last initialization section that was decrypted and read; `nil` when there is none.
    var knownSection: OpenedInitialization?
    /// Whether the bytes are kept for an observer that needs them after the segment is placed.
    var keepsSource = false

    /// Fetches and reads the segment.
    package func run(_ attempt: FetchAttempt) -> FetchOutcome<ReadSegment> {
        var byteCount: Int64 = 0
        var isStored = false
        var proofs: [KeyProof] = []
        do throws(SessionError) {
            let response = try Self.load(attempt)
            var body = response.body
            byteCount = body.byteCount
            isStored = response.isStored
            let isVersioned = response.namesVersion
            var context = context
            context.initialization = initialization?.body
            var clearSection: OpenedInitialization?
            let moved = (body.content as? MadeValue<MovedMedia>)?.value
            let isClear = context.segment.keys.isEmpty && moved?.isKnown == true
            for transform in isClear ? [] : transforms {
                let transformed = try transform.transform(body, of: context, role: .media)
                body = transformed.body
                if let clear = transformed.initialization {
                    context.initialization = clear
                    clearSection = opened(clear)
                }
                if let proof = transformed.proof(of: context.segment.keys) { proofs.append(proof) }
            }
            let provenKeys = try Self.prove(
                proofs, on: body, initialization: context.initialization, url: request.url)
            let segment: DemuxedSegment
            do throws(ContainerError) {
                let read = try demux(body, section: clearSection ?? initialization?.contents)
                segment = try read.shown(isPicture ? context.segment.duration : nil)
            } catch {
                guard case .noSamples(let format) = error.reason, isNegligible else {
                    throw SessionError.unreadable(
                        error, isOfSubtitles: subtitleReader != nil, url: request.url)
                }
                segment = DemuxedSegment(emptyOf: format, byteCount: byteCount)
            }
            let cues = try subtitleReader.flatMap { reader throws(SessionError) in
                try SubtitleReading(reader: reader, context: context, url: request.url)
                    .cues(in: body, segment)
            }
            let source =
                keepsSource
                ? SegmentSource(body, initialization: context.initialization, first: first) : nil
            let read = ReadSegment(
                media: segment, cues: cues,
                hasUnreadText: subtitleReader != nil && cues == nil && segment.hasUnreadText,
                hasAlteredCues: cues != nil && isAltered(cues, in: response, to: attempt),
                source: source, clearSection: clearSection,
                provesKey: proofs.isEmpty ? nil : !provenKeys.isEmpty,
                hasUnlistedKey: context.segment.keys.isEmpty
                    && provenKeys.contains(where: \.isOfDecryptor))
            var outcome = FetchOutcome(
                result: .success(read), byteCount: byteCount, isStored: isStored,
                heldUntil: response.heldUntil)
            outcome.isVersioned = isVersioned
            return outcome
        } catch {
            return FetchOutcome(
                result: .failure(error), byteCount: byteCount, isStored: isStored)
        }
    }

    /// Returns whether an injected fault has changed the cues of a response.
    private func isAltered(
        _ cues: SegmentCues?, in response: ResourceResponse, to attempt: FetchAttempt
    ) -> Bool {
        guard let body = response.unaltered else { return false }
        var original = response
        original.body = body
        original.unaltered = nil
        let loader = KnownResponse(original)
        let outcome = run(FetchAttempt(request: attempt.request, loader: loader, index: nil))
        guard case .success(let read) = outcome.result else { return false }
        return read.cues != cues
    }

    /// Reads a segment; reuses the cached result for a segment that a simulated broadcast repeats.
    private func demux(
        _ body: ResourceBody, section: OpenedInitialization?
    ) throws(ContainerError) -> DemuxedSegment {
        let hint = Self.hint(for: request.url)
        if let moved = (body.content as? MadeValue<MovedMedia>)?.value,
            let known = try moved.read(
                by: demuxer, section: section, hint: hint, inheritingFrom: first)
        {
            return known
        }
        return try demuxer.demux(
            section: section, media: TransportInput(body: body), hint: hint,
            inheritingFrom: first)
    }

    /// Permits the server to delay its response until the requested part exists.
    ///
    /// - Parameters:
    ///   - recovery: The policy, which determines the longest permitted delay.
    ///   - target: The target duration of the playlist.
    mutating func allowWait(by recovery: RecoveryPolicy, of target: MediaTime?) {
        request.patience = recovery.patience(forPlaylistHeldFor: target ?? .zero)
    }

    /// Reads a decrypted initialization section, or returns ``knownSection`` if it is the same.
    private func opened(_ clear: ResourceBody) -> OpenedInitialization {
        if let knownSection, let bytes = try? clear.bytes(limit: Self.initializationLimit),
            knownSection.isOf(bytes)
        {
            return knownSection
        }
        return OpenedInitialization(TransportInput(body: clear))
    }

    /// Checks keys by decoding samples of a segment.
    ///
    /// - Parameters:
    ///   - proofs: The keys to check.
    ///   - body: The decrypted segment.
    ///   - initialization: The decrypted initialization section.
    ///   - url: The location of the segment.
    /// - Returns: The keys that are now known to be right; all other keys have no suitable samples
    ///   in the segment.
    /// - Throws: ``SessionError/decryption(_:url:)`` when the samples are garbage, because a key is
    ///   wrong.
    @discardableResult
    package static func prove(
        _ proofs: [KeyProof], on body: ResourceBody, initialization: ResourceBody?, url: String
    ) throws(SessionError) -> Set<KeyPeriod> {
        var found: Set<KeyPeriod> = []
        for proof in proofs {
            found.formUnion(
                try proof.prove(
                    initialization: initialization.map(TransportInput.init(body:)),
                    media: TransportInput(body: body), url: url))
        }
        return found
    }

    /// Whether the segment is so short that it may legitimately contain no samples.
    var isNegligible: Bool {
        SegmentPromise(context.segment.duration).isNegligible(beside: first)
    }

    /// Returns the container that the location of a segment suggests; `nil` when it suggests none.
    package static func hint(for url: String) -> FormatHint? {
        FormatHint(url: url)
    }

    /// Fetches the resource of an attempt; an error of the loader is wrapped in a `SessionError`.
    static func load(_ attempt: FetchAttempt) throws(SessionError) -> ResourceResponse {
        try load(attempt.request, with: attempt.loader)
    }

    /// Fetches a resource; an error of the loader is wrapped in a `SessionError`.
    package static func load(
        _ request: ResourceRequest, with loader: any ResourceLoader
    ) throws(SessionError) -> ResourceResponse {
        do throws(TransportError) {
            return try loader.load(request)
        } catch {
            throw SessionError.transport(error)
        }
    }
}
