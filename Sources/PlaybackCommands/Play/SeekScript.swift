import HeadlessPlayback

/// Performs the seeks of `--seek FROM:TO`.
///
/// When the playhead reaches FROM, the player seeks to TO. If TO is after the end of the media, the
/// seek lands at the end, as a viewer's seek does.
final class SeekScript {
    private let seeks: [PlayOptions.Seek]
    /// The indices of the seeks that were performed, by the number of the session.
    private var made: [Int: Set<Int>] = [:]
    /// The ends of the media at which seeks landed before their targets, by session and by seek.
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
                self?.made[number, default: []].insert(place)
                if let end = controller?.currentSession?.duration, seek.to > end {
                    self?.ends[number, default: [:]][place] = end
                }
                controller?.seek(to: seek.to.seconds, toleranceBefore: 0, toleranceAfter: 0)
            }
        }
    }

    /// The indices of the seeks that at least one session has performed.
    private var madeBySome: Set<Int> { made.values.reduce(into: []) { $0.formUnion($1) } }

    /// The messages about the seeks that no session has performed.
    var neverMade: [String] {
        seeks.indices.filter { !madeBySome.contains($0) }.map(unmade)
    }

    /// Returns the messages about seeks that did not lead to their targets in this session.
    ///
    /// Either the media ends before the target, or the playhead did not reach the position that
    /// triggers the seek. A seek that no session performed is not among them.
    func remarks(inSession number: Int) -> [String] {
        let landed = (ends[number] ?? [:]).sorted { $0.key < $1.key }.map { place, end in
            "\(words(for: place)) landed at \(end) s, where the media ends"
        }
        return landed + madeBySome.subtracting(made[number] ?? []).sorted().map(unmade)
    }

    private func unmade(_ place: Int) -> String {
        "\(words(for: place)) was not made: the playhead never reached \(seeks[place].from) s"
    }

    private func words(for place: Int) -> String {
        "the seek from \(seeks[place].from) to \(seeks[place].to) s"
    }
}
