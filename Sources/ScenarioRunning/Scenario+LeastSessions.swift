import Scenarios

extension Scenario {
    /// Returns the smallest number of sessions that a run must have.
    ///
    /// Without steps that say what is played or that end sessions, each video has a session. A run
    /// that neither plays nor downloads anything tests nothing.
    ///
    /// - Parameter foundVideos: The number of videos that the playback service found for an asset,
    ///   by the index of the asset.
    /// - Returns: The number.
    func leastSessionCount(_ foundVideos: [Int: Int]) -> Int {
        let actions = steps.map(\.action)
        guard actions.contains(where: { $0.saysWhatIsPlayed || $0.endsSession }) else {
            let videos = assets.indices.map { foundVideos[$0] ?? 1 }
            return max(videos.reduce(0, +), 1)
        }
        return actions.contains(where: \.isOffline) ? 0 : 1
    }
}
