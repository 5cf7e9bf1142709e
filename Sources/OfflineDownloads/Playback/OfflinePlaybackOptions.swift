/// The options of offline playback.
public struct OfflinePlaybackOptions: Equatable, Sendable {
    /// Whether a cellular connection may be used for media that is not stored.
    ///
    /// Source: `Documentation/BrightcoveOffline.md#options`.
    public var allowsCellularPlayback = false
    /// Whether a second concurrent session of a video loads its media online.
    ///
    /// The simulated SDK was observed to load online. By default, both sessions use the stored
    /// media.
    ///
    /// Source: `Documentation/BrightcoveOffline.md#playback`.
    public var simulatesSecondPlayerGoingOnline = false

    /// Creates the default options.
    public init() {}
}
