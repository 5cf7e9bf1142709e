import HeadlessPlayback
import VirtualTime

/// Ends playback after a time, counted from the first session that is ready.
final class WatchTime {
    private let length: Duration?
    private let world: PlaybackWorld
    private var alarm: EventToken?
    /// Whether the time is over.
    private(set) var isOver = false

    /// Creates a clock that has not started.
    ///
    /// - Parameters:
    ///   - length: The time; `nil` never ends playback.
    ///   - world: The world of the playback.
    init(_ length: Duration?, in world: PlaybackWorld) {
        self.length = length
        self.world = world
    }

    /// Starts with the first session that is ready.
    func follow(_ event: PlaybackEvent) {
        guard let length, alarm == nil, case .didReceiveLifecycleEvent(let lifecycle) = event.kind,
            lifecycle.type == .ready
        else { return }
        // If playback ends earlier, the rest of the time is not waited for.
        let end = world.loop.now.advanced(by: length)
        alarm = world.loop.scheduleInBackground(at: end) { [weak self] in self?.isOver = true }
    }
}
