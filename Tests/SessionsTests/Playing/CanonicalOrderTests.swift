import HeadlessPlayback
import TestSupport
import Testing
import VirtualTime

@Suite struct CanonicalOrderTests {
    @Test func `reports a video from its load to its end in the canonical order`() {
        let playback = Playback().play(
            SampleMedia.single.video(cuePoints: [.before(), .at(.seconds(5)), .after()]))
        #expect(
            playback.recorder.trace == """
                       0.000   1  didAdvanceToPlaybackSession index.m3u8
                       0.000   1  didProgressTo               -inf
                       0.000   1  didReceiveLifecycleEvent    PlaybackBufferEmpty
                       0.000   1  didChangeDuration           10.000
                       0.000   1  didChangeSeekableRanges     0.000-10.000
                       0.000   1  didReceiveLifecycleEvent    Ready
                       0.000   1  determinedMediaType         audioVideo
                       0.000   1  determinedVideoType         vod
                       0.000   1  determinedCodecs            avc1.4d400c,mp4a.40.2
                       0.000   1  determinedMetadata
                       0.000   1  didReceiveLifecycleEvent    PlayRequest
                       0.000   1  didPassCuePoints            -inf -> 0.000  before
                       0.000   1  didReceiveLifecycleEvent    Play
                       0.000   1  didReceiveLifecycleEvent    PlaybackLikelyToKeepUp
                       0.000   1  didProgressTo               0.000
                       1.000   1  didProgressTo               1.000
                       2.000   1  didProgressTo               2.000
                       3.000   1  didProgressTo               3.000
                       4.000   1  didProgressTo               4.000
                       5.000   1  didProgressTo               5.000
                       5.000   1  didPassCuePoints            4.000 -> 5.000  5.000
                       6.000   1  didProgressTo               6.000
                       7.000   1  didProgressTo               7.000
                       8.000   1  didProgressTo               8.000
                       9.000   1  didProgressTo               9.000
                      10.000   1  didProgressTo               10.000
                      10.000   1  didReceiveLifecycleEvent    Pause
                      10.000   1  didPassCuePoints            10.000 -> +inf  after
                      10.000   1  didProgressTo               +inf
                      10.000   1  didReceiveLifecycleEvent    End
                      10.000   -  didCompletePlaylist         1 videos

                """)
        #expect(playback.ledger?.isSound == true)
    }

    @Test(arguments: [1, 2, 7])
    func `the trace and the ledger are the same with any number of threads`(threads: Int) {
        let one = Playback(workers: Workers(count: 1)).play(SampleMedia.transportStream.video())
        let many = Playback(workers: Workers(count: threads)).play(
            SampleMedia.transportStream.video())
        #expect(one.recorder.trace == many.recorder.trace)
        #expect(one.ledger == many.ledger)
    }

    @Test func `reports Play before Ready when that order is chosen`() {
        let playback = Playback { $0.reportsPlayBeforeReady = true }.play(
            SampleMedia.single.video())
        let lifecycle = playback.recorder.lifecycle
        #expect(
            lifecycle.prefix(4) == [.playbackBufferEmpty, .playRequest, .play, .ready])
    }

    @Test func `reports no Pause at the end when that option is off`() {
        let playback = Playback { $0.reportsPauseAtEnd = false }.play(SampleMedia.single.video())
        #expect(!playback.recorder.lifecycle.contains(.pause))
        #expect(playback.recorder.lifecycle.last == .end)
    }

    @Test(arguments: SampleMedia.allCases)
    func `plays every sample asset to its end with nothing missing`(sample: SampleMedia) {
        let playback = Playback().play(sample.video())
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.recorder.progress.first == -.infinity)
        #expect(playback.recorder.progress.last == .infinity)
        #expect(playback.ledger?.isSound == true)
        #expect(playback.ledger?.imbalances == [])
        #expect(playback.recorder.errors == [])
    }
}
