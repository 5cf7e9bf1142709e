/// How offline videos are played.
public struct OfflinePlaybackOptions: Equatable, Sendable {
    /// Whether a cellular connection may be used for what is not stored.
    ///
    /// Source: `Documentation/BrightcoveOffline.md#options`.
    public var allowsCellularPlayback = false
    /// Whether a second session of a video gets its media online while a first one lives.
    ///
    /// That has been observed; here both are played from what is stored unless this is set.
    ///
    /// Source: `Documentation/BrightcoveOffline.md#playback`.
    public var simulatesSecondPlayerGoingOnline = false

    /// Creates the usual options.
    public init() {}
}
