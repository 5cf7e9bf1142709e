package import VirtualTime

/// What a session did with the time of its world.
public struct ActivityClock: Equatable, Sendable {
    /// What a session can be doing.
    public enum Activity: String, CaseIterable, Equatable, Sendable {
        /// Loading until it is ready.
        case startup
        /// Ready or paused: the playhead rests because nobody asked it to move.
        case paused
        /// The playhead moves.
        case playing
        /// The playhead is meant to move and waits for media after a seek.
        case seeking
        /// The playhead is meant to move and waits for media that is late.
        case rebuffering
        /// Over: played to the end, failed or terminated.
        case ended
    }

    /// What the session is doing.
    public private(set) var activity = Activity.startup
    private var spent = [Duration](repeating: .zero, count: Activity.allCases.count)
    private var since: Instant
    private let start: Instant
    /// How much media must have passed, by the clock and the rate alone.
    package private(set) var mediaByClock: MediaTime = .zero

    package init(start: Instant) {
        self.start = start
        since = start
    }

    /// Takes note of a change of activity, or of a change of rate.
    ///
    /// - Parameters:
    ///   - next: What the session does from now on.
    ///   - instant: Now.
    ///   - rate: The rate that held until now.
    package mutating func enter(_ next: Activity, at instant: Instant, rate: PlaybackRate) {
        let elapsed = since.duration(to: instant)
        spent[index(of: activity)] += elapsed
        if activity == .playing { mediaByClock += MediaTime(elapsed: elapsed, rate: rate) }
        activity = next
        since = instant
    }

    /// The time spent in an activity, up to the last change.
    ///
    /// - Parameter activity: The activity.
    /// - Returns: The time of the world.
    public func time(in activity: Activity) -> Duration {
        spent[index(of: activity)]
    }

    /// The time from the start of the session to the last change.
    public var total: Duration { start.duration(to: since) }

    private func index(of activity: Activity) -> Int {
        Activity.allCases.firstIndex(of: activity) ?? 0
    }
}
