/// Follows the life of a session, on behalf of a provider that was asked for its plan.
///
/// A plan that comes to nothing, such as one made to see whether a video can be queued, leads to none
/// of these calls.
public protocol SessionCompanion: AnyObject {
    /// The session is about to load, for the first time or anew.
    ///
    /// - Returns: Why it must not, which the session fails with; `nil` when it may.
    func sessionLoads() -> SessionError?

    /// The playhead moves for the first time after a load: the video is being played.
    func sessionPlays()

    /// The session is over; nothing follows.
    ///
    /// A session that is released before tells nobody; its companions are released with it.
    func sessionEnds()
}
