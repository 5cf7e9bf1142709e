import HeadlessPlayback
import LiveOrigin

/// The broadcast of a scenario that a session plays.
struct BroadcastOfSession {
    private let session: SessionOutcome
    private let record: RunRecord

    /// Creates the value for a session of a run.
    init(_ session: SessionOutcome, in record: RunRecord) {
        self.session = session
        self.record = record
    }

    /// The broadcast; `nil` if the session plays no broadcast of the scenario.
    var broadcast: ScenarioBroadcasts.Broadcast? {
        guard let broadcasts = record.broadcasts else { return nil }
        if let found = broadcasts.broadcast(of: session.ledger.source.url) { return found }
        // A playlist at another location may list the media of the only broadcast.
        let playsBroadcast = record.truth.lastOffset(of: session.number) != nil
        return playsBroadcast && broadcasts.all.count == 1 ? broadcasts.all.first : nil
    }

    /// The reason why the broadcast of a live session is not known; `nil` if it is known.
    ///
    /// It is also `nil` for a video on demand, and in a run without broadcasts.
    var reasonForUnknown: String? {
        guard session.ledger.ledger.live != nil, record.broadcasts?.all.isEmpty == false,
            broadcast == nil
        else { return nil }
        return "the source of session \(session.number) is not a broadcast of the scenario"
    }
}
