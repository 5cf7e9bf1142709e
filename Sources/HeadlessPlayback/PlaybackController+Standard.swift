extension PlaybackController {
    /// Creates a controller that plays videos unchanged, and reads the cues of their subtitles.
    ///
    /// - Parameter world: The world of the playback.
    public convenience init(world: PlaybackWorld = PlaybackWorld()) {
        self.init(
            world: world, provider: BasicSessionProvider(subtitleReader: WebVTTReader()))
    }
}
