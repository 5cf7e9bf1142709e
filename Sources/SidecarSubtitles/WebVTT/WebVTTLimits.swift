/// The limits beyond which a WebVTT file is refused.
///
/// Memory stays within a fixed multiple of the limits for any input.
public struct WebVTTLimits: Equatable, Sendable {
    /// The size of the file.
    public var bytes = 64 << 20
    /// The number of cues.
    public var cues = 1 << 20
    /// The number of regions and of style sheets, each.
    public var definitions = 10_000
    /// The number of recorded problems.
    public var problems = 1_000

    /// Creates limits suitable for an application.
    public init() {}
}
