/// A delegate that writes everything down that it is told.
///
/// Between a controller and the delegate of an app it hands on everything, in the same order, so that a
/// test sees what the app saw:
///
/// ```swift
/// let recording = RecordingDelegate(forwardingTo: app.player)
/// controller.delegate = recording
/// ```
///
/// The controller does not keep its delegate alive, and this does not keep that of the app.
public final class RecordingDelegate: PlaybackControllerDelegate {
    /// What was told, in order.
    public private(set) var events: [PlaybackEvent] = []
    /// Who is told as well; not kept alive.
    public weak var next: (any PlaybackControllerDelegate)?

    /// Creates a delegate that was told nothing yet.
    ///
    /// - Parameter next: Who is told as well.
    public init(forwardingTo next: (any PlaybackControllerDelegate)? = nil) {
        self.next = next
    }

    /// The trace: one line for each call, ended by a line feed.
    public var trace: String { events.reduce(into: "") { $0 += $1.traceLine + "\n" } }

    /// The names of the calls, in order.
    public var names: [String] { events.map(\.name) }

    private func write(
        _ kind: PlaybackEvent.Kind, _ session: PlaybackSession?, _ controller: PlaybackController
    ) {
        events.append(
            PlaybackEvent(instant: controller.world.loop.now, session: session, kind: kind))
    }
}

extension RecordingDelegate {
    // MARK: Sessions

    /// Writes down what it is told, and hands it on.
    public func playbackController(
        _ controller: PlaybackController, didAdvanceTo session: PlaybackSession
    ) {
        write(.didAdvanceToPlaybackSession, session, controller)
        next?.playbackController(
            controller, didAdvanceTo: session)
    }

