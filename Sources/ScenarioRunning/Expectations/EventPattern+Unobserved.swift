import Formats
import HeadlessPlayback
import Scenarios

extension EventPattern {
    /// Returns a defect if a run had no session, or no period, in which an event could match.
    ///
    /// A pattern for the beginning of a session may also name the session after the last one,
    /// because the run shows that no such session began.
    func unobserved(in record: RunRecord) -> [Defect] {
        let count = record.sessions.count
        if let session, session > (announcesSession ? count + 1 : count) {
            return [
                record.defect(
                    expected: "a session \(session), for \(self)",
                    found: count.counted("session"), at: record.happenings.last)
            ]
        }
        let defect = period.flatMap { record.unreached($0.lowerBound, "\(self)") }
        return defect.map { [$0] } ?? []
    }

    /// Whether the pattern selects an event with which a session begins.
    private var announcesSession: Bool {
        name == PlaybackEvent.Kind.Name.didAdvanceToPlaybackSession.rawValue
            || name == LifecycleEvent.EventType.ready.rawValue
    }
}
