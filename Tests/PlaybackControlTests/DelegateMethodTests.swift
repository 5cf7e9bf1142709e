import HeadlessPlayback
import Playlists
import Sessions
import TestSupport
import Testing

/// The callbacks of the delegate reference: `Documentation/Brightcove.md#delegate-and-consumers`.
@Suite struct DelegateMethodTests {
    private let video = SampleMedia.single.video()

    /// Returns one event of each kind, as a controller would report it.
    private func everyEvent(of session: PlaybackSession) throws -> [PlaybackEvent] {
        let passage = try #require(
            CuePointTracker(CuePointCollection([.before(type: "pre-roll")])).atFirstPlay())
        let option = MediaOption(
            Rendition(.subtitles, groupID: "subs", name: "English"))
        let cue = SubtitleCue(start: .zero, end: .seconds(1), text: "Hello")
        let kinds: [PlaybackEvent.Kind] = [
            .didAdvanceToPlaybackSession, .didChangeDuration(.seconds(1)),
            .didChangeExternalPlaybackActive(true), .didPassCuePoints(passage),
            .didProgressTo(.started), .didCompletePlaylist([video]),
            .didReceiveLifecycleEvent(LifecycleEvent(.ready)), .didChangeSeekableRanges([]),
            .noPlayableVideosFound([video]), .determinedMetadata([:]),
            .determinedVideoType(.vod), .determinedCodecs([]), .determinedMediaType(.audio),
            .didChangeSelectedAudibleMediaOption(nil), .didChangeSelectedLegibleMediaOption(nil),
            .didReachMaxConcurrency([:]), .manifestTTLWasUpdatedWithError(nil),
            .didInsertVideo(video, index: 0), .failedToInsertVideo(video),
            .didShowCue(cue, of: option), .didHideCue(cue, of: option),
            .didChangeNowPlaying(nil), .didChangePictureInPicture(.didStart),
        ]
        #expect(Set(kinds.map(\.name)) == Set(PlaybackEvent.Kind.Name.allCases))
        return kinds.map { PlaybackEvent(instant: .start, session: session, kind: $0) }
    }

    @Test func `the name of each event is spelled like its enum case`() throws {
        let playback = Playback()
        playback.controller.setVideos([video])
        let session = try #require(playback.controller.currentSession)
        for event in try everyEvent(of: session) {
            let values = Mirror(reflecting: event.kind).children.first
            #expect(event.name == values?.label ?? "\(event.kind)")
        }
    }

    @Test func `each event calls the method that is named after it`() throws {
        let playback = Playback()
        playback.controller.setVideos([video])
        let session = try #require(playback.controller.currentSession)
        let app = DocumentedApp()
        let delegate: any PlaybackControllerDelegate = app
        let events = try everyEvent(of: session)
        for event in events {
            delegate.playbackController(playback.controller, didReport: event)
        }
        _ = delegate.playbackServiceForManifestURLTTLUpdateForPlaybackController(
            playback.controller, playbackSession: session)
        #expect(
            app.calls
                == events.map(\.name) + [
                    "playbackServiceForManifestURLTTLUpdateForPlaybackController"
                ])
        // The 24 methods include those for cues, the lock screen and picture in picture.
        #expect(app.calls.count == 24)
    }

    @Test func `a recorder that overrides one method receives every event`() throws {
        let playback = Playback()
        playback.controller.setVideos([video])
        let session = try #require(playback.controller.currentSession)
        let recorder = OneMethod()
        let delegate: any PlaybackControllerDelegate = recorder
        for event in try everyEvent(of: session) {
            delegate.playbackController(playback.controller, didReport: event)
        }
        #expect(recorder.names == PlaybackEvent.Kind.Name.allCases.map(\.rawValue).sorted())
    }
}

/// A delegate that implements the single method through which every event arrives.
private final class OneMethod: PlaybackControllerDelegate {
    private(set) var names: [String] = []

    func playbackController(_ controller: PlaybackController, didReport event: PlaybackEvent) {
        names.append(event.name)
        names.sort()
    }
}

/// A delegate that implements every documented method.
private final class DocumentedApp: PlaybackControllerDelegate {
    private(set) var calls: [String] = []

    func playbackController(
        _ controller: PlaybackController, didAdvanceToPlaybackSession session: PlaybackSession
    ) { calls.append("didAdvanceToPlaybackSession") }

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeDuration duration: Double
    ) { calls.append("didChangeDuration") }

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeExternalPlaybackActive externalPlaybackActive: Bool
    ) { calls.append("didChangeExternalPlaybackActive") }

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didPassCuePoints cuePointInfo: CuePointPassage
    ) { calls.append("didPassCuePoints") }

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didProgressTo progress: Double
    ) { calls.append("didProgressTo") }

    func playbackController(
        _ controller: PlaybackController, didCompletePlaylist playlist: [Video]
    ) { calls.append("didCompletePlaylist") }

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didReceiveLifecycleEvent lifecycleEvent: LifecycleEvent
    ) { calls.append("didReceiveLifecycleEvent") }

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeSeekableRanges seekableRanges: [Range<MediaTime>]
    ) { calls.append("didChangeSeekableRanges") }

    func playbackController(
        _ controller: PlaybackController, noPlayableVideosFound unplayableVideos: [Video]
    ) { calls.append("noPlayableVideosFound") }

    func playbackController(
        _ controller: PlaybackController, determinedMetadata metadata: [String: String],
        forVideo video: Video
    ) { calls.append("determinedMetadata") }

    func playbackController(
        _ controller: PlaybackController, determinedVideoType videoType: VideoType,
        forVideo video: Video
    ) { calls.append("determinedVideoType") }

    func playbackController(
        _ controller: PlaybackController, determinedCodecs codecs: [String], forVideo video: Video
    ) { calls.append("determinedCodecs") }

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        determinedMediaType mediaType: MediaType
    ) { calls.append("determinedMediaType") }

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeSelectedAudibleMediaOption audibleMediaOption: MediaOption?
    ) { calls.append("didChangeSelectedAudibleMediaOption") }

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeSelectedLegibleMediaOption legibleMediaOption: MediaOption?
    ) { calls.append("didChangeSelectedLegibleMediaOption") }

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didReachMaxConcurrency sessions: [String: PropertyValue]
    ) { calls.append("didReachMaxConcurrency") }

    func playbackServiceForManifestURLTTLUpdateForPlaybackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession
    ) -> PlaybackService? {
        calls.append("playbackServiceForManifestURLTTLUpdateForPlaybackController")
        return nil
    }

    func manifestTTLWasUpdatedWithError(
        _ error: PlaybackError?, playbackController controller: PlaybackController,
        playbackSession session: PlaybackSession
    ) { calls.append("manifestTTLWasUpdatedWithError") }

    func playbackController(
        _ controller: PlaybackController, didInsertVideo video: Video, atIndex index: Int
    ) { calls.append("didInsertVideo") }

    func playbackController(
        _ controller: PlaybackController, failedToInsertVideo video: Video
    ) { calls.append("failedToInsertVideo") }

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didShowCue cue: SubtitleCue, of option: MediaOption
    ) { calls.append("didShowCue") }

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didHideCue cue: SubtitleCue, of option: MediaOption
    ) { calls.append("didHideCue") }

    func playbackController(
        _ controller: PlaybackController,
        didChangeNowPlaying information: PlaybackEvent.NowPlayingInformation?
    ) { calls.append("didChangeNowPlaying") }

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangePictureInPicture event: PlaybackEvent.PictureInPictureStep
    ) { calls.append("didChangePictureInPicture") }
}
