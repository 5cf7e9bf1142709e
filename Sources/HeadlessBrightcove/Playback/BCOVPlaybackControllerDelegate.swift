public import Foundation
public import HeadlessPlayback
import VirtualTime

/// A delegate that receives the events of a controller; every method has a default.
///
/// Xcode imports the same method signatures from the SDK. Implementations must have the same types,
/// including `!`: a method with another type is a different method and is not called. The only
/// exception is the method of ``BCOVPlaybackControllerSampleSignatures``.
///
/// Source: `Documentation/Brightcove.md#delegate-and-consumers`.
public protocol BCOVPlaybackControllerBasicDelegate: BCOVPlaybackControllerSampleSignatures {
    /// Notifies the delegate that the controller advanced to a session.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    func playbackController(
        _ controller: BCOVPlaybackController!, didAdvanceTo session: BCOVPlaybackSession!)

    /// Notifies the delegate that the duration of a session was determined or refined.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - duration: The duration in seconds; NaN when it is indefinite.
    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didChangeDuration duration: TimeInterval)

    /// Notifies the delegate that external playback of the video started or ended.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - externalPlaybackActive: Whether another device shows the video.
    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didChangeExternalPlaybackActive externalPlaybackActive: Bool)

    /// Notifies the delegate that the playhead passed cue points.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - cuePointInfo: The position before the cue points, the position at or after them, and the
    ///     cue points, under the keys ``kBCOVPlaybackSessionEventKeyPreviousTime``,
    ///     ``kBCOVPlaybackSessionEventKeyCurrentTime`` and
    ///     ``kBCOVPlaybackSessionEventKeyCuePoints``.
    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didPassCuePoints cuePointInfo: [AnyHashable: Any]!)

    /// Notifies the delegate that the playhead moved.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - progress: The position in seconds; −∞ at the start and +∞ at the natural end.
    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didProgressTo progress: TimeInterval)

    /// Notifies the delegate that all videos were played.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - playlist: The videos given to the controller.
    func playbackController(
        _ controller: BCOVPlaybackController!, didCompletePlaylist playlist: [BCOVVideo]!)

    /// Notifies the delegate that a lifecycle event of a session occurred.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - lifecycleEvent: The event.
    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didReceive lifecycleEvent: BCOVPlaybackSessionLifecycleEvent!)

    /// Notifies the delegate that the seekable ranges of a session changed.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - seekableRanges: The ranges, each a `Range<MediaTime>`.
    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didChangeSeekableRanges seekableRanges: [Any]!)

    /// Notifies the delegate that none of the given videos can be played.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - unplayableVideos: The videos.
    func playbackController(
        _ controller: BCOVPlaybackController!, noPlayableVideosFound unplayableVideos: [BCOVVideo]!)

    /// Notifies the delegate that the metadata of a video was determined.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - metadata: The metadata.
    ///   - video: The video.
    func playbackController(
        _ controller: BCOVPlaybackController!, determinedMetadata metadata: [String: String]!,
        for video: BCOVVideo!)

    /// Notifies the delegate that the type of a video, such as live, was determined.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - videoType: The type.
    ///   - video: The video.
    func playbackController(
        _ controller: BCOVPlaybackController!, determinedVideoType videoType: BCOVVideoType,
        for video: BCOVVideo!)

    /// Notifies the delegate that the codecs of a video were determined.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - codecs: The codecs.
    ///   - video: The video.
    func playbackController(
        _ controller: BCOVPlaybackController!, determinedCodecs codecs: [String]!,
        for video: BCOVVideo!)

    /// Notifies the delegate that the media type of a session's source was determined.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - mediaType: The media type.
    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        determinedMediaType mediaType: BCOVSourceMediaType)

    /// Notifies the delegate that another audio option was selected.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - audibleMediaOption: The option; `nil` when no option is selected.
    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didChangeSelectedAudibleMediaOption audibleMediaOption: AVMediaSelectionOption!)

    /// Notifies the delegate that another subtitle option was selected.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - legibleMediaOption: The option; `nil` when no option is selected.
    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didChangeSelectedLegibleMediaOption legibleMediaOption: AVMediaSelectionOption!)

    /// Notifies the delegate that the viewer reached the service's limit of concurrent streams.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session, whose stream the service refused.
    ///   - sessions: The response of the service, which lists the viewer's streams.
    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didReachMaxConcurrency sessions: [AnyHashable: Any]!)

    /// Returns the service that renews the location of the current HLS playlist.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    /// - Returns: The service; `nil` uses the service of the account that supplied the video.
    func playbackServiceForManifestURLTTLUpdate(
        for controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!
    ) -> BCOVPlaybackService!

    /// Notifies the delegate that the renewal of the current HLS playlist's location has ended.
    ///
    /// - Parameters:
    ///   - error: The error; `nil` after a success.
    ///   - controller: The controller.
    ///   - session: The session.
    func manifestTTLWasUpdatedWithError(
        _ error: (any Error)!, playbackController controller: BCOVPlaybackController!,
        playbackSession session: BCOVPlaybackSession!)

    /// Notifies the delegate that a video was inserted.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - video: The video.
    ///   - index: The index of the video among the videos of the controller.
    func playbackController(
        _ controller: BCOVPlaybackController!, didInsert video: BCOVVideo!, at index: UInt)

    /// Notifies the delegate that a video could not be inserted.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - video: The video.
    func playbackController(
        _ controller: BCOVPlaybackController!, failedToInsert video: BCOVVideo!)

    /// Returns the title of a subtitle option in the menu of a session.
    ///
    /// - Parameter mediaSelectionOption: The option.
    /// - Returns: The title; `nil` uses the display name of the option.
    func title(forLegibleMediaSelectionOption mediaSelectionOption: AVMediaSelectionOption!)
        -> String!

    /// Returns the title of an audio option in the menu of a session.
    ///
    /// - Parameter mediaSelectionOption: The option.
    /// - Returns: The title; `nil` uses the display name of the option.
    func title(forAudibleMediaSelectionOption mediaSelectionOption: AVMediaSelectionOption!)
        -> String!
}

/// The delegate of a controller.
public protocol BCOVPlaybackControllerDelegate: BCOVPlaybackControllerBasicDelegate {}
