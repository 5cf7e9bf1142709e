import HeadlessPlayback

/// The seeks of `--seek FROM:TO`: when the playhead of a session comes to one place, it is put at
/// another.
final class SeekScript {
    private let seeks: [PlayOptions.Seek]

    init(_ seeks: [PlayOptions.Seek]) {
        self.seeks = seeks
    }

    /// Waits for the playhead of every new session.
    func follow(_ event: PlaybackEvent, _ controller: PlaybackController) {
        guard case .didAdvanceToPlaybackSession = event.kind else { return }
        for seek in seeks {
            controller.whenPlayheadReaches(seek.from.seconds) { [weak controller] in
                controller?.seek(to: seek.to.seconds, toleranceBefore: 0, toleranceAfter: 0)
            }
        }
    }
}
