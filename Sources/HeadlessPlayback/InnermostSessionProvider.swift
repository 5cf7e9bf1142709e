package import Sessions

/// The innermost provider of a chain, which plans the playback of offline and online videos.
///
/// Offline videos are played from their store, and other videos from their source.
package struct InnermostSessionProvider: SessionProvider {
    private let world: PlaybackWorld
    private let sourceSelection: SourceSelectionPolicy

    /// Creates the provider.
    ///
    /// - Parameters:
    ///   - world: The `PlaybackWorld` whose stores contain the offline videos.
    ///   - sourceSelection: Selects the source of a video that is not offline.
    package init(world: PlaybackWorld, sourceSelection: SourceSelectionPolicy = .standard) {
        self.world = world
        self.sourceSelection = sourceSelection
    }

    /// Plans playback from the video's offline store, or from the source that the policy selects.
    package func plan(for video: Video) throws(SessionError) -> SessionPlan? {
        let store = video.offlineToken.flatMap { world.offlineStores.store(of: $0) }
        let link: any SessionProvider =
            store?.innermostLink() ?? BasicSessionProvider(sourceSelection: sourceSelection)
        return try link.plan(for: video)
    }
}
