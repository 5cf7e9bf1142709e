package import Sessions

/// The innermost link of a chain: plays offline videos from their store, and other videos from
/// their source.
package struct InnermostSessionProvider: SessionProvider {
    private let world: PlaybackWorld
    private let sourceSelection: SourceSelectionPolicy

    /// Creates the link.
    ///
    /// - Parameters:
    ///   - world: The world, whose stores have the offline videos.
    ///   - sourceSelection: Returns the source of any other video.
    package init(world: PlaybackWorld, sourceSelection: SourceSelectionPolicy = .standard) {
        self.world = world
        self.sourceSelection = sourceSelection
    }

    /// Plans with the store of the video, or with the source that the policy picks.
    package func plan(for video: Video) throws(SessionError) -> SessionPlan? {
        let store = video.offlineToken.flatMap { world.offlineStores.store(of: $0) }
        let link: any SessionProvider =
            store?.innermostLink() ?? BasicSessionProvider(sourceSelection: sourceSelection)
        return try link.plan(for: video)
    }
}
