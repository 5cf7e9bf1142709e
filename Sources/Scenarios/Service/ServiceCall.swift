import Formats
package import Transport

/// A kind of call to a playback service.
package enum ServiceCall: String, CaseIterable, Sendable {
    /// A request for a video.
    case video
    /// A request for a playlist.
    case playlist
    /// A search.
    case search
    /// The start of a stream, or a heartbeat of a stream.
    case heartbeat
    /// A request for the list of the viewer's streams.
    case streamList = "stream-list"
    /// The end of a stream.
    case streamEnd = "stream-end"

    /// Returns the pattern that matches the requests of this kind.
    ///
    /// - Parameter id: The id of the video or the playlist, or `ref:` followed by its reference id;
    ///   `nil` matches every id.
    /// - Returns: The pattern, for requests to ``ServiceSetup/location``.
    package func pattern(id: String? = nil) -> RequestPattern {
        let account = "\(ServiceSetup.location)/accounts/*"
        let id = id.map(Self.segment) ?? "*"
        var pattern =
            switch self {
            case .video: RequestPattern("\(account)/videos/\(id)")
            case .playlist: RequestPattern("\(account)/playlists/\(id)")
            case .search: RequestPattern("\(account)/videos")
            case .heartbeat, .streamList, .streamEnd: RequestPattern("\(account)/sessions")
            }
        pattern.methods =
            switch self {
            case .heartbeat: [.post]
            case .streamEnd: [.delete]
            case .video, .playlist, .search, .streamList: [.get]
            }
        return pattern
    }

    /// Returns an id as it is written in a URL, percent-encoded so that it contains no wildcard.
    private static func segment(_ id: String) -> String {
        let prefix = id.hasPrefix("ref:") ? "ref:" : ""
        return prefix + PercentCoding.encodeSegment(id.dropFirst(prefix.count).utf8)
    }
}
