import HeadlessPlayback
import TestSupport
import Testing

/// Captions that a viewer chose are chosen again in the next session.
@Suite struct CaptionPersistenceTests {
    private func legible(_ session: PlaybackSession?, _ language: String) -> MediaOption? {
        session?.legibleMediaSelectionGroup?.options.first { $0.speaks(language) }
    }

    @Test func `a controller keeps the chosen captions in the next session`() {
        let playback = Playback()
        let video = SampleMedia.transportStream.video()
        playback.controller.setVideos([video, video])
        playback.run(until: 6)
        let session = playback.controller.currentSession
        session?.selectedLegibleMediaOption = legible(session, "fr")
        playback.run(until: 26)
        let next = playback.controller.currentSession
        #expect(next !== session)
        #expect(next?.selectedLegibleMediaOption?.languageTag == "fr")
    }

    @Test func `captions are not kept without persistence or after they were deselected`() {
        for persists in [true, false] {
            let playback = Playback()
            playback.controller.enableCaptionPersistence = persists
            let video = SampleMedia.transportStream.video()
            playback.controller.setVideos([video, video])
            playback.run(until: 6)
            let session = playback.controller.currentSession
            session?.selectedLegibleMediaOption = legible(session, "fr")
            if persists { session?.selectedLegibleMediaOption = nil }
            playback.run(until: 26)
            #expect(playback.controller.currentSession !== session)
            #expect(playback.controller.currentSession?.selectedLegibleMediaOption == nil)
        }
    }
}
