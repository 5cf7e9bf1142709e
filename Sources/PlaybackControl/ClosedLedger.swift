public import Presentation
public import Sessions

/// The final accounts of a session.
public struct ClosedLedger: Equatable, Sendable {
    /// The number of the session.
    public let sessionNumber: Int
    /// The video that was played.
    public let video: Video
    /// The source of the video that was played.
    public let source: Source
    /// The accounts.
    public let ledger: Ledger
    /// The reason why the session did not reach its end; `nil` without a failure.
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
