import HeadlessPlayback

/// Performs the seeks of `--seek FROM:TO`.
///
/// When the playhead reaches FROM, the player seeks to TO.
final class SeekScript {
    private let seeks: [PlayOptions.Seek]
    /// The indices of the seeks that were performed, by the number of the session.
    private var made: [Int: Set<Int>] = [:]

    init(_ seeks: [PlayOptions.Seek]) {
        self.seeks = seeks
    }

    /// Schedules each seek at its position FROM when a new session starts.
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

    /// The indices of the seeks that at least one session has performed.
    private var madeBySome: Set<Int> { made.values.reduce(into: []) { $0.formUnion($1) } }

    /// The seeks that no session has performed.
    var neverMade: [PlayOptions.Seek] {
        seeks.indices.filter { !madeBySome.contains($0) }.map { seeks[$0] }
    }

    /// Returns the seeks that this session missed, but another session performed.
    ///
    /// The playhead of this session did not reach the positions that trigger these seeks.
    func unmade(inSession number: Int) -> [PlayOptions.Seek] {
        madeBySome.subtracting(made[number] ?? []).sorted().map { seeks[$0] }
    }
}
