import HeadlessPlayback
import TestSupport
import Testing

@Suite struct VerificationTests {
    @Test func `reads no media at the playlist level, and the ledger notes this`() {
        let loader = ScriptedLoader()
        let playback = Playback(loader: loader) { $0.verification = .playlist }
            .play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(loader.asked == ["index.m3u8"])
        #expect(playback.ledger?.notes == [.playlistsOnly])
        #expect(playback.times(in: .played) == ["video": .seconds(10)])
    }

    @Test(arguments: SampleMedia.allCases)
    func `decodes every sample asset without a broken frame`(sample: SampleMedia) {
        let playback = Playback { $0.verification = .decode }.play(sample.video())
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.times(in: .damaged) == [:])
        #expect(playback.ledger?.isSound == true)
    }

    @Test(arguments: [("en", "en"), ("fr", "fr"), ("de", "en")])
    func `plays the audio of a language, or the default one`(wanted: String, folder: String) {
        let loader = ScriptedLoader([("audio-\(folder)/index.m3u8", .failure(.notFound, times: 9))])
        let playback = Playback(loader: loader) { $0.mediaPreferences.audioLanguages = [wanted] }
            .play(SampleMedia.transportStream.video())
        #expect(playback.recorder.lifecycle.last == .fail)
    }

    @Test func `fetches subtitles when a language is preferred`() {
        let playback = Playback { $0.mediaPreferences.subtitles = .language("fr") }
            .play(SampleMedia.transportStream.video())
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.tracks.map(\.name) == ["video", "audio", "subtitles"])
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `the lowest variant is requested first at the lowest preferred bitrate`() {
        let loader = ScriptedLoader([("video-234p/index.m3u8", .failure(.notFound, times: 9))])
        let playback = Playback(loader: loader) { $0.preferredPeakBitRate = 1 }
            .play(SampleMedia.transportStream.video())
        // The lowest variant stream is requested first, and the next one if the lowest is
        // unavailable.
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.requests.failed.requests == 1)
    }
}
