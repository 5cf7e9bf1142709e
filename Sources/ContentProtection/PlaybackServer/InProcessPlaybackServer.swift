import Formats
public import Playlists
import Synchronization
public import Transport
import VirtualTime

/// A resource loader that simulates a playback service at one location, for tests.
///
/// The clock of the service starts at a given date and follows the virtual clock of the
/// `PlaybackWorld` that sends the request. The location of a media file contains an expiry in
/// seconds since 1970, as in `https://media.test/1700000000/film/index.m3u8`. From the expiry on,
/// requests for playlists at this location are refused. The faults that the `PlaybackWorld` injects
/// apply to all requests.
public final class InProcessPlaybackServer: ResourceLoader {
    private let server: Mutex<PlaybackServer>
    private let location: String
    private let media: [String: String]
    private let start: DateTime
    private let behind: any ResourceLoader

    /// Creates a loader that simulates a playback service.
    ///
    /// - Parameters:
    ///   - server: The service.
    ///   - location: The location of the service, such as `https://service.test`.
    ///   - media: The folders with media files, by media location. A requested location consists of
    ///     the media location, an expiry, and the path of the file in the folder.
    ///   - start: The date at which the virtual time of each `PlaybackWorld` starts.
    ///   - behind: The loader for all other locations, and for the files in `media`.
    public init(
        _ server: PlaybackServer, at location: String, media: [String: String] = [:],
        start: DateTime = DateTime(millisecondsSince1970: 0),
        behind: any ResourceLoader = StandardLoader()
    ) {
        self.server = Mutex(server)
        self.location = String(location.reversed().drop { $0 == "/" }.reversed())
        self.media = media
        self.start = start
        self.behind = behind
    }

    /// Loads a response of the service, a media file, or a resource from any other location.
    ///
    /// The loader that was passed to the initializer loads media files and resources from other
    /// locations.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    /// - Throws: `TransportError`. Its cause is the HTTP status if the request does not accept the
    ///   status of the service's response, or if a media file is refused. All other errors are
    ///   errors of the loader that was passed to the initializer.
    public func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        if request.url == location || request.url.hasPrefix(location + "/") {
            return try answer(request)
        }
        for (base, folder) in media.sorted(by: { $0.key > $1.key })
        where request.url.hasPrefix(base + "/") {
            return try loadMedia(request, from: base, in: folder)
        }
        return try behind.load(request)
    }

    private func date(of request: ResourceRequest) -> DateTime {
        let elapsed = (request.access?.instant.sinceStart ?? .zero).components
        return DateTime(
            millisecondsSince1970: start.millisecondsSince1970 + elapsed.seconds * 1000
                + elapsed.attoseconds / 1_000_000_000_000_000)
    }

    private func answer(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        let target = request.url.dropFirst(location.count).prefix { $0 != "#" }
        let path = target.prefix { $0 != "?" }
        let query = target.drop { $0 != "?" }.dropFirst().split(separator: "&").map(String.init)
        let question = KeyServerRequest(
            method: request.method.rawValue,
            encodedPath: path, query: query, headers: request.headers,
            body: request.upload?.bytes ?? [])
        let date = date(of: request)
        let answer = server.withLock { $0.answer(question, at: date) }
        guard request.accepts(status: answer.status) else {
            throw TransportError(url: request.url, cause: .status(answer.status))
        }
        return ResourceResponse(
            url: request.url, status: answer.status, contentType: "application/json",
            body: ResourceBody(answer.body))
    }

    private func loadMedia(
        _ request: ResourceRequest, from base: String, in folder: String
    ) throws(TransportError) -> ResourceResponse {
        let path = request.url.dropFirst(base.count + 1).prefix { $0 != "?" && $0 != "#" }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let now = date(of: request).millisecondsSince1970 / 1000
        guard parts.count > 1, let expiry = Int64(parts[0]), !parts.contains("..") else {
            throw TransportError(url: request.url, cause: .status(404))
        }
        let isPlaylist = request.kind == .multivariantPlaylist || request.kind == .mediaPlaylist
        guard !isPlaylist || now < expiry else {
            throw TransportError(url: request.url, cause: .status(403))
        }
        var rest = parts.dropFirst().joined(separator: "/")
        if ResourceScheme(of: folder) == .file, !folder.lowercased().hasPrefix("file:") {
            // A folder given as a path, not as a URL, needs file names without percent-encoding.
            rest = String(decoding: PercentCoding.decode(rest.utf8), as: UTF8.self)
            guard !rest.split(separator: "/").contains("..") else {
                throw TransportError(url: request.url, cause: .status(404))
            }
        }
        var local = request
        local.url = "\(folder)/\(rest)"
        local.referrer = nil
        var response = try behind.load(local)
        response.url = request.url
        return response
    }
}
