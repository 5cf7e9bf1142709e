public import Sessions
public import VirtualTime

/// Something that a controller told its delegate.
public struct PlaybackEvent {
    /// When it was told, in the time of the world.
    public let instant: Instant
    /// The session that it is about; `nil` when it is about the controller alone.
    public let session: PlaybackSession?
    /// What it is.
    public let kind: Kind

    package init(instant: Instant, session: PlaybackSession?, kind: Kind) {
        self.instant = instant
        self.session = session
        self.kind = kind
    }

    /// What a controller can tell; each case has a method of ``PlaybackControllerDelegate``.
    public enum Kind: Sendable {
        /// The controller went on to the session.
        case didAdvanceToPlaybackSession
        /// The duration of the session is known, or known better; in seconds.
        case didChangeDuration(Double)
        /// Playback got to a position.
        case didProgressTo(Progress)
        /// The playhead passed cue points.
        case didPassCuePoints(CuePointPassage)
        /// Something happened in the life of the session.
        case didReceiveLifecycleEvent(LifecycleEvent)
        /// The playhead can be put into other ranges than before.
        case didChangeSeekableRanges([Range<MediaTime>])
        /// It is known what the source holds.
        case determinedMediaType(MediaType)
        /// It is known how the video can be moved about in.
        case determinedVideoType(VideoType)
        /// The codecs of the video are known.
        case determinedCodecs([String])
        /// The metadata of the video is known.
        case determinedMetadata([String: String])
        /// The queue has been played to its end.
        case didCompletePlaylist([Video])
        /// None of the videos can be played.
        case noPlayableVideosFound([Video])
        /// A video was inserted into the queue.
        case didInsertVideo(Video, index: Int)
        /// A video could not be inserted into the queue.
        case failedToInsertVideo(Video)
        /// Another audible option was selected; `nil` selects none.
        case didChangeSelectedAudibleMediaOption(MediaOption?)
        /// Another legible option was selected; `nil` selects none.
        case didChangeSelectedLegibleMediaOption(MediaOption?)
        /// A cue of the selected subtitles is shown.
        case didShowCue(SubtitleCue, of: MediaOption)
        /// A cue of the selected subtitles is hidden again.
        case didHideCue(SubtitleCue, of: MediaOption)
        /// Playback moved to another screen, or came back.
        case didChangeExternalPlaybackActive(Bool)
        /// As many streams as are allowed are being played already.
        case didReachMaxConcurrency([String: String])
        /// The expiring token of a manifest was renewed, or could not be.
        case manifestTTLWasUpdated(error: PlaybackError?)
    }

    /// The base name of the delegate's method.
    public var name: String { kind.name.rawValue }
}

extension PlaybackEvent.Kind {
    /// The base names of all methods of the delegate.
    package enum Name: String, CaseIterable, Sendable {
        case didAdvanceToPlaybackSession, didChangeDuration, didProgressTo, didPassCuePoints
        case didReceiveLifecycleEvent, didChangeSeekableRanges, determinedMediaType
        case determinedVideoType, determinedCodecs, determinedMetadata, didCompletePlaylist
        case noPlayableVideosFound, didInsertVideo, failedToInsertVideo
        case didChangeSelectedAudibleMediaOption, didChangeSelectedLegibleMediaOption, didShowCue
        case didHideCue, didChangeExternalPlaybackActive, didReachMaxConcurrency
        case manifestTTLWasUpdated
    }

    /// The base name of the delegate's method.
    package var name: Name {
        switch self {
        case .didAdvanceToPlaybackSession: .didAdvanceToPlaybackSession
        case .didChangeDuration: .didChangeDuration
        case .didProgressTo: .didProgressTo
        case .didPassCuePoints: .didPassCuePoints
        case .didReceiveLifecycleEvent: .didReceiveLifecycleEvent
        case .didChangeSeekableRanges: .didChangeSeekableRanges
        case .determinedMediaType: .determinedMediaType
        case .determinedVideoType: .determinedVideoType
        case .determinedCodecs: .determinedCodecs
        case .determinedMetadata: .determinedMetadata
        case .didCompletePlaylist: .didCompletePlaylist
        case .noPlayableVideosFound: .noPlayableVideosFound
        case .didInsertVideo: .didInsertVideo
        case .failedToInsertVideo: .failedToInsertVideo
        case .didChangeSelectedAudibleMediaOption: .didChangeSelectedAudibleMediaOption
        case .didChangeSelectedLegibleMediaOption: .didChangeSelectedLegibleMediaOption
        case .didShowCue: .didShowCue
        case .didHideCue: .didHideCue
        case .didChangeExternalPlaybackActive: .didChangeExternalPlaybackActive
        case .didReachMaxConcurrency: .didReachMaxConcurrency
        case .manifestTTLWasUpdated: .manifestTTLWasUpdated
        }
    }
}
