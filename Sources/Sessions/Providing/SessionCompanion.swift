/// Observes the life of a session, on behalf of a provider that planned it.
///
/// A plan that is never used causes none of these calls. Such a plan is made, for example, to check
/// whether a video can be queued.
public protocol SessionCompanion: AnyObject {
    /// Called before the session loads, for the first time or again.
    ///
    /// - Returns: The reason to refuse, with which the session fails; `nil` permits loading.
    func sessionLoads() -> SessionError?

    /// Called when the playhead first moves after a load: the video is being played.
    func sessionPlays()

    /// Called at the end of the session.
    ///
    /// It is not called if a session and its companions are released before the session has ended.
    func sessionEnds()
}
