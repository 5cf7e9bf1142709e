public import Formats
public import VirtualTime

/// An event of playback, for delegates, session consumers and traces.
///
/// Sessions and the controller create events. The name of an event never changes.
public struct PlaybackEvent {
    /// The instant on the virtual clock.
    public let instant: Instant
    /// The session that the event concerns; `nil` for events of the queue.
    public let session: PlaybackSession?
    /// The kind of the event.
    public let kind: Kind

    package init(instant: Instant, session: PlaybackSession?, kind: Kind) {
        self.instant = instant
        self.session = session
        self.kind = kind
    }

    /// The kinds of event, each named after the delegate method that reports it.
    public enum Kind: Sendable {
        /// The controller advanced to the session.
        case didAdvanceToPlaybackSession
        /// The duration of the session became known, or became more exact.
        case didChangeDuration(MediaTime)
        /// Playback progressed to a position.
        case didProgressTo(Progress)
        /// The playhead passed cue points.
        indirect case didPassCuePoints(CuePointPassage)
        /// The session reported a lifecycle event.
        indirect case didReceiveLifecycleEvent(LifecycleEvent)
        /// The seekable ranges changed.
        case didChangeSeekableRanges([Range<MediaTime>])
        /// The kinds of media in the source became known.
        case determinedMediaType(MediaType)
        /// The session determined whether the video is on demand or live.
        case determinedVideoType(VideoType)
        /// The codecs of the video became known.
        case determinedCodecs([String])
        /// The metadata of the video became known.
        case determinedMetadata([String: String])
        /// The queue was played to its end.
        case didCompletePlaylist([Video])
        /// None of the videos is playable.
        case noPlayableVideosFound([Video])
        /// A video was inserted into the queue.
        indirect case didInsertVideo(Video, index: Int)
        /// A video could not be inserted into the queue.
        indirect case failedToInsertVideo(Video)
        /// The selected audible option changed; `nil` means none.
        indirect case didChangeSelectedAudibleMediaOption(MediaOption?)
        /// The selected legible option changed; `nil` means none.
        indirect case didChangeSelectedLegibleMediaOption(MediaOption?)
        /// A cue of the selected subtitles is shown.
        indirect case didShowCue(SubtitleCue, of: MediaOption)
        /// A cue of the selected subtitles is hidden again.
        indirect case didHideCue(SubtitleCue, of: MediaOption)
        /// Playback moved to an external screen, or returned.
        case didChangeExternalPlaybackActive(Bool)
        /// The limit of concurrent streams was reached; the value lists the viewer's sessions.
        case didReachMaxConcurrency([String: PropertyValue])
        /// The expiring URL of a playlist was renewed, or the renewal failed.
        indirect case manifestTTLWasUpdatedWithError(PlaybackError?)
        /// The lock screen's information about the player changed; `nil` means that there is none.
        indirect case didChangeNowPlaying(NowPlayingInformation?)
        /// Picture in picture starts or stops.
        case didChangePictureInPicture(PictureInPictureStep)
    }

    /// The name of the event: the base name of its delegate method.
    public var name: String { kind.name.rawValue }
}

extension PlaybackEvent.Kind {
    /// The names of all events, for schemas and patterns.
    ///
    /// This is a separate list because an enumeration with associated values cannot list its cases,
    /// and a schema needs every name. The compiler requires a name for a new case; tests ensure
    /// that each name equals its case.
    package enum Name: String, CaseIterable, Sendable {
        case didAdvanceToPlaybackSession, didChangeDuration, didProgressTo, didPassCuePoints
        case didReceiveLifecycleEvent, didChangeSeekableRanges, determinedMediaType
        case determinedVideoType, determinedCodecs, determinedMetadata, didCompletePlaylist
        case noPlayableVideosFound, didInsertVideo, failedToInsertVideo
        case didChangeSelectedAudibleMediaOption, didChangeSelectedLegibleMediaOption, didShowCue
        case didHideCue, didChangeExternalPlaybackActive, didReachMaxConcurrency
        case manifestTTLWasUpdatedWithError, didChangeNowPlaying, didChangePictureInPicture
    }

    /// The name of the event: the base name of its delegate method.
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
        case .manifestTTLWasUpdatedWithError: .manifestTTLWasUpdatedWithError
        case .didChangeNowPlaying: .didChangeNowPlaying
        case .didChangePictureInPicture: .didChangePictureInPicture
        }
    }
}
