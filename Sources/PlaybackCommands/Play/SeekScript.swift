import HeadlessPlayback

/// Performs the seeks of `--seek FROM:TO`.
///
/// When the playhead reaches FROM, the player seeks to TO. If TO is after the end of the media, the
/// seek lands at the end, and counts as not made.
final class SeekScript {
    private let seeks: [PlayOptions.Seek]
    /// The indices of the seeks that were performed, by the number of the session.
    private var made: [Int: Set<Int>] = [:]
    /// The ends of the media at which seeks landed instead, by the number of the session.
    private var ends: [Int: [Int: MediaTime]] = [:]

    init(_ seeks: [PlayOptions.Seek]) {
        self.seeks = seeks
    }

    /// Schedules each seek at its position FROM when a new session starts.
    func follow(_ event: PlaybackEvent, _ controller: PlaybackController) {
        guard case .didAdvanceToPlaybackSession = event.kind else { return }
        let number = event.session?.number ?? 0
        for (place, seek) in seeks.enumerated() {
            controller.whenPlayheadReaches(seek.from.seconds) { [weak self, weak controller] in
                if let end = controller?.currentSession?.duration, seek.to > end {
                    self?.ends[number, default: [:]][place] = end
                } else {
                    self?.made[number, default: []].insert(place)
                }
                controller?.seek(to: seek.to.seconds, toleranceBefore: 0, toleranceAfter: 0)
            }
        }
    }

    /// The indices of the seeks that at least one session has performed.
    private var madeBySome: Set<Int> { made.values.reduce(into: []) { $0.formUnion($1) } }

    /// The messages about the seeks that no session has performed.
    var neverMade: [String] {
        seeks.indices.filter { !madeBySome.contains($0) }.map { place in
            message(about: place, end: ends.values.compactMap { $0[place] }.max())
        }
    }

    /// Returns the messages about the seeks that this session missed, but another one performed.
    ///
    /// The playhead of this session did not reach the positions that trigger these seeks, or its
    /// media ends before their targets.
    func unmade(inSession number: Int) -> [String] {
        madeBySome.subtracting(made[number] ?? []).sorted().map {
            message(about: $0, end: ends[number]?[$0])
        }
    }

    private func message(about place: Int, end: MediaTime?) -> String {
        let seek = seeks[place]
        let words = "the seek from \(seek.from) to \(seek.to) s"
        return end.map { "\(words) landed at \($0) s, where the media ends" }
            ?? "\(words) was not made: the playhead never reached \(seek.from) s"
    }
}
