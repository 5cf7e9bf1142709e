import HeadlessPlayback

/// The seeks of `--seek FROM:TO`: each moves the playhead to one position when it reaches another.
final class SeekScript {
    private let seeks: [PlayOptions.Seek]
    /// The places of the seeks that were made, by the number of the session.
    private var made: [Int: Set<Int>] = [:]

    init(_ seeks: [PlayOptions.Seek]) {
        self.seeks = seeks
    }

    /// Waits for the playhead of every new session.
    func follow(_ event: PlaybackEvent, _ controller: PlaybackController) {
        guard case .didAdvanceToPlaybackSession = event.kind else { return }
        let number = event.session?.number ?? 0
        for (place, seek) in seeks.enumerated() {
            controller.whenPlayheadReaches(seek.from.seconds) { [weak self, weak controller] in
                self?.made[number, default: []].insert(place)
                controller?.seek(to: seek.to.seconds, toleranceBefore: 0, toleranceAfter: 0)
            }
        }
    }

    /// Returns the seeks that a session never performed because its playhead did not reach them.
    func unmade(inSession number: Int) -> [PlayOptions.Seek] {
        seeks.indices.filter { made[number]?.contains($0) != true }.map { seeks[$0] }
    }
}
