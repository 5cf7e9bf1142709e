/// Observes the life of a session, on behalf of a provider that planned it.
///
/// A plan that is never used causes none of these calls. Such a plan is made, for example, to check
/// whether a video can be queued.
public protocol SessionCompanion: AnyObject {
    /// Notifies the companion that the session is about to load, for the first time or again.
    ///
    /// - Returns: The reason to refuse, with which the session fails; `nil` permits loading.
    func sessionLoads() -> SessionError?

    /// Notifies the companion that the playhead has moved for the first time after a load.
    ///
    /// From then on, the video is being played.
    func sessionPlays()

    /// Notifies the companion that the session has ended.
    ///
    /// The method is not called if a session and its companions are released before the session
    /// has ended.
    func sessionEnds()
}
