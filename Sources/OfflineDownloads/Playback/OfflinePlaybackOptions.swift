/// How offline videos are played.
public struct OfflinePlaybackOptions: Equatable, Sendable {
    /// Whether a cellular connection may be used for what is not stored.
    ///
    /// Source: document 000 (Basic Concepts); fact sheet, 2.4.
    public var allowsCellularPlayback = false
    /// Whether a second session of a video gets its media online while a first one lives.
    ///
    /// That has been observed; here both are played from what is stored unless this is set.
    ///
    /// Source: document 000 (Playing the Same Offline Video Twice).
    public var simulatesSecondPlayerGoingOnline = false

    /// Creates the usual options.
    public init() {}
}
