package import VirtualTime

/// The time that a session spent in each activity.
public struct ActivityClock: Equatable, Sendable {
    /// An activity of a session.
    public enum Activity: String, CaseIterable, Equatable, Sendable {
        /// Loading, until the session is ready.
        case startup
        /// Ready or paused; the app does not currently request playback.
        case paused
        /// The playhead moves.
        case playing
        /// Playing was requested; the playhead waits for media after a seek.
        case seeking
        /// Playing was requested; the playhead waits for late media.
        case rebuffering
        /// Finished: played to the end, failed or terminated.
        case ended
    }

    /// The current activity.
    public private(set) var activity = Activity.startup
    private var spent = [Duration](repeating: .zero, count: Activity.allCases.count)
    private var since: Instant
    private let start: Instant
    /// The duration of the media played, computed from the virtual clock and the rate.
    package private(set) var mediaByClock: MediaTime = .zero

    package init(start: Instant) {
        self.start = start
        since = start
    }

    /// Records a change of activity or rate.
    ///
    /// - Parameters:
    ///   - next: The activity after the change.
    ///   - instant: The instant of the change; an instant before the last change is replaced by the
    ///     instant of that change.
    ///   - rate: The rate before the change.
    package mutating func enter(_ next: Activity, at instant: Instant, rate: PlaybackRate) {
        let instant = max(instant, since)
        let elapsed = since.duration(to: instant)
        spent[index(of: activity)] += elapsed
        if activity == .playing { mediaByClock += MediaTime(elapsed: elapsed, rate: rate) }
        activity = next
        since = instant
    }

    /// Returns the time spent in an activity, up to the last change.
    ///
    /// - Parameter activity: The activity.
    /// - Returns: The virtual time spent in the activity.
    public func time(in activity: Activity) -> Duration {
        spent[index(of: activity)]
    }

    /// The time from the start of the session to the last change.
    public var total: Duration { start.duration(to: since) }

    private func index(of activity: Activity) -> Int {
        Activity.allCases.firstIndex(of: activity) ?? 0
    }
}
