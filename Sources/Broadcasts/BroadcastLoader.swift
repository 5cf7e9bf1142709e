import Containers
import Formats
package import LiveOrigin
import Playlists
package import Transport
import VirtualTime

/// A loader that answers the requests for a simulated broadcast.
///
/// Another loader supplies the source assets. A response depends only on the request, its ordinal
/// number and its instant, so worker threads may make requests in any order.
package struct BroadcastLoader: ResourceLoader {
    static let mediaLimit: Int64 = 256 << 20
    /// The mean number of playlists for each playlist that is checked by parsing its text.
    private static let sampleDistance: UInt64 = 50
    private static let difference = "the text of a playlist differs from its value"

    private let origin: LiveOrigin
    let writer: MediaWriter
    private let root: String
    private let behind: any ResourceLoader
    let desk = MediaDesk()
    /// The name of the client; the broadcast may assign clients to servers by name.
    package var client = ""

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - origin: The broadcast, whose sources have absolute locations.
    ///   - writer: The writer of the broadcast's media.
    ///   - location: The folder of the broadcast, such as `https://live.test/news`.
    ///   - behind: The loader of the sources, and of all locations outside the broadcast.
    package init(
        _ origin: LiveOrigin, writer: MediaWriter = MediaWriter(), at location: String,
        behind: any ResourceLoader
    ) {
        self.origin = origin
        self.writer = writer
        root = location.hasSuffix("/") ? location : location + "/"
        self.behind = behind
    }

    /// Loads a resource of the broadcast; another loader loads any other location.
    package func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        guard let location = OriginRequest.location(of: request.url, under: root) else {
            return try behind.load(request)
        }
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
                body: try body(of: playlist, for: request))
        case .media(let media):
            guard let encryption = media.encryption else { return try response(to: request, media) }
            return try encrypted(
                media, try source(of: media, for: request), encryption, for: request)
        case .initialization(let section, let encryption):
            let response = try load(section.uri, section.byteRange, for: request)
            guard let encryption else { return response }
            return try encrypted(response, encryption, for: request)
        case .key(let key):
            return ResourceResponse(
                url: request.url, status: 200, contentType: "application/octet-stream",
                body: ResourceBody(key))
        case .sourceKey(let location): return try load(location, nil, for: request)
        }
    }

    /// Returns the body for a playlist: usually the `Playlist` value, which can generate its text.
    ///
    /// One in ``sampleDistance`` playlists is written as text and parsed again, which must give an
    /// equal playlist. The body then contains only the text, so that the client has to parse it as
    /// well.
    private func body(
        of playlist: Playlist, for request: ResourceRequest
    ) throws(TransportError) -> ResourceBody {
        guard isSample(request) else {
            let byteCount = Int64(PlaylistWriter.byteCount(of: playlist))
            return ResourceBody(
                MadeValue(playlist, byteCount: byteCount) {
                    Array(PlaylistWriter.text(of: playlist).utf8)
                })
        }
        let text = Array(PlaylistWriter.text(of: playlist).utf8)
        var options = ParsingOptions()
        options.uri = request.url
        let parsed: Playlist
        do throws(PlaylistError) {
            parsed = try Playlist(parsing: text, options: options)
        } catch {
            throw TransportError(url: request.url, cause: .underlying(UnderlyingError(error)))
        }
        guard parsed == playlist else {
            let cause = UnderlyingError(BroadcastError(Self.difference))
            throw TransportError(url: request.url, cause: .underlying(cause))
        }
        return ResourceBody(text)
    }

    /// Returns whether the response to a request is in the sample that is checked by parsing.
    ///
    /// The result depends only on the request.
    private func isSample(_ request: ResourceRequest) -> Bool {
        guard let instant = request.access?.instant else { return true }
        var hash = FNVHash(request.url)
        let (seconds, rest) = instant.sinceStart.components
        for value in [seconds, rest] {
            for shift in stride(from: 0, to: 64, by: 8) {
                hash.add(UInt8(truncatingIfNeeded: value >> shift))
            }
        }
        return (hash.value >> 32) % Self.sampleDistance == 0
    }

    /// Returns a segment or part with the timestamps of the broadcast.
    ///
    /// The body generates its bytes on demand. A client that does not need the bytes can use the
    /// body's value instead: the cached result of parsing the source segment, with shifted
    /// timestamps. A player on a virtual clock therefore parses each source segment only once.
    private func response(
        to request: ResourceRequest, _ media: OriginMedia
    ) throws(TransportError) -> ResourceResponse {
        let (shift, clocks) = writer.shift(of: media)
        let limit = min(request.maximumByteCount, Self.mediaLimit)
        let known = try desk.response(named: Self.name(of: media)) { () throws(TransportError) in
            var response = try self.source(of: media, for: request)
            if writer.cut(of: media) != nil || shift.decodeTimeWidth != nil || media.textEnd != nil
            {
                let bytes = try bytes(of: media, from: response, limit: limit, for: request)
                response.body = ResourceBody(bytes)
                response.totalByteCount = response.body.byteCount
            }
            return response
        }
        guard known.byteCount <= limit else {
            throw TransportError(url: request.url, cause: .tooLarge(limit: limit))
        }
        var response = known.response
        response.url = request.url
        let cut = writer.cut(of: media)
        if cut != nil || media.textEnd != nil || !shift.isIdentity {
            response.totalByteCount = known.byteCount
        }
        let initialization = cut == nil ? nil : writer.initialization(of: media)
        let source = { @Sendable () throws(TransportError) -> [UInt8] in
            try self.source(of: media, for: request).body.bytes(limit: limit)
        }
        let moved = MovedMedia(
            Self.name(of: media), shift: shift, clocks: clocks, readings: desk.readings
        ) { () throws(ContainerError) -> [UInt8] in
            let bytes: [UInt8]
            do throws(TransportError) {
                bytes = Self.trimmed(try source(), of: media)
            } catch {
                throw ContainerError(.input(ContainerInputError(error, offset: 0)))
            }
            return try cut?.applied(to: bytes, initialization: initialization) ?? bytes
        }
        let content = MadeValue(moved, byteCount: known.byteCount) {
            () throws(TransportError) -> [UInt8] in
            try desk.bytes(at: Self.place(of: request)) { () throws(TransportError) in
                do throws(ContainerError) {
                    return try moved.bytes()
                } catch {
                    throw TransportError(
                        url: request.url, cause: .underlying(UnderlyingError(error)))
                }
            }
        }
        response.body = ResourceBody(content)
        return response
    }

    /// Returns the bytes of a segment or part with the timestamps of the broadcast.
    func bytes(
        of media: OriginMedia, from response: ResourceResponse, limit: Int64,
        for request: ResourceRequest
    ) throws(TransportError) -> [UInt8] {
        let (shift, clocks) = writer.shift(of: media)
        let bytes = Self.trimmed(try response.body.bytes(limit: limit), of: media)
        do throws(ContainerError) {
            let part = try writer.cut(of: media)?.applied(
                to: bytes, initialization: writer.initialization(of: media))
            return try shift.applied(to: part ?? bytes, clocks: clocks)
        } catch {
            throw TransportError(url: request.url, cause: .underlying(UnderlyingError(error)))
        }
    }

    /// Returns a cache key for the source bytes of a segment or part, with unshifted timestamps.
    private static func name(of media: OriginMedia) -> String {
        let place = media.source.byteRange.map { " \($0.lowerBound)-\($0.upperBound)" } ?? ""
        let part = media.part.map { " \($0.lowerBound.ticks) \($0.upperBound.ticks)" } ?? ""
        let end = media.textEnd.map { " to \($0.ticks)" } ?? ""
        return "\(media.track) \(media.source.uri)\(place)\(part)\(end)"
    }

    /// Returns a source segment without the cues that are not part of the broadcast.
    private static func trimmed(_ bytes: [UInt8], of media: OriginMedia) -> [UInt8] {
        media.textEnd.map { WebVTTCut(end: $0).applied(to: bytes) } ?? bytes
    }

    /// Returns the location of a request without its query, which does not affect the media.
    static func place(of request: ResourceRequest) -> String {
        String(URIReference.withoutQuery(request.url))
    }

    /// Loads the source of a broadcast's segment or part into memory, and returns it.
    private func source(
        of media: OriginMedia, for request: ResourceRequest
    ) throws(TransportError) -> ResourceResponse {
        let range = media.source.byteRange.map { " \($0.lowerBound)-\($0.upperBound)" } ?? ""
        var response = try desk.source(named: media.source.uri + range) {
            () throws(TransportError) in
            var response = try load(media.source.uri, media.source.byteRange, for: request)
            let limit = min(request.maximumByteCount, Self.mediaLimit)
            response.body = ResourceBody(try response.body.bytes(limit: limit))
            return response
        }
        response.url = request.url
        return response
    }

    /// Loads a resource of a source, and returns it with its URL in the broadcast.
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
