import AssetChecking
import Containers
import ContentProtection
import HeadlessPlayback
import Playlists
import Sessions
import Transport

/// Loads a whole segment with its initialization section and its key, and checks its media.
///
/// The key must be right, and the segment must be as long as the playlist promises.
struct WholeSegmentProbe: ReadingJob {
    /// The media that the segment lacks; `nil` if no media is absent.
    typealias Value = String?

    /// The maximum size in bytes of a segment or an initialization section that is loaded.
    private static let longestSegment: Int64 = 256 << 20
    private static let longestKey: Int64 = 4096

    let request: ResourceRequest
    private let context: SegmentContext

    /// Prepares to load a segment; `nil` if the segment has keys, but no plain key with a URI.
    ///
    /// A plain key has the key format `identity`.
    ///
    /// - Parameters:
    ///   - segment: The segment.
    ///   - number: The media sequence number of the segment.
    ///   - url: The absolute location of the playlist.
    ///   - includesClear: Whether a segment without keys is loaded, too.
    init?(_ segment: MediaSegment, number: Int, of url: String, includesClear: Bool) {
        let isPlain = segment.keys.contains {
            $0.keyFormat == EncryptionKey.identityFormat && $0.uri != nil
        }
        guard isPlain || includesClear && segment.keys.isEmpty else { return nil }
        var request = ResourceRequest(
            url: URIReference.resolve(segment.uri, against: url), kind: .segment)
        request.byteRange = segment.byteRange
        request.referrer = url
        request.maximumByteCount = Self.longestSegment
        self.request = request
        context = SegmentContext(playlistURL: url, segment: segment, mediaSequence: number)
    }

    /// The resource at a location: the segment or its initialization section.
    enum Media: Equatable {
        /// The segment, with its name in findings.
        ///
        /// The resource may also contain the initialization section.
        case segment(String)
        /// Only the initialization section of the segment.
        case section
    }

    /// The name of the segment, as findings show it.
    var segmentName: String { ProbedResource(context.segment).name }

    /// Returns the media at a location.
    ///
    /// - Parameter url: The absolute location.
    /// - Returns: The media; `nil` for any other location, such as the location of the key.
    func media(at url: String) -> Media? {
        let section = context.segment.initializationSection
        let isSection = section.map {
            url == URIReference.resolve($0.uri, against: context.playlistURL)
        }
        guard url == request.url else { return isSection == true ? .section : nil }
        return .segment(
            isSection == true ? "\(segmentName) and its initialization section" : segmentName)
    }

    func run(_ attempt: FetchAttempt) -> FetchOutcome<String?> {
        let decryptor = SegmentDecryptor { key, playlistURL in
            let location = URIReference.resolve(key.uri ?? "", against: playlistURL)
            var request = ResourceRequest(url: location, kind: .key)
            request.maximumByteCount = Self.longestKey
            let body = try SegmentJob.load(beside(attempt, request), with: attempt.loader).body
            return try body.bytes(limit: Self.longestKey)
        }
        do throws(SessionError) {
            let response = try SegmentJob.load(attempt.request, with: attempt.loader)
            var context = context
            if let section = context.segment.initializationSection {
                var request = ResourceRequest(
                    url: URIReference.resolve(section.uri, against: context.playlistURL),
                    kind: .initializationSection)
                request.byteRange = section.byteRange
                request.maximumByteCount = Self.longestSegment
                let body = try SegmentJob.load(beside(attempt, request), with: attempt.loader).body
                let section = try decryptor.transform(
                    body, of: context, role: .initializationSection
                ).body
                context.initialization = section
                // Only an encrypted section is checked here. A section that is not encrypted is
                // checked when an `AvailabilityProbe` requests it.
                if let listed = context.segment.initializationSection,
                    ProbedResource(listed).isEncryptedAsWhole,
                    let problem = OpenedInitialization(TransportInput(body: section)).problem
                {
                    throw .container(problem, url: request.url)
                }
            }
            let clear = try decryptor.transform(response.body, of: context, role: .media)
            if ProbedResource(context.segment).isEncryptedAsWhole,
                let problem = try start(of: clear.body).problem(
                    hasInitialization: context.initialization != nil)
            {
                throw .container(problem, url: request.url)
            }
            let proofs = [clear.proof(of: context.segment.keys)].compactMap(\.self)
            try SegmentJob.prove(
                proofs, on: clear.body,
                initialization: clear.initialization ?? context.initialization, url: request.url)
            let lack = lack(
                in: TransportInput(body: clear.body),
                clear.initialization ?? context.initialization)
            return FetchOutcome(
                result: .success(lack), byteCount: response.body.byteCount,
                isStored: response.isStored, heldUntil: response.heldUntil)
        } catch {
            return FetchOutcome(result: .failure(error), byteCount: 0)
        }
    }

    /// Returns the media or the text that the decrypted segment lacks; `nil` if nothing is absent.
    ///
    /// The other probes report content that is not a known container, and a section that cannot be
    /// read.
    private func lack(in media: TransportInput, _ initialization: ResourceBody?) -> String? {
        let section = initialization.map { OpenedInitialization(TransportInput(body: $0)) }
        guard section?.problem == nil, ContainerFormat.problem(of: media) == nil else { return nil }
        // A fragment states the durations of its samples, even if the bytes of the samples are
        // absent.
        if let cut = CutContent.error(of: media) { return "\(cut)" }
        let contents = Result { () throws(ContainerError) in
            try SegmentDemuxer().demux(
                section: section, media: media, hint: SegmentJob.hint(for: context.segment.uri))
        }
        if let text = try? contents.get(), text.format == .webVTT {
            return ContainerCheck.loss(ofTextIn: media, text)
        }
        return SegmentPromise(context.segment.duration)
            .lack(in: contents, beside: nil, isClear: true)
    }

    /// Returns the first bytes of the decrypted segment.
    private func start(of body: ResourceBody) throws(SessionError) -> SegmentStart {
        do throws(TransportError) {
            let bytes = try body.part(0..<Int64(SegmentStart.windowSize)).bytes()
            return SegmentStart(bytes, of: body.byteCount)
        } catch {
            throw .transport(error)
        }
    }

    /// Returns a copy of a request for the key or initialization section of a segment.
    ///
    /// The copy has the asset access and the cancellation of `attempt`, which requests the segment.
    /// Its referrer is the playlist.
    private func beside(_ attempt: FetchAttempt, _ request: ResourceRequest) -> ResourceRequest {
        var request = request
        request.referrer = context.playlistURL
        request.access = attempt.request.access
        request.cancellation = attempt.request.cancellation
        return request
    }
}