    /// Writes down what it is told, and hands it on.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeDuration duration: Double
    ) {
        write(.didChangeDuration(duration), session, controller)
        next?.playbackController(
            controller, playbackSession: session, didChangeDuration: duration)
    }

    /// Writes down what it is told, and hands it on.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeExternalPlaybackActive isActive: Bool
    ) {
        write(.didChangeExternalPlaybackActive(isActive), session, controller)
        next?.playbackController(
            controller, playbackSession: session, didChangeExternalPlaybackActive: isActive)
    }

    /// Writes down what it is told, and hands it on.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didPassCuePoints passage: CuePointPassage
    ) {
        write(.didPassCuePoints(passage), session, controller)
        next?.playbackController(
            controller, playbackSession: session, didPassCuePoints: passage)
    }

    /// Writes down what it is told, and hands it on.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didProgressTo progress: Double
    ) {
        write(.didProgressTo(Progress(progress)), session, controller)
        next?.playbackController(
            controller, playbackSession: session, didProgressTo: progress)
    }

    /// Writes down what it is told, and hands it on.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didReceive event: LifecycleEvent
    ) {
        write(.didReceiveLifecycleEvent(event), session, controller)
        next?.playbackController(
            controller, playbackSession: session, didReceive: event)
    }

    /// Writes down what it is told, and hands it on.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeSeekableRanges ranges: [Range<MediaTime>]
    ) {
        write(.didChangeSeekableRanges(ranges), session, controller)
        next?.playbackController(
            controller, playbackSession: session, didChangeSeekableRanges: ranges)
    }

    /// Writes down what it is told, and hands it on.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        determinedMediaType type: MediaType
    ) {
        write(.determinedMediaType(type), session, controller)
        next?.playbackController(
            controller, playbackSession: session, determinedMediaType: type)
    }

    /// Writes down what it is told, and hands it on.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeSelectedAudibleMediaOption option: MediaOption?
    ) {
        write(.didChangeSelectedAudibleMediaOption(option), session, controller)
        next?.playbackController(
            controller, playbackSession: session, didChangeSelectedAudibleMediaOption: option)
    }

    /// Writes down what it is told, and hands it on.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeSelectedLegibleMediaOption option: MediaOption?
    ) {
        write(.didChangeSelectedLegibleMediaOption(option), session, controller)
        next?.playbackController(
            controller, playbackSession: session, didChangeSelectedLegibleMediaOption: option)
    }

    /// Writes down what it is told, and hands it on.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didReachMaxConcurrency sessions: [String: String]
    ) {
        write(.didReachMaxConcurrency(sessions), session, controller)
        next?.playbackController(
            controller, playbackSession: session, didReachMaxConcurrency: sessions)
    }

    /// Writes down what it is told, and hands it on.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        manifestTTLWasUpdatedWith error: PlaybackError?
    ) {
        write(.manifestTTLWasUpdated(error: error), session, controller)
        next?.playbackController(
            controller, playbackSession: session, manifestTTLWasUpdatedWith: error)
    }

    /// Writes down what it is told, and hands it on.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didShow cue: SubtitleCue, of option: MediaOption
    ) {
        write(.didShowCue(cue, of: option), session, controller)
        next?.playbackController(
            controller, playbackSession: session, didShow: cue, of: option)
    }

    /// Writes down what it is told, and hands it on.
    public func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didHide cue: SubtitleCue, of option: MediaOption
    ) {
        write(.didHideCue(cue, of: option), session, controller)
        next?.playbackController(
            controller, playbackSession: session, didHide: cue, of: option)
    }

    /// Hands the question on; without anybody behind it asks nobody.
    public func playbackServiceForManifestURLTTLUpdate(
        _ controller: PlaybackController, playbackSession session: PlaybackSession
    ) -> (any PlaybackService)? {
        next?.playbackServiceForManifestURLTTLUpdate(controller, playbackSession: session)
    }

    // MARK: Videos and the queue

    /// Writes down what it is told, and hands it on.
    public func playbackController(
        _ controller: PlaybackController, determinedMetadata metadata: [String: String],
        for video: Video
    ) {
        write(.determinedMetadata(metadata), controller.currentSession, controller)
        next?.playbackController(
            controller, determinedMetadata: metadata, for: video)
    }

    /// Writes down what it is told, and hands it on.
    public func playbackController(
        _ controller: PlaybackController, determinedVideoType type: VideoType, for video: Video
    ) {
        write(.determinedVideoType(type), controller.currentSession, controller)
        next?.playbackController(
            controller, determinedVideoType: type, for: video)
    }

    /// Writes down what it is told, and hands it on.
    public func playbackController(
        _ controller: PlaybackController, determinedCodecs codecs: [String], for video: Video
    ) {
        write(.determinedCodecs(codecs), controller.currentSession, controller)
        next?.playbackController(
            controller, determinedCodecs: codecs, for: video)
    }

    /// Writes down what it is told, and hands it on.
    public func playbackController(
        _ controller: PlaybackController, didCompletePlaylist playlist: [Video]
    ) {
        write(.didCompletePlaylist(playlist), nil, controller)
        next?.playbackController(
            controller, didCompletePlaylist: playlist)
    }

    /// Writes down what it is told, and hands it on.
    public func playbackController(
        _ controller: PlaybackController, noPlayableVideosFound videos: [Video]
    ) {
        write(.noPlayableVideosFound(videos), nil, controller)
        next?.playbackController(
            controller, noPlayableVideosFound: videos)
    }

    /// Writes down what it is told, and hands it on.
    public func playbackController(
        _ controller: PlaybackController, didInsert video: Video, at index: Int
    ) {
        write(.didInsertVideo(video, index: index), nil, controller)
        next?.playbackController(
            controller, didInsert: video, at: index)
    }

    /// Writes down what it is told, and hands it on.
    public func playbackController(
        _ controller: PlaybackController, failedToInsert video: Video
    ) {
        write(.failedToInsertVideo(video), nil, controller)
        next?.playbackController(
            controller, failedToInsert: video)
    }
}

extension Progress {
    /// The progress that a number of seconds stands for.
    fileprivate init(_ seconds: Double) {
        guard let time = MediaTime(seconds: seconds) else {
            self = seconds > 0 ? .ended : .started
            return
        }
        self = .at(time)
    }
}
