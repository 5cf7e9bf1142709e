import HeadlessPlayback
import VirtualTime

/// Ends playback after a given time, counted from the instant at which a session is first ready.
final class WatchTime {
    private let length: Duration?
    private let world: PlaybackWorld
    private var alarm: EventToken?
    /// Whether the time has elapsed.
    private(set) var isOver = false

    /// Creates a clock that has not started.
    ///
    /// - Parameters:
    ///   - length: The time after which playback ends; `nil` never ends playback.
    ///   - world: The simulation in which the videos are played.
    init(_ length: Duration?, in world: PlaybackWorld) {
        self.length = length
        self.world = world
    }

    /// Starts the clock when the first session is ready.
    func follow(_ event: PlaybackEvent) {
        guard let length, alarm == nil, case .didReceiveLifecycleEvent(let lifecycle) = event.kind,
            lifecycle.type == .ready
        else { return }
        // The end is scheduled as a background event, which does not keep the event loop running.
        // The tool therefore exits at once if playback ends before the time has elapsed.
        let end = world.loop.now.advanced(by: length)
        alarm = world.loop.scheduleInBackground(at: end) { [weak self] in self?.isOver = true }
    }
}
