extension ResourceKind {
    /// The name of the resource kind in a table.
    package var words: String {
        switch self {
        case .multivariantPlaylist: "top playlist"
        case .mediaPlaylist: "media playlist"
        case .initializationSection: "init section"
        case .segment: "segment"
        case .key: "key"
        case .subtitle: "subtitles"
        case .other: "other"
        }
    }
}
