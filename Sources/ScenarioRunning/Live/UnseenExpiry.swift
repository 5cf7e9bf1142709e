import HeadlessPlayback
import LiveOrigin
import Presentation
import Scenarios
import VirtualTime

/// Determines the media that left a broadcast's playlists unnoticed by the player.
///
/// A player that suspends reloads during a pause does not notice when unbuffered media leaves the
/// playlist. If a run ends before playback resumes, only the origin knows which media has left.
extension RunRecord {
    /// The largest deviation that rounded durations can explain.
    private static let slack = MediaTime.seconds(1)

    /// Returns the duration of the media that expired without an entry in the session's ledger.
    ///
    /// The media had left the origin's playlist by the end of the run, unnoticed by the player.
    ///
    /// - Parameter session: The session.
    /// - Returns: The duration. It is zero for a session that has ended or is not the last one. It
    ///   is also zero in a run with several broadcasts, because a broadcast cannot then be matched
    ///   with a session.
    func expiredUnseen(in session: SessionOutcome) -> MediaTime {
        guard session.number == sessions.last?.number, !session.wasTakenAway,
            !session.ledger.hasEnded, session.ledger.failure == nil,
            session.ledger.ledger.clock.activity != .startup,
            let live = session.ledger.ledger.live, let broadcasts, broadcasts.all.count == 1,
            let broadcast = broadcasts.all.first, let offset = truth.lastOffset(of: session.number)
        else { return .zero }
        let servers = broadcast.asset.edges.list
        let lag = servers.map { $0.lag + $0.lifetime }.max() ?? .zero
        guard
            let start = broadcast.origin.windowStart(
                ofRendition: 0, at: end.advanced(by: .zero - lag))
        else { return .zero }
        let ready = max(live.position, truth.lastEnd(of: session.number) ?? .zero)
        let known = max(ready, live.windowStart)
        let lost = start + offset - known
        return lost > Self.slack ? lost : .zero
    }
}
