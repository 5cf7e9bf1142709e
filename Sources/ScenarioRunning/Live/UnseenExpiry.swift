import HeadlessPlayback
import LiveOrigin
import Presentation
import Scenarios
import VirtualTime

/// The media that left a broadcast's playlists unnoticed by the player.
///
/// A player that suspends reloads during a pause does not notice when unbuffered media leaves the
/// playlist. If a run ends before playback resumes, only the origin shows which media has left.
struct UnseenExpiry {
    /// The largest deviation that rounded durations can explain.
    private static let slack = MediaTime.seconds(1)

    private let record: RunRecord

    /// Creates the value for a run that has ended.
    init(in record: RunRecord) { self.record = record }

    /// Returns the duration of the media that expired without an entry in the session's ledger.
    ///
    /// The media had left the origin's playlist by the end of the run, unnoticed by the player.
    ///
    /// - Parameter session: The session.
    /// - Returns: The duration. It is zero for a session that has ended or is not the last one. It
    ///   is also zero for a session that plays no broadcast of the scenario.
    func duration(in session: SessionOutcome) -> MediaTime {
        guard mayLoseMediaUnseen(session), let live = session.ledger.ledger.live,
            let broadcast = BroadcastOfSession(session, in: record).broadcast,
            let offset = record.truth.lastOffset(of: session.number)
        else { return .zero }
        let servers = broadcast.asset.edges.list
        let lag = servers.map { $0.lag + $0.lifetime }.max() ?? .zero
        guard
            let start = broadcast.origin.windowStart(
                ofRendition: 0, at: record.end.advanced(by: .zero - lag))
        else { return .zero }
        let ready = max(live.position, record.truth.lastEnd(of: session.number) ?? .zero)
        let known = max(ready, live.windowStart)
        let lost = start + offset - known
        return lost > Self.slack ? lost : .zero
    }

    /// The reason why the media that expired unnoticed is not known; `nil` if it is known.
    var reasonForUnknown: String? {
        guard let session = record.sessions.last, mayLoseMediaUnseen(session) else { return nil }
        return BroadcastOfSession(session, in: record).reasonForUnknown
    }

    /// Returns whether media may have expired unnoticed, without an entry in a session's ledger.
    private func mayLoseMediaUnseen(_ session: SessionOutcome) -> Bool {
        session.number == record.sessions.last?.number && !session.wasTakenAway
            && !session.ledger.hasEnded && session.ledger.failure == nil
            && session.ledger.ledger.clock.activity != .startup
    }
}
