/// Information for the parser that is not part of a playlist's text.
public struct ParsingOptions: Equatable, Sendable {
    /// The values that `EXT-X-DEFINE:IMPORT` may import, from the multivariant playlist.
    public var importedVariables: [String: String]

    /// The location of the playlist, whose query supplies `EXT-X-DEFINE:QUERYPARAM`.
    ///
    /// `nil` means that the location is unknown, so that no query parameter can be imported.
    public var uri: String?

    /// The limits on the size of a playlist.
    public var limits: ParsingLimits

    /// Creates options.
    ///
    /// - Parameters:
    ///   - importedVariables: The values that may be imported, by variable name.
    ///   - uri: The location of the playlist.
    ///   - limits: The limits on the size of a playlist.
    public init(
        importedVariables: [String: String] = [:], uri: String? = nil,
        limits: ParsingLimits = .init()
    ) {
        self.importedVariables = importedVariables
        self.uri = uri
        self.limits = limits
    }
}

/// The limits beyond which a playlist is refused.
///
/// For any input, memory use stays within a fixed multiple of the limits.
public struct ParsingLimits: Equatable, Sendable {
    /// The maximum size of the file in bytes.
    public var bytes = 160 << 20
    /// The maximum size in bytes of one line, and of one value after variable substitution.
    public var lineBytes = 1 << 20
    /// The maximum number of media segments in a media playlist.
    public var segments = 1 << 20
    /// The maximum total duration of all segments, in hours; the default is more than a year.
    public var hours = 10_000
    /// The maximum number of variant streams of each kind in a multivariant playlist.
    public var variants = 10_000
    /// The maximum number of renditions in a multivariant playlist.
    ///
    /// The same limit applies to session data and to session keys.
    public var renditions = 10_000
    /// The maximum number of attributes of one tag.
    public var attributes = 256
    /// The maximum number of partial segments in a playlist.
    ///
    /// The same limit applies to date ranges, to cue markers, and to unknown lines and attributes.
    public var items = 1 << 20
    /// The maximum number of variable definitions.
    public var definitions = 1_000
    /// The maximum number of recorded problems of one kind.
    ///
    /// Further problems are only counted.
    ///
    /// Problems are of one kind if they break the same rule in tags with the same name. For
    /// missing, malformed and contradictory attributes, the names of the attributes must also be
    /// the same. At most 32 problems are counted for one attribute list.
    public var problems = 1_000

    /// Creates limits suitable for an application.
    public init() {}
}
