import HeadlessPlayback

/// Performs the seek of `--start TIME` in every session, as soon as the session is ready.
final class StartScript {
    private let start: MediaTime?
    /// The duration of each session that ends at or before the start time, by session number.
    private var tooShort: [Int: MediaTime] = [:]

    init(_ start: MediaTime?) {
        self.start = start
    }

    /// Seeks to the start position when an event reports that a session is ready.
    func follow(_ event: PlaybackEvent, _ controller: PlaybackController) {
        guard let start, let session = event.session,
            case .didReceiveLifecycleEvent(let lifecycle) = event.kind, lifecycle.type == .ready
        else { return }
        if let duration = session.duration, duration <= start {
            tooShort[session.number] = duration
        }
        controller.seek(to: start.seconds, toleranceBefore: 0, toleranceAfter: 0)
    }

    /// Returns the reason why a session did not start at the requested position; `nil` if it did.
    func trouble(inSession number: Int) -> String? {
        guard let start, let duration = tooShort[number] else { return nil }
        return "ends at \(duration) s and cannot start at \(start) s"
    }
}
