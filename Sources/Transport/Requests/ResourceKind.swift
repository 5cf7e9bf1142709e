/// The purpose of a resource for the player.
public enum ResourceKind: Sendable, Hashable, CaseIterable {
    /// A playlist that may be a multivariant playlist or a media playlist.
    case multivariantPlaylist
    /// A media playlist of a known variant stream or rendition.
    case mediaPlaylist
    /// An initialization section, from `EXT-X-MAP`.
    case initializationSection
    /// A media segment, a partial segment, or a complete progressive file.
    case segment
    /// A key, from `EXT-X-KEY` or `EXT-X-SESSION-KEY`.
    case key
    /// A text track that is not a media segment.
    case subtitle
    /// Any other resource.
    case other

    /// The default size limit of a resource of this kind.
    ///
    /// A playlist of 100,000 media segments has about 10 MB. Local media is not held in memory, so
    /// the limit of a segment matters only for segments from a server.
    public var defaultMaximumByteCount: Int64 {
        switch self {
        case .multivariantPlaylist, .mediaPlaylist, .initializationSection, .subtitle, .other:
            64 << 20
        case .segment: 1 << 30
        case .key: 64 << 10
        }
    }

    /// The default time limits of a resource of this kind.
    ///
    /// The time for media depends on its duration; all other resources are small.
    public var defaultPatience: TransferPatience {
        switch self {
        case .segment: TransferPatience()
        case .multivariantPlaylist, .mediaPlaylist, .initializationSection, .key, .subtitle, .other:
            TransferPatience(total: .seconds(60))
        }
    }

    /// Whether a server may compress the resource: this is useful for text but not for media.
    var isText: Bool {
        switch self {
        case .multivariantPlaylist, .mediaPlaylist, .subtitle: true
        case .initializationSection, .segment, .key, .other: false
        }
    }
}
