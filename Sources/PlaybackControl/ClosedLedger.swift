public import Presentation
public import Sessions

/// The accounts of a session that is over.
public struct ClosedLedger: Equatable, Sendable {
    /// The number of the session.
    public let sessionNumber: Int
    /// The video that was played.
    public let video: Video
    /// The source of the video that was played.
    public let source: Source
    /// The accounts.
    public let ledger: Ledger
    /// Why the session could not be played to its end; `nil` when nothing went wrong.
    public let failure: PlaybackError?
    /// Whether the video was played to its end.
    public let hasEnded: Bool

    init(session: PlaybackSession) {
        sessionNumber = session.number
        video = session.video
        source = session.source
        ledger = session.ledger
        failure = session.failure
        hasEnded = session.reachedEnd
    }
}
