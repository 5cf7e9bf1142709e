import ContentProtection
import Foundation
import HeadlessBrightcove
import HeadlessPlayback
import Playlists
import Synchronization
import TestSupport
import Transport

/// A media server, a key server and a playback service in one process.
///
/// A test can disconnect them from the app.
final class FilmOrigin: ResourceLoader {
    private struct State: ~Copyable {
        var server: KeyServer
        var isConnected = true
        var asked: [String] = []
    }

    private let state: Mutex<State>

    init() throws {
        let server = KeyServer(
            identity: try Exchange().identity, policies: try ProtectedSample.cbcs.policies())
        state = Mutex(State(server: server))
    }

    /// The locations that were requested, in sorted order.
    var asked: [String] { state.withLock { $0.asked.sorted() } }

    /// Empties `asked` and disconnects the servers, so that each later request fails.
    func disconnect() {
        state.withLock {
            $0.isConnected = false
            $0.asked = []
        }
    }

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        let isConnected = state.withLock {
            $0.asked.append(request.url)
            return $0.isConnected
        }
        guard isConnected else {
            throw TransportError(
                url: request.url,
                cause: .unreachable(host: "media.test", reason: "no network"))
        }
        let parts = request.url.dropFirst("https://".count).split(separator: "/")
        let path = parts.dropFirst().joined(separator: "/")
        switch parts.first {
        case "keys.test": return try licence(request, "/" + path)
        case "service.test": return entry(request, "/" + path)
        default:
            let file = path.prefix { $0 != "?" }
            var local = ResourceRequest(url: "\(SampleMedia.folder)/\(file)", kind: request.kind)
            local.byteRange = request.byteRange
            var response = try StandardLoader().load(local)
            response.url = request.url
            return response
        }
    }

    /// A film with FairPlay, as the vendor's service describes it.
    static var protectedFilm: BCOVVideo {
        let source = BCOVSource(
            url: URL(string: "https://media.test/protected-cbcs/index.m3u8"),
            deliveryMethod: kBCOVSourceDeliveryHLS,
            properties: [
                kBCOVSourcePropertyKeySystems: [
                    "com.apple.fps.1_0": [
                        "certificate_url": "https://keys.test/certificate",
                        "key_request_url": "https://keys.test/licence",
                    ]
                ]
            ])
        return BCOVVideo(
            source: source, cuePoints: nil,
            properties: [
                kBCOVVideoPropertyKeyName: "Film",
                kBCOVVideoPropertyKeyPoster: "https://media.test/single/segment-0.ts",
            ])
    }

    private func licence(
        _ request: ResourceRequest, _ path: String
    ) throws(TransportError) -> ResourceResponse {
        let question = KeyServerRequest(
            method: request.upload == nil ? "GET" : "POST", path: path,
            body: request.upload?.bytes ?? [])
        let date = DateTime(millisecondsSince1970: 1_767_225_600_000)
        let answer = state.withLock { $0.server.answer(question, at: date) }
        return ResourceResponse(
            url: request.url, status: answer.status, body: ResourceBody(answer.body))
    }

    /// Returns the catalogue entry of an unprotected film with subtitles in its playlist.
    private func entry(_ request: ResourceRequest, _ path: String) -> ResourceResponse {
        let isKnown =
            path == "/accounts/1/videos/5"
            && request.headers.contains { $0.name == "BCOV-Policy" && $0.value == "key" }
        let text =
            isKnown
            ? """
            {"id": "5", "name": "Film", "offline_enabled": true, "duration": 10000,
             "sources": [{"type": "application/x-mpegURL",
                          "src": "https://media.test/subtitled/index.m3u8"}],
             "text_tracks": [{"src": "https://media.test/subtitled/de.vtt", "srclang": "de",
                              "label": "Deutsch", "kind": "subtitles"}]}
            """
            : #"[{"error_code": "VIDEO_NOT_FOUND"}]"#
        return ResourceResponse(
            url: request.url, status: isKnown ? 200 : 404, body: ResourceBody(Array(text.utf8)))
    }
}
