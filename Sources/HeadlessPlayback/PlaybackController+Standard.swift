public import ContentProtection
public import PlaybackControl
public import Sessions

extension PlaybackController {
    /// Creates a controller with the standard chain of session providers.
    ///
    /// The controller plays online videos and the offline videos of every manager in its
    /// `PlaybackWorld`. It offers the text tracks of videos as subtitles, and decrypts media with
    /// the given key systems. ``SessionChain`` describes the providers of the chain.
    ///
    /// - Parameters:
    ///   - world: The simulated clock, network and device of the playback.
    ///   - keySystems: The key systems, in the order in which the controller tries them for a key.
    public convenience init(
        world: PlaybackWorld = PlaybackWorld(),
        keySystems: [any KeySystem] = [IdentityKeySystem()]
    ) {
        self.init(
            world: world, provider: WorldSessionProvider(world: world, keySystems: keySystems))
    }
}
