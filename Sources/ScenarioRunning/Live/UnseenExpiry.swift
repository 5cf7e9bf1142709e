import HeadlessPlayback
import LiveOrigin
import Presentation
import Scenarios
import VirtualTime

/// The media of a broadcast that a client lost without a look at its playlists.
///
/// A player that does not reload in a pause does not know that the media after its buffer has left the
/// list. Where a run ends before playback resumes, only the origin knows.
extension RunRecord {
    /// The deviation that rounded durations explain.
    private static let slack = MediaTime.seconds(1)

    /// Returns the media that had left the list at the end of the run, beyond that in the accounts.
    ///
    /// - Parameter session: The session.
    /// - Returns: The media; zero for a session that ended or is not the last one, and in a run with
    ///   several broadcasts, whose sessions cannot be matched with them.
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
