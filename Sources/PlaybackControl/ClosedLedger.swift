public import Presentation
public import Sessions

/// The final `Ledger` of a session: the expected media, and the outcome of each part of that media.
public struct ClosedLedger: Equatable, Sendable {
    /// The number of the session.
    public let sessionNumber: Int
    /// The video that was played.
    public let video: Video
    /// The source of the video that was played.
    public let source: Source
    /// The ledger of the session.
    public let ledger: Ledger
    /// The error that ended the session; `nil` if the session did not fail.
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
