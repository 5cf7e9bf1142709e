import Formats

/// The links of a provider chain that have a fixed order, from the innermost to the outermost.
///
/// Source: `Documentation/Brightcove.md#provider-chain`.
public enum ChainLink: Int, Comparable, Sendable {
    /// The link that plays videos from a store of downloads.
    case offlineVideos
    /// The link that adds text tracks to the playlists.
    case sidecarSubtitles
    /// The link that decrypts encrypted media.
    case contentProtection
    /// The link that adds advertisements.
    case advertisements

    /// Returns whether the left link is further inside the provider chain than the right link.
    public static func < (lhs: ChainLink, rhs: ChainLink) -> Bool { lhs.rawValue < rhs.rawValue }

    /// The readable name of the link, for messages.
    var text: String {
        switch self {
        case .offlineVideos: "offline videos"
        case .sidecarSubtitles: "sidecar subtitles"
        case .contentProtection: "content protection"
        case .advertisements: "advertisements"
        }
    }
}

extension SessionPlan {
    /// Records that a link wraps the plan; links are recorded from the inside to the outside.
    ///
    /// - Parameter link: The link that wraps the plan.
    /// - Throws: ``SessionError/providerChain(_:)`` for a repeated link, or for a link that belongs
    ///   inside a link recorded before.
    public mutating func wrap(in link: ChainLink) throws(SessionError) {
        if let outermost {
            guard outermost != link else {
                throw .providerChain(UnderlyingError(ChainError.repeated(link)))
            }
            guard outermost < link else {
                throw .providerChain(
                    UnderlyingError(ChainError.misplaced(link, outside: outermost)))
            }
        }
        outermost = link
        links.insert(link)
    }
}
