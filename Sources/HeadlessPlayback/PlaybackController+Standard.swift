extension PlaybackController {
    /// Creates a controller that plays videos as they are, and reads the cues of their subtitles.
    ///
    /// - Parameter world: The world that playback happens in.
    public convenience init(world: PlaybackWorld = PlaybackWorld()) {
        self.init(
            world: world, provider: BasicSessionProvider(subtitleReader: WebVTTReader()))
    }
}
