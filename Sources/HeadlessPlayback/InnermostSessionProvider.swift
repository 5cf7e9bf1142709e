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
        let link: any SessionProvider =
            store(of: video)?.innermostLink()
            ?? BasicSessionProvider(sourceSelection: sourceSelection)
        return try link.plan(for: video)
    }

    /// Returns the store of an offline video, or of a source that plays a stored package.
    private func store(of video: Video) -> (any OfflineStore)? {
        if let token = video.offlineToken { return world.offlineStores.store(of: token) }
        let package = video.sources.lazy.compactMap(\.packageToken).first
        return package.flatMap { world.offlineStores.store(with: $0) }
    }
}
