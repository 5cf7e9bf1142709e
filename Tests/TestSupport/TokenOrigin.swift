public import HeadlessPlayback
import Sessions
import Synchronization
public import Transport

/// A playback service and a media server in one process, with tokens that expire.
///
/// The tokens expire in simulated time. The token is the first component of a location and names
/// the second at which it was issued. Playlists with an expired token are refused with status 403;
/// segments are always available.
public final class TokenOrigin: ResourceLoader {
    /// A request and the second of simulated time at which it was made.
    public struct Entry: Equatable, Sendable {
        /// The location without the scheme.
        public let path: String
        /// The second of simulated time at which the request was made, rounded down.
        public let second: Int64
    }

    private let folder: String
    private let lifetime: Int64
    private let state = Mutex<(entries: [Entry], refusal: Int?, stale: Bool)>(([], nil, false))

    /// Creates an origin.
    ///
    /// - Parameters:
    ///   - sample: The asset.
    ///   - lifetime: The lifetime of a token in seconds.
    public init(_ sample: SampleMedia, lifetime: Int64) {
        folder = sample.folder
        self.lifetime = lifetime
    }

    /// The account of this service.
    public static let account = PlaybackServiceAccount(
        id: "1", policyKey: "key", baseURL: "https://service.test")

    /// The requests for playlists and the requests to the service, in the order of arrival.
    ///
    /// The order in which concurrent requests arrive depends on threads.
    public var log: [Entry] { state.withLock { $0.entries } }

    /// Makes the service refuse requests with a status from now on; `nil` ends the refusals.
    public func refuse(with status: Int?) { state.withLock { $0.refusal = status } }

    /// Makes the service answer with tokens that have already expired.
    public func answerStale() { state.withLock { $0.stale = true } }

    /// Returns the video that the service returns at the start of a simulation.
    public func video() throws -> Video {
        let request = PlaybackServiceRequest(.video(id: "5"), of: Self.account)
        let answer = try PlaybackServiceAnswer(to: request, status: 200, body: entry(at: 0))
        var video = answer.video ?? Video(sources: [])
        video.provenance = VideoProvenance(
            account: Self.account, authToken: nil, instant: .start)
        return video
    }

    /// Loads a resource of the service or of the media server.
    public func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        let second = request.access?.instant.sinceStart.components.seconds ?? 0
        let path = String(request.url.dropFirst("https://".count))
        if path.hasPrefix("service.test") {
            let (refusal, stale) = state.withLock { state in
                state.entries.append(Entry(path: path, second: second))
                return (state.refusal, state.stale)
            }
            let body = refusal == nil ? entry(at: stale ? second - lifetime : second) : []
            return ResourceResponse(
                url: request.url, status: refusal ?? 200, body: ResourceBody(body))
        }
        let parts = path.split(separator: "/").dropFirst()
        let rest = parts.dropFirst().joined(separator: "/")
        if rest.hasSuffix(".m3u8") {
            state.withLock { $0.entries.append(Entry(path: path, second: second)) }
            guard let issue = Int64(parts.first ?? ""), second < issue + lifetime else {
                throw TransportError(url: request.url, cause: .status(403))
            }
        }
        var local = ResourceRequest(url: "\(folder)/\(rest)", kind: request.kind)
        local.byteRange = request.byteRange
        var response = try StandardLoader().load(local)
        response.url = request.url
        return response
    }

    private func entry(at second: Int64) -> [UInt8] {
        Array(
            """
            {"id": "5", "name": "film", "duration": 20000, "manifest_url_ttl": \(lifetime),
             "sources": [{"src": "https://media.test/\(second)/index.m3u8",
                          "type": "application/x-mpegURL"}]}
            """.utf8)
    }
}
