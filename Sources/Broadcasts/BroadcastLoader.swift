import Formats
import Containers
import Formats
package import LiveOrigin
import Playlists
package import Transport
import VirtualTime

/// Answers the requests for a broadcast in a virtual world, in front of another loader.
///
/// An answer depends on the request, its number and its instant alone, so worker threads may ask in
/// any order.
package struct BroadcastLoader: ResourceLoader {
    private static let mediaLimit: Int64 = 256 << 20

    private let origin: LiveOrigin
    private let writer: MediaWriter
    private let root: String
    private let behind: any ResourceLoader
    /// The name of the client, by which servers may be assigned.
    package var client = ""

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - origin: The broadcast, whose sources have absolute locations.
    ///   - writer: The writer of its media.
    ///   - location: The folder of the broadcast, such as `https://live.test/news`.
    ///   - behind: The loader of the sources, and of all other locations.
    package init(
        _ origin: LiveOrigin, writer: MediaWriter = MediaWriter(), at location: String,
        behind: any ResourceLoader
    ) {
        self.origin = origin
        self.writer = writer
        root = location.hasSuffix("/") ? location : location + "/"
        self.behind = behind
    }

    /// Loads a resource of the broadcast, or another one.
    package func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        guard request.url.hasPrefix(root) else { return try behind.load(request) }
        let location = String(request.url.dropFirst(root.count))
        let question = OriginRequest(
            location, client: client, ordinal: request.access?.ordinal ?? 0)
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
            do throws(TransportError) {
                var response = try response(to: request, next)
                response.heldUntil = max(response.heldUntil ?? instant, instant)
                return response
            } catch {
                var error = error
                error.heldUntil = max(error.heldUntil ?? instant, instant)
                throw error
            }
        case .ready(let answer):
            var response = try response(to: request, answer.content)
            response.age = answer.age
            return response
        }
    }

    private func response(
        to request: ResourceRequest, _ content: OriginContent
    ) throws(TransportError) -> ResourceResponse {
        switch content {
        case .playlist(let playlist):
            return ResourceResponse(
                url: request.url, status: 200, contentType: "application/vnd.apple.mpegurl",
                body: ResourceBody(Array(PlaylistWriter.text(of: playlist).utf8)))
        case .media(let media):
            let response = try load(media.source.uri, media.source.byteRange, for: request)
            return try written(media, response, for: request)
        case .initialization(let section):
            return try load(section.uri, section.byteRange, for: request)
        }
    }

    /// Returns a segment or part with the timestamps of the broadcast.
    private func written(
        _ media: OriginMedia, _ response: ResourceResponse, for request: ResourceRequest
    ) throws(TransportError) -> ResourceResponse {
        let (shift, clocks) = writer.shift(of: media)
        let cut = writer.cut(of: media)
        if shift.isIdentity, cut == nil { return response }
        let limit = min(request.maximumByteCount, Self.mediaLimit)
        let bytes = try response.body.bytes(limit: limit)
        var response = response
        do throws(ContainerError) {
            let part = try cut?.applied(
                to: bytes, initialization: writer.initialization(of: media))
            response.body = ResourceBody(try shift.applied(to: part ?? bytes, clocks: clocks))
        } catch {
            throw TransportError(url: request.url, cause: .underlying(UnderlyingError(error)))
        }
        response.totalByteCount = response.body.byteCount
        return response
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
