/// The reason why a chain of providers cannot play a video.
package enum ChainError: Error, Equatable, Sendable {
    /// Two providers of the chain are the same kind of link.
    case repeated(ChainLink)
    /// The first link wraps the second one, although the fixed order is the reverse.
    case misplaced(ChainLink, outside: ChainLink)
    /// The video is an offline video according to its token, and no provider plays offline videos.
    case noOfflineVideos(token: String)
}

extension ChainError: CustomStringConvertible {
    /// The problem on one line.
    package var description: String {
        switch self {
        case .repeated(let link): "the provider chain has two providers of \(link.text)"
        case .misplaced(let link, let other):
            "the provider of \(link.text) must be inside the provider of \(other.text)"
        case .noOfflineVideos(let token):
            "no provider of offline videos in the provider chain, and the video is the offline video"
                + " \(token): an OfflineSessionProvider has to be its innermost link"
        }
    }
}
