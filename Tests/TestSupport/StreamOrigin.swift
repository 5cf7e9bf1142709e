import Formats
public import HeadlessPlayback
import Sessions
import Synchronization
public import Transport

/// A service that counts the streams of a viewer, and a media server, in one process.
///
/// The service permits one stream. A test can let another device occupy this stream for a time.
public final class StreamOrigin: ResourceLoader {
    private struct State {
        var log: [String] = []
        var isSeated = false
        var otherLeaves: Int64 = 0
        var forced: [Int] = []
        var listStatus = 200
    }

    private let repeats: Int
    private let interval: Int64
    private let state = Mutex(State())

    /// Creates an origin.
    ///
    /// - Parameters:
    ///   - repeats: The number of times that the film repeats its sample.
    ///   - interval: The interval between heartbeats in milliseconds.
    public init(repeats: Int = 1, interval: Int64 = 60_000) {
        self.repeats = repeats
        self.interval = interval
    }

    /// The account of this service.
    public static let account = PlaybackServiceAccount(id: "1", baseURL: "https://service.test")

    /// The requests to the service, each with its time in seconds, its method and its status.
    public var log: [String] { state.withLock { $0.log } }

    /// Whether the service counts the viewer's stream on this device.
    public var isSeated: Bool { state.withLock { $0.isSeated } }

    /// Lets another device occupy the only stream until the given second of simulated time.
    public func occupy(until second: Int64) { state.withLock { $0.otherLeaves = second } }

    /// Sets the statuses of the next heartbeats; 204 means that the account has no limit.
    public func force(_ statuses: [Int]) { state.withLock { $0.forced = statuses } }

    /// Sets the HTTP status with which the service answers requests for the list of sessions.
    public func answerLists(with status: Int) { state.withLock { $0.listStatus = status } }

    /// Returns a token with claims, whose signature is not checked.
    public static func token(_ claims: String) -> String {
        func part(_ text: String) -> String {
            let url: [Character: String] = ["+": "-", "/": "_", "=": ""]
            return String(decoding: Base64.encode(Array(text.utf8)), as: UTF8.self)
                .map { url[$0] ?? String($0) }.joined()
        }
        return "\(part(#"{"alg":"RS256"}"#)).\(part(claims)).c2lnbmF0dXJl"
    }

    /// The claims of a viewer who may play one stream at a time.
    public static let claims = #"{"accid": "1", "climit": 1, "uid": "viewer", "sid": "phone 1"}"#

    /// Returns the video as a playback service gives it to a viewer.
    public func video(claims: String? = StreamOrigin.claims) -> Video {
        var video = Video(url: "https://media.test/index.m3u8")
        video.properties["id"] = "5"
        video.properties["name"] = "film"
        video.provenance = VideoProvenance(
            account: Self.account, authToken: claims.map(Self.token), instant: .start)
        return video
    }

    /// Loads a resource of the service or of the media server.
    public func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        let path = String(request.url.dropFirst("https://".count))
        guard path.hasPrefix("service.test") else { return try media(path, request) }
        let second = request.access?.instant.sinceStart.components.seconds ?? 0
        let method = request.deletes ? "DELETE" : request.upload == nil ? "GET" : "POST"
        let isKnown =
            path == "service.test/accounts/1/sessions"
            && request.headers.contains { $0.name == "Authorization" }
        let (status, text) = state.withLock { state in
            let answer = isKnown ? answer(method, at: second, &state) : (404, "")
            state.log.append("\(second) \(method) \(answer.0)")
            return answer
        }
        return ResourceResponse(
            url: request.url, status: status, body: ResourceBody(Array(text.utf8)))
    }

    private func media(
        _ path: String, _ request: ResourceRequest
    ) throws(TransportError) -> ResourceResponse {
        let name = path.split(separator: "/").dropFirst().joined(separator: "/")
        var local = ResourceRequest(url: "\(SampleMedia.single.folder)/\(name)", kind: request.kind)
        local.byteRange = request.byteRange
        var response = try StandardLoader().load(local)
        response.url = request.url
        guard name.hasSuffix(".m3u8") else { return response }
        // The playlist repeats the sample.
        let text = String(decoding: try response.body.bytes(), as: UTF8.self)
        guard let start = text.firstRange(of: "#EXTINF"),
            let end = text.firstRange(of: "#EXT-X-ENDLIST")
        else { return response }
        let segments = text[start.lowerBound..<end.lowerBound]
        let film = Array(repeating: segments, count: repeats)
            .joined(separator: "#EXT-X-DISCONTINUITY\n")
        response.body = ResourceBody(
            Array((text[..<start.lowerBound] + film + "#EXT-X-ENDLIST\n").utf8))
        return response
    }

    private func answer(
        _ method: String, at second: Int64, _ state: inout State
    ) -> (Int, String) {
        switch method {
        case "DELETE":
            defer { state.isSeated = false }
            return state.isSeated ? (204, "") : (404, "")
        case "GET":
            guard state.listStatus == 200 else { return (state.listStatus, "") }
            return (
                200,
                """
                [{"session_id": "tablet", "end_viewer_id": "viewer", "stopped": false,
                  "last_seen": "2026-01-01T00:00:00Z"}]
                """
            )
        default:
            if !state.forced.isEmpty {
                let status = state.forced.removeFirst()
                if status != 200 { return (status, "") }
            }
            guard second >= state.otherLeaves else {
                state.isSeated = false
                return (
                    403,
                    """
                    {"error": {"code": "ACCESS_DENIED", "sub_code": "MAX_CONCURRENCY",
                               "message": "too many streams"}}
                    """
                )
            }
            state.isSeated = true
            return (200, #"{"current": 1, "max": 1, "heartbeat_interval": \#(interval)}"#)
        }
    }
}
