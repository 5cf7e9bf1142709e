/// The limits beyond which a WebVTT file is refused.
///
/// For any input, the memory used is at most a fixed multiple of the limits.
public struct WebVTTLimits: Equatable, Sendable {
    /// The maximum size of the file in bytes.
    public var bytes = 64 << 20
    /// The maximum number of cues.
    public var cues = 1 << 20
    /// The maximum number of regions; style sheets have the same maximum.
    public var definitions = 10_000
    /// The maximum number of problems that are recorded; further problems are dropped.
    public var problems = 1_000

    /// Creates the default limits, which are suitable for an application.
    public init() {}
}
