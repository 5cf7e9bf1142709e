package import Sessions

/// The innermost provider of a chain, which plans the playback of offline and online videos.
///
/// Offline videos are played from their store, and other videos from their source.
package struct InnermostSessionProvider: SessionProvider {
    private let world: PlaybackWorld
    private let source: (Video) -> Source?

    /// Creates the provider.
    ///
    /// - Parameters:
    ///   - world: The `PlaybackWorld` whose stores contain the offline videos.
    ///   - source: Returns the source of a video that is not offline, or `nil` to skip the video.
    package init(
        world: PlaybackWorld,
        source: @escaping (Video) -> Source? = SourceSelectionPolicy.standard.source(for:)
    ) {
        self.world = world
        self.source = source
    }

    /// Plans playback from the video's offline store, or from the source that the closure returns.
    package func plan(for video: Video) throws(SessionError) -> SessionPlan? {
        if let store = store(of: video) { return try store.innermostLink().plan(for: video) }
        // The closure of an app may not be called on another thread, so only its result becomes
        // part of a policy.
        let chosen = source(try video.withOverriddenTypes())
        return try BasicSessionProvider(sourceSelection: SourceSelectionPolicy { _ in chosen })
            .plan(for: video)
    }

    /// Returns the store of an offline video, or of a source that plays a stored package.
    private func store(of video: Video) -> (any OfflineStore)? {
        if let token = video.offlineToken { return world.offlineStores.store(of: token) }
        let package = video.sources.lazy.compactMap(\.packageToken).first
        return package.flatMap { world.offlineStores.store(with: $0) }
    }
}
