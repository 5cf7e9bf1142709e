/// What a resource is to the player.
public enum ResourceKind: Sendable, Hashable, CaseIterable {
    /// A playlist that may be a multivariant playlist or a media playlist.
    case multivariantPlaylist
    /// A media playlist of a known variant stream or rendition.
    case mediaPlaylist
    /// An initialization section, from `EXT-X-MAP`.
    case initializationSection
    /// A media segment, a partial segment, or a whole progressive file.
    case segment
    /// A key, from `EXT-X-KEY` or `EXT-X-SESSION-KEY`.
    case key
    /// A text track that is not a media segment.
    case subtitle
    /// Anything else.
    case other

    /// How many bytes a resource of this kind may have unless its request says otherwise.
    ///
    /// A playlist of 100,000 media segments has about 10 MB. Local media is not held in memory, so
    /// that the bound of a segment matters for segments from a server only.
    public var defaultMaximumByteCount: Int64 {
        switch self {
        case .multivariantPlaylist, .mediaPlaylist, .initializationSection, .subtitle, .other:
            64 << 20
        case .segment: 1 << 30
        case .key: 64 << 10
        }
    }

    /// How long a server may take for a resource of this kind unless its request says otherwise.
    ///
    /// The time that media takes depends on how long it plays; everything else is small.
    public var defaultPatience: TransferPatience {
        switch self {
        case .segment: TransferPatience()
        case .multivariantPlaylist, .mediaPlaylist, .initializationSection, .key, .subtitle, .other:
            TransferPatience(total: .seconds(60))
        }
    }

    /// Whether a server may compress it: text gains, media does not.
    var isText: Bool {
        switch self {
        case .multivariantPlaylist, .mediaPlaylist, .subtitle: true
        case .initializationSection, .segment, .key, .other: false
        }
    }
}
