import Formats
package import Playlists
package import Transport

/// Why an asset cannot be broadcast.
package enum BroadcastError: Error, Equatable, Sendable {
    /// A playlist could not be loaded.
    case transport(TransportError)
    /// A playlist could not be parsed.
    case playlist(PlaylistError, url: String)
    /// A playlist has something that a broadcast cannot have, or lacks something that it needs.
    case unsuitable(String, url: String)
}

extension BroadcastError: CustomStringConvertible {
    /// The location and the reason, in one line.
    package var description: String {
        switch self {
        case .transport(let error): "\(error)"
        case .playlist(let error, let url): "\(SafeText.url(url)): \(error)"
        case .unsuitable(let reason, let url): "\(SafeText.url(url)) \(reason)"
        }
    }
}
