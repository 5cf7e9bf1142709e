/// How much a WebVTT file may hold before it is refused.
///
/// Memory stays within a fixed multiple of what the limits admit, whatever the input.
public struct WebVTTLimits: Equatable, Sendable {
    /// The size of the file.
    public var bytes = 64 << 20
    /// How many cues there are.
    public var cues = 1 << 20
    /// How many regions and style sheets there are, each.
    public var definitions = 10_000
    /// How many problems are told; further ones are not.
    public var problems = 1_000

    /// Creates the limits that suit an application.
    public init() {}
}
