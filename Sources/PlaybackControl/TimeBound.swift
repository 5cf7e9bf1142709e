package import VirtualTime

/// Limits the world time that playback may take.
///
/// Assets may claim to last for years. The default limit is the larger of 24 hours and twice the
/// promised duration at the rate played, plus the time planned for pauses, waits and repetitions, and
/// the time for which faults and outages make requests wait.
package struct TimeBound: Equatable, Sendable {
    /// The longest time that faults and outages add: the duration of the longest permitted
    /// playlist.
    private static let mostDelay = Duration.seconds(10_000 * 3600)
    /// The limit of a broadcast that is watched in real time: longer than any machine runs.
    private static let watched = Duration.seconds(100 * 366 * 86_400)
    /// The smallest default limit.
    package static let least = Duration.seconds(24 * 3600)

    /// The explicit limit; `nil` derives one from the promised duration.
    private let fixed: Duration?
    /// The planned time for pauses, waits and repetitions.
    private let planned: Duration
    /// The promised time of each session, by session number.
    private var promised: [Int: Duration] = [:]
    private var total = Duration.zero
    /// The time for which faults and outages make requests wait.
    private var delay = Duration.zero
    private var isWatched = false
    /// The world time after which no events run.
    package private(set) var limit: Duration

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - fixed: The explicit limit; `nil` derives one.
    ///   - planned: The planned time for pauses, waits and repetitions.
    package init(_ fixed: Duration? = nil, planned: Duration = .zero) {
        self.fixed = fixed
        self.planned = planned
        limit = Self.least
        update()
    }

    /// Adds the media that a session promises, or raises an earlier promise.
    ///
    /// - Parameters:
    ///   - media: The promised duration.
    ///   - rate: The rate of playback.
    ///   - session: The number of the session.
    package mutating func promise(
        _ media: MediaTime, at rate: PlaybackRate, ofSession session: Int
    ) {
        let time = Duration(playing: media, at: rate)
        let known = promised[session] ?? .zero
        guard time > known else { return }
        promised[session] = time
        total += time - known
        update()
    }

    /// Sets the time for which faults and outages make requests wait.
    ///
    /// - Parameter time: The time of all requests together.
    package mutating func delay(_ time: Duration) {
        delay = min(time, Self.mostDelay)
        update()
    }

    /// Records that a viewer decides when a broadcast is over, so that no limit is derived.
    package mutating func watchBroadcast() {
        isWatched = true
        update()
    }

    private mutating func update() {
        limit =
            fixed ?? (isWatched ? Self.watched : max(Self.least, total * 2) + planned + delay)
    }
}
