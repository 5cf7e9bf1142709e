import HeadlessPlayback
import TestSupport
import Testing

/// The reports to an app about subtitles and options, from the first event to the last.
@Suite struct SubtitleTraceTests {
    private static let folder = "\(SampleMedia.folder)/subtitled"

    private func playback() -> Playback { Playback(provider: SidecarSubtitleProvider()) }

    private func video(_ tracks: TextTrack...) -> Video {
        var video = Video(url: "\(Self.folder)/index.m3u8")
        video.textTracks = tracks.map(\.property)
        return video
    }

    private func german(isDefault: Bool = true) -> TextTrack {
        TextTrack(
            source: "\(Self.folder)/de.vtt", sourceType: .webVTT, language: "de",
            label: "Deutsch", duration: .seconds(10), isDefault: isDefault)
    }

    @Test func `a sidecar file matches the recorded trace`() throws {
        let playback = playback().play(video(german()))
        try RecordedTrace.expect(playback.recorder.trace, is: "sidecar-file")
    }

    @Test func `a sidecar playlist matches the recorded trace`() throws {
        let track = TextTrack(
            source: "\(SampleMedia.folder)/ts-multivariant/subtitles-fr/index.m3u8",
            sourceType: .playlist, language: "fr", label: "Français", isDefault: true)
        let playback = playback().play(video(track))
        try RecordedTrace.expect(playback.recorder.trace, is: "sidecar-playlist")
    }

    @Test
    func `a selection of captions that persists over two sessions matches the recorded trace`()
        throws
    {
        let playback = playback()
        let video = SampleMedia.transportStream.video()
        playback.controller.setVideos([video, video])
        playback.run(until: 4)
        let session = playback.controller.currentSession
        session?.selectedLegibleMediaOption = session?.legibleMediaSelectionGroup?.options.first {
            $0.speaks("fr")
        }
        playback.controller.run()
        try RecordedTrace.expect(playback.recorder.trace, is: "caption-persistence")
    }

    @Test func `seeks over cues and back match the recorded trace`() throws {
        let playback = playback()
        playback.controller.setVideos([video(german())])
        playback.run(until: 2.25)
        playback.controller.seek(to: 8.5, toleranceBefore: 0, toleranceAfter: 0)
        playback.run(until: 3.25)
        playback.controller.seek(to: 4.5, toleranceBefore: 0, toleranceAfter: 0)
        playback.controller.run()
        try RecordedTrace.expect(playback.recorder.trace, is: "seek-over-cues")
    }

    @Test func `a switch of audio during playback matches the recorded trace`() throws {
        let playback = playback()
        playback.controller.setVideos([SampleMedia.transportStream.video()])
        playback.run(until: 6)
        let session = playback.controller.currentSession
        session?.selectedAudibleMediaOption = session?.audibleMediaSelectionGroup?.options.last
        playback.controller.run()
        try RecordedTrace.expect(playback.recorder.trace, is: "audio-switch")
    }
}
