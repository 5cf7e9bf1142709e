package import LiveOrigin
import Playlists
package import Transport
import VirtualTime

/// Answers the requests for a broadcast in a virtual world, in front of another loader.
///
/// An answer depends on the request, its number and its instant alone, so worker threads may ask in
/// any order.
package struct BroadcastLoader: ResourceLoader {
    private let origin: LiveOrigin
    private let root: String
    private let behind: any ResourceLoader

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - origin: The broadcast, whose sources have absolute locations.
    ///   - location: The folder of the broadcast, such as `https://live.test/news`.
    ///   - behind: The loader of the sources, and of all other locations.
    package init(_ origin: LiveOrigin, at location: String, behind: any ResourceLoader) {
        self.origin = origin
        root = location.hasSuffix("/") ? location : location + "/"
        self.behind = behind
    }

    /// Loads a resource of the broadcast, or another one.
    package func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        guard request.url.hasPrefix(root) else { return try behind.load(request) }
        let location = String(request.url.dropFirst(root.count))
        let question = OriginRequest(location, ordinal: request.access?.ordinal ?? 0)
        return try response(
            to: request,
            origin.answer(question, arrivingAt: request.access?.instant ?? .start))
    }

    private func response(
        to request: ResourceRequest, _ answer: OriginAnswer
    ) throws(TransportError) -> ResourceResponse {
        switch answer {
        case .refused(let status):
            throw TransportError(url: request.url, cause: .status(status))
        case .held(let instant, let next):
            var response = try response(to: request, next)
            response.heldUntil = max(response.heldUntil ?? instant, instant)
            return response
        case .ready(let response):
            switch response.content {
            case .playlist(let playlist):
                return ResourceResponse(
                    url: request.url, status: 200,
                    contentType: "application/vnd.apple.mpegurl",
                    body: ResourceBody(Array(PlaylistWriter.text(of: playlist).utf8)))
            case .media(let media):
                guard media.shift == .zero, media.part == nil else {
                    throw TransportError(
                        url: request.url,
                        cause: .failed("parts and continuous timestamps are not rendered"))
                }
                return try load(media.source.uri, media.source.byteRange, for: request)
            case .initialization(let section):
                return try load(section.uri, section.byteRange, for: request)
            }
        }
    }

    /// Loads a resource of a source under its name in the broadcast.
    private func load(
        _ source: String, _ range: Range<Int64>?, for request: ResourceRequest
    ) throws(TransportError) -> ResourceResponse {
        var inner = request
        inner.url = source
        inner.byteRange = range
        inner.referrer = nil
        inner.headers = []
        var response = try behind.load(inner)
        response.url = request.url
        return response
    }
}
