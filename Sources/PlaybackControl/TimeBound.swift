package import VirtualTime

/// Limits the time that playback may take on the virtual clock.
///
/// Playlists may state durations of years. The default limit is the sum of:
///
/// - the larger of 24 hours and twice the time that the stated durations take at the rate of
///   playback;
/// - the time planned for pauses, waits and repetitions;
/// - the time for which simulated faults and outages make requests wait.
package struct TimeBound: Equatable, Sendable {
    /// The maximum time that faults and outages may add to the limit.
    ///
    /// It is the duration of the longest permitted playlist.
    private static let mostDelay = Duration.seconds(10_000 * 3600)
    /// The limit when a viewer watches a broadcast in real time.
    ///
    /// Its 100 years are effectively no limit, because no machine runs for so long.
    private static let watched = Duration.seconds(100 * 366 * 86_400)
    /// The lower bound of a limit that is derived from the stated durations.
    package static let least = Duration.seconds(24 * 3600)

    /// The explicit limit; `nil` derives a limit from the durations that playlists state.
    private let fixed: Duration?
    /// The planned time for pauses, waits and repetitions.
    private let planned: Duration
    /// The time that each session needs to play its stated duration, by session number.
    private var promised: [Int: Duration] = [:]
    private var total = Duration.zero
    /// The time for which faults and outages make requests wait.
    private var delay = Duration.zero
    private var isWatched = false
    /// The time of the virtual clock after which no events are run.
    package private(set) var limit: Duration

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - fixed: The explicit limit; `nil` derives a limit from the durations that playlists
    ///     state.
    ///   - planned: The time planned for pauses, waits and repetitions.
    package init(_ fixed: Duration? = nil, planned: Duration = .zero) {
        self.fixed = fixed
        self.planned = planned
        limit = Self.least
        update()
    }

    /// Adds the stated duration of a session to the limit.
    ///
    /// If the session already has a stated duration, only a longer duration replaces it.
    ///
    /// - Parameters:
    ///   - media: The duration that the playlist states.
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
    /// - Parameter time: The total time for all requests.
    package mutating func delay(_ time: Duration) {
        delay = min(time, Self.mostDelay)
        update()
    }

    /// Records that a viewer watches a broadcast, and that the viewer decides when playback ends.
    ///
    /// The limit is then not derived from the stated durations.
    package mutating func watchBroadcast() {
        isWatched = true
        update()
    }

    private mutating func update() {
        limit =
            fixed ?? (isWatched ? Self.watched : max(Self.least, total * 2) + planned + delay)
    }
}
