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
    ///   is also zero for a session that plays no broadcast of the scenario.
    func expiredUnseen(in session: SessionOutcome) -> MediaTime {
        guard mayLoseMediaUnseen(session), let live = session.ledger.ledger.live,
            let broadcast = broadcast(of: session),
            let offset = truth.lastOffset(of: session.number)
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

    /// The reason why the media that expired unnoticed is not known; `nil` if it is known.
    var reasonForUnknownExpiry: String? {
        guard let session = sessions.last, mayLoseMediaUnseen(session) else { return nil }
        return reasonForUnknownOrigin(of: session)
    }

    /// Returns whether media may have expired without an entry in a session's ledger.
    private func mayLoseMediaUnseen(_ session: SessionOutcome) -> Bool {
        session.number == sessions.last?.number && !session.wasTakenAway
            && !session.ledger.hasEnded && session.ledger.failure == nil
            && session.ledger.ledger.clock.activity != .startup
    }
}

extension RunRecord {
    /// Returns the broadcast that a session plays; `nil` if it plays no broadcast of the scenario.
    func broadcast(of session: SessionOutcome) -> ScenarioBroadcasts.Broadcast? {
        guard let broadcasts else { return nil }
        if let found = broadcasts.broadcast(of: session.ledger.source.url) { return found }
        // A playlist at another location may list the media of the only broadcast.
        let playsBroadcast = truth.lastOffset(of: session.number) != nil
        return playsBroadcast && broadcasts.all.count == 1 ? broadcasts.all.first : nil
    }

    /// Returns the reason why the origin of a live session is not known; `nil` if it is known.
    ///
    /// The result is also `nil` for a video on demand, and in a run without broadcasts.
    func reasonForUnknownOrigin(of session: SessionOutcome) -> String? {
        guard session.ledger.ledger.live != nil, broadcasts?.all.isEmpty == false,
            broadcast(of: session) == nil
        else { return nil }
        return "the source of session \(session.number) is no broadcast of the scenario"
    }
}
