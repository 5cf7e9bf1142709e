/// The method of a playback delegate that the vendor's samples write without `!`.
///
/// Objective-C calls a delegate method regardless of the optionality of its parameter types. In
/// Swift, a method with other types is a different method, and would not be called.
///
/// Source: `Documentation/Brightcove.md#delegate-and-consumers`.
public protocol BCOVPlaybackControllerSampleSignatures: AnyObject {
    /// Notifies the delegate that a lifecycle event of a session occurred.
    ///
    /// The method is called if the delegate does not have the method with `BCOVPlaybackSession!`.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - lifecycleEvent: The event.
    @_disfavoredOverload
    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession,
        didReceive lifecycleEvent: BCOVPlaybackSessionLifecycleEvent!)
}

extension BCOVPlaybackControllerSampleSignatures {
    /// Does nothing.
    @_disfavoredOverload
    public func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession,
        didReceive lifecycleEvent: BCOVPlaybackSessionLifecycleEvent!
    ) {}
}
