public import Foundation
public import HeadlessPlayback
import VirtualTime

/// Receives the events of a controller, with the signatures that Xcode imports; every method has a
/// default.
///
/// Implementations must have the same types, including `!`: a method with another type is a
/// different method and is not called.
///
/// Source: `Documentation/Brightcove.md#delegate-and-consumers`.
public protocol BCOVPlaybackControllerBasicDelegate: AnyObject {
    /// The controller advanced to a session.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    func playbackController(
        _ controller: BCOVPlaybackController!, didAdvanceTo session: BCOVPlaybackSession!)

    /// The duration of a session was determined or refined.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - duration: The duration in seconds; not a number when it is indefinite.
    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didChangeDuration duration: TimeInterval)

    /// The video is shown on another device, or no longer.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - externalPlaybackActive: Whether another device shows the video.
    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didChangeExternalPlaybackActive externalPlaybackActive: Bool)

    /// The playhead passed cue points.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - cuePointInfo: The passage, by ``kBCOVPlaybackSessionEventKeyPreviousTime``,
    ///     ``kBCOVPlaybackSessionEventKeyCurrentTime`` and ``kBCOVPlaybackSessionEventKeyCuePoints``.
    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didPassCuePoints cuePointInfo: [AnyHashable: Any]!)

    /// The playhead moved.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - progress: The position in seconds; −∞ at the start and +∞ at the natural end.
    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didProgressTo progress: TimeInterval)

    /// All videos were played.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - playlist: The videos given to the controller.
    func playbackController(
        _ controller: BCOVPlaybackController!, didCompletePlaylist playlist: [BCOVVideo]!)

    /// Something happened in the life of a session.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - lifecycleEvent: The event.
    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didReceive lifecycleEvent: BCOVPlaybackSessionLifecycleEvent!)

    /// The ranges of a session that can be sought changed.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - seekableRanges: The ranges, each a `Range<MediaTime>`.
    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didChangeSeekableRanges seekableRanges: [Any]!)

    /// None of the given videos can be played.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - unplayableVideos: The videos.
    func playbackController(
        _ controller: BCOVPlaybackController!, noPlayableVideosFound unplayableVideos: [BCOVVideo]!)

    /// The metadata of a video was determined.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - metadata: The metadata.
    ///   - video: The video.
    func playbackController(
        _ controller: BCOVPlaybackController!, determinedMetadata metadata: [String: String]!,
        for video: BCOVVideo!)

    /// The kind of a video was determined.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - videoType: The kind.
    ///   - video: The video.
    func playbackController(
        _ controller: BCOVPlaybackController!, determinedVideoType videoType: BCOVVideoType,
        for video: BCOVVideo!)

    /// The codecs of a video were determined.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - codecs: The codecs.
    ///   - video: The video.
    func playbackController(
        _ controller: BCOVPlaybackController!, determinedCodecs codecs: [String]!,
        for video: BCOVVideo!)

    /// The kind of media of a source was determined.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - mediaType: The kind of media.
    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        determinedMediaType mediaType: BCOVSourceMediaType)

    /// Another audio option was selected.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - audibleMediaOption: The option; `nil` for none.
    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didChangeSelectedAudibleMediaOption audibleMediaOption: AVMediaSelectionOption!)

    /// Another subtitle option was selected.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - legibleMediaOption: The option; `nil` for none.
    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didChangeSelectedLegibleMediaOption legibleMediaOption: AVMediaSelectionOption!)

    /// The service refused one more stream of the viewer.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    ///   - sessions: The list of the service with the viewer's streams.
    func playbackController(
        _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!,
        didReachMaxConcurrency sessions: [AnyHashable: Any]!)

    /// Returns the service that renews the location of the current playlist.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - session: The session.
    /// - Returns: The service; `nil` uses the service of the account from which the video came.
    func playbackServiceForManifestURLTTLUpdate(
        for controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession!
    ) -> BCOVPlaybackService!

    /// The location of the current playlist was renewed, or could not be.
    ///
    /// - Parameters:
    ///   - error: The error; `nil` after a success.
    ///   - controller: The controller.
    ///   - session: The session.
    func manifestTTLWasUpdatedWithError(
        _ error: (any Error)!, playbackController controller: BCOVPlaybackController!,
        playbackSession session: BCOVPlaybackSession!)

    /// A video was inserted.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - video: The video.
    ///   - index: The index of the video among those given to the controller.
    func playbackController(
        _ controller: BCOVPlaybackController!, didInsert video: BCOVVideo!, at index: UInt)

    /// A video could not be inserted.
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
