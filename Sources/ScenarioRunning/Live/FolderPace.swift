import HeadlessPlayback
import Playlists
import Presentation
import Sessions
import VirtualTime

/// Checks the instants at which the playlist of a rendition is loaded.
struct FolderPace {
    /// The tolerated deviation; the order of events at one instant can cause such a deviation.
    private static let slack = Duration.milliseconds(1)
    /// The tolerated delay of a load after a period without a schedule, and of the load at the end.
    private static let leeway = Duration.seconds(1)

    /// The last completed load.
    private struct Load {
        let start: Instant
        let end: Instant
        /// The earliest and the latest instant of the next load.
        let range: ClosedRange<Instant>
        /// The target durations of segments and parts.
        let targets: (segment: MediaTime, part: MediaTime?)
        let hasEnded: Bool
        /// The longest time for which the server blocks the next load; `nil` if it does not block.
        let hold: Duration?
    }

    private let tuning: LiveTuning
    /// The player's rules for the order of requests, which can delay a load.
    private let requests: RequestRules
    private let pace: ReloadPace
    private var last: Load?
    /// The time for which the newest load waited for other requests of the player.
    ///
    /// The player schedules the next load as if the newest one had not waited.
    private var delay = Duration.zero
    /// The limit of the player's request rate, which can delay a load.
    private var rate = RequestRate()

    init(_ tuning: LiveTuning, _ requests: RequestRules) {
        self.tuning = tuning
        self.requests = requests
        pace = ReloadPace(tuning)
    }

    /// The tolerated delay of a load that follows the schedule.
    private var slack: Duration {
        Self.slack + max(requests.interval, requests.firstInterval ?? .zero)
    }

    /// Discards the last load, so that the next load may begin at any instant.
    mutating func forget() {
        last = nil
        delay = .zero
    }

    /// Records a request for the playlist, which begins the next load.
    mutating func record(_ instant: Instant) {
        let mayWait = requests.limit != nil || slack > Self.slack
        let wait = last.map { $0.range.lowerBound.duration(to: instant) } ?? .zero
        forget()
        if mayWait { delay = max(.zero, wait) }
        rate.record(instant)
    }

    /// Records a completed load of the playlist.
    ///
    /// - Parameters:
    ///   - start: The start of the load.
    ///   - end: The end of the load.
    ///   - playlist: The newest version of the playlist after the load.
    ///   - isChanged: Whether the load returned a new version.
    mutating func receive(
        from start: Instant, to end: Instant, _ playlist: MediaPlaylist, isChanged: Bool
    ) {
        let waits = [nil, MediaTime.zero].map {
            pace.wait(after: playlist, isChanged: isChanged, distance: $0)
        }
        let origin = tuning.waitsFromEnd ? end : start
        let earliest = origin.advanced(by: (waits.min() ?? .zero) - delay)
        let latest = origin.advanced(by: waits.max() ?? .zero)
        let isBlocking =
            tuning.usesLowLatency && playlist.serverControl?.canBlockReload == true
        last = Load(
            start: start, end: end, range: max(earliest, end)...max(latest, end),
            targets: (ReloadPace.target(of: playlist), ReloadPace.partTarget(of: playlist)),
            hasEnded: playlist.hasEndList,
            hold: isBlocking
                ? Duration(playing: ReloadPace.target(of: playlist) * 3, at: .normal) : nil)
    }

    /// Returns the defect of a load that starts at an instant; `nil` if the load may start then.
    ///
    /// - Parameters:
    ///   - instant: The start of the load.
    ///   - freedom: Returns the freedom of the player from the schedule since an instant.
    ///   - turns: The periods in which the load would wait for other requests of the player.
    /// - Returns: The expected and the actual result, in words.
    func defect(
        at instant: Instant, freedom: (Instant) -> PaceLeeway.Freedom, _ turns: RequestTurns
    ) -> (expected: String, found: String)? {
        guard let last, last.end <= instant, !last.hasEnded else { return nil }
        let granted = freedom(last.start)
        let range = last.range
        if granted == .none, instant < range.lowerBound.advanced(by: .zero - Self.slack) {
            return ("the next load at \(range.lowerBound)", "one at \(instant)")
        }
        guard last.hold == nil, let latest = latest(after: last, granted, turns),
            instant > latest.advanced(by: granted == .none ? slack : Self.leeway)
        else { return nil }
        return ("the next load by \(latest)", "one at \(instant)")
    }

    /// Returns the defect if the playlist should have been loaded again before an instant.
    func defect(
        without instant: Instant, freedom: (Instant) -> PaceLeeway.Freedom, _ turns: RequestTurns
    ) -> (expected: String, found: String)? {
        guard let last, !last.hasEnded,
            let latest = latest(after: last, freedom(last.start), turns)
        else { return nil }
        let limit = latest.advanced(by: Self.leeway).advanced(by: last.hold ?? .zero)
        guard instant > limit else { return nil }
        return ("the next load by \(limit)", "none before \(instant)")
    }

    /// Returns the latest instant of the next load; `nil` if the load may start at any time.
    ///
    /// If the player needed no schedule until an instant, the time that it may wait after a load is
    /// counted from that instant.
    private func latest(
        after last: Load, _ freedom: PaceLeeway.Freedom, _ turns: RequestTurns
    ) -> Instant? {
        let (target, part) = last.targets
        let due = rate.earliest(last.range.upperBound, target: target, part: part)
        switch freedom {
        case .none: return turns.turn(of: due)
        case .until(let instant):
            return turns.turn(of: max(due, instant.advanced(by: last.start.duration(to: due))))
        case .unlimited: return nil
        }
    }
}
