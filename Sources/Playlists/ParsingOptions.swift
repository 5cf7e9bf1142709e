/// What the text of a playlist alone does not tell its parser.
public struct ParsingOptions: Equatable, Sendable {
    /// The values that `EXT-X-DEFINE:IMPORT` may take over, from the multivariant playlist.
    public var importedVariables: [String: String]

    /// Where the playlist was loaded from; its query feeds `EXT-X-DEFINE:QUERYPARAM`.
    ///
    /// `nil` means unknown: the playlist then has no query parameters.
    public var uri: String?

    /// How much a playlist may hold.
    public var limits: ParsingLimits

    /// Creates options.
    ///
    /// - Parameters:
    ///   - importedVariables: The values that may be imported, by variable name.
    ///   - uri: Where the playlist was loaded from.
    ///   - limits: How much a playlist may hold.
    public init(
        importedVariables: [String: String] = [:], uri: String? = nil,
        limits: ParsingLimits = .init()
    ) {
        self.importedVariables = importedVariables
        self.uri = uri
        self.limits = limits
    }
}

/// How much a playlist may hold before it is refused.
///
/// Memory stays within a fixed multiple of what the limits admit, whatever the input.
public struct ParsingLimits: Equatable, Sendable {
    /// The size of the file.
    public var bytes = 160 << 20
    /// The size of one line, and of one value after variables were substituted.
    public var lineBytes = 1 << 20
    /// How many media segments a media playlist lists.
    public var segments = 1 << 20
    /// The total duration of all segments, in hours; more than a year.
    public var hours = 10_000
    /// How many variant streams of each kind a multivariant playlist lists.
    public var variants = 10_000
    /// How many renditions, session data or session keys a multivariant playlist lists, each.
    public var renditions = 10_000
    /// How many attributes one tag carries.
    public var attributes = 256
    /// How many partial segments, date ranges, cue markers, or lines and attributes without a
    /// field there are, each.
    public var items = 1 << 20
    /// How many variables are defined.
    public var definitions = 1_000
    /// How many problems are told; further ones are only counted, up to 32 a line.
    public var problems = 1_000

    /// Creates the limits that suit an application.
    public init() {}
}
