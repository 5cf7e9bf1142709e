public import Foundation

/// An observer of a controller's sessions that receives basic events; every method has a default.
///
/// Source: `Documentation/Brightcove.md#delegate-and-consumers`.
public protocol BCOVPlaybackSessionBasicConsumer: AnyObject {
    /// Notifies the consumer that the controller advanced to a session.
    ///
    /// - Parameter session: The session.
    func didAdvance(to session: BCOVPlaybackSession!)

    /// Notifies the consumer of the duration of a session, or of a more precise duration.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - duration: The duration in seconds.
    func playbackSession(
        _ session: BCOVPlaybackSession!, didChangeDuration duration: TimeInterval)

    /// Notifies the consumer that video is shown on another device, or on this device again.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - externalPlaybackActive: Whether another device shows the video.
    func playbackSession(
        _ session: BCOVPlaybackSession!,
        didChangeExternalPlaybackActive externalPlaybackActive: Bool)

    /// Notifies the consumer that the playhead passed cue points.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - cuePointInfo: The previous and the current time and the cue points, under the keys of
    ///     the SDK.
    func playbackSession(
        _ session: BCOVPlaybackSession!, didPassCuePoints cuePointInfo: [AnyHashable: Any]!)

    /// Notifies the consumer of the position of the playhead.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - progress: The position in seconds.
    func playbackSession(_ session: BCOVPlaybackSession!, didProgressTo progress: TimeInterval)

    /// Notifies the consumer that the last video was played to its end.
    ///
    /// - Parameter playlist: The videos that were passed to the controller.
    func didCompletePlaylist(_ playlist: [BCOVVideo]!)

    /// Notifies the consumer of a lifecycle event.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - lifecycleEvent: The event.
    func playbackSession(
        _ session: BCOVPlaybackSession!,
        didReceive lifecycleEvent: BCOVPlaybackSessionLifecycleEvent!)

    /// Notifies the consumer of the ranges to which playback can seek.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - seekableRanges: The ranges, of the type `Range<MediaTime>`.
    func playbackSession(
        _ session: BCOVPlaybackSession!, didChangeSeekableRanges seekableRanges: [Any]!)
}

/// An observer of a controller's sessions.
public protocol BCOVPlaybackSessionConsumer: BCOVPlaybackSessionBasicConsumer {}

extension BCOVPlaybackSessionBasicConsumer {
    /// Does nothing.
    public func didAdvance(to session: BCOVPlaybackSession!) {}
    /// Does nothing.
    public func playbackSession(
        _ session: BCOVPlaybackSession!, didChangeDuration duration: TimeInterval
    ) {}
    /// Does nothing.
    public func playbackSession(
        _ session: BCOVPlaybackSession!,
        didChangeExternalPlaybackActive externalPlaybackActive: Bool
    ) {}
    /// Does nothing.
    public func playbackSession(
        _ session: BCOVPlaybackSession!, didPassCuePoints cuePointInfo: [AnyHashable: Any]!
    ) {}
    /// Does nothing.
    public func playbackSession(
        _ session: BCOVPlaybackSession!, didProgressTo progress: TimeInterval
    ) {}
    /// Does nothing.
    public func didCompletePlaylist(_ playlist: [BCOVVideo]!) {}
    /// Does nothing.
    public func playbackSession(
        _ session: BCOVPlaybackSession!,
        didReceive lifecycleEvent: BCOVPlaybackSessionLifecycleEvent!
    ) {}
    /// Does nothing.
    public func playbackSession(
        _ session: BCOVPlaybackSession!, didChangeSeekableRanges seekableRanges: [Any]!
    ) {}
}
