import HeadlessPlayback
import TestSupport
import Testing

@Suite struct SeekingTests {
    private func playing(
        _ sample: SampleMedia = .single, cuePoints: CuePointCollection = []
    ) -> Playback {
        let playback = Playback()
        playback.controller.setVideos([sample.video(cuePoints: cuePoints)])
        playback.run(until: 2)
        return playback
    }

    @Test func `a seek reports its target and each skipped cue point once, and calls its closure`()
    {
        let playback = playing(cuePoints: [.at(.seconds(3)), .at(.seconds(6)), .at(.seconds(9))])
        var finished: [Bool] = []
        playback.controller.seek(to: 8, toleranceBefore: 0, toleranceAfter: 0) {
            finished.append($0)
        }
        playback.controller.run()
        #expect(finished == [true])
        let trace = playback.recorder.trace
        #expect(
            trace.contains(
                """
                       2.000   1  didReceiveLifecycleEvent    PlaybackBufferEmpty
                       2.000   1  didReceiveLifecycleEvent    PlaybackLikelyToKeepUp
                       2.000   1  didProgressTo               8.000
                       2.000   1  didPassCuePoints            2.000 -> 8.000  3.000, 6.000
                       3.000   1  didProgressTo               9.000
                       3.000   1  didPassCuePoints            8.000 -> 9.000  9.000

                """))
        #expect(playback.times(in: .skipped) == ["video": .seconds(6), "audio": .seconds(6)])
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `passes cue points backward as well`() {
        let playback = playing(cuePoints: [.at(.seconds(1)), .at(.seconds(2)), .at(.seconds(5))])
        playback.controller.seek(to: 1, toleranceBefore: 0, toleranceAfter: 0)
        playback.controller.run()
        let positions = playback.recorder.passages.map { $0.cuePoints.map(\.position.timeInterval) }
        #expect(positions == [[1], [2], [1], [2], [5]])
        #expect(playback.ledger?.imbalances == [])
        #expect(playback.ledger?.passed == .seconds(11))
    }

    @Test func `cancels a seek for the next one`() {
        let playback = Playback { $0.network = NetworkConditions(bitsPerSecond: 400_000) }
        playback.controller.setVideos([SampleMedia.single.video()])
        playback.run(until: 3)
        var outcomes: [String] = []
        playback.controller.seek(to: 8) { outcomes.append("first \($0)") }
        playback.controller.seek(to: 6) { outcomes.append("second \($0)") }
        playback.controller.run()
        #expect(outcomes == ["first false", "second true"])
        #expect(playback.ledger?.imbalances == [])
    }

    @Test func `never calls back for a seek before Ready`() {
        let playback = Playback()
        playback.controller.setVideos([SampleMedia.single.video()])
        var called = false
        playback.controller.seek(to: 5) { _ in called = true }
        playback.controller.run()
        #expect(!called)
        #expect(playback.recorder.lifecycle.last == .end)
    }

    @Test func `lands on a sync sample within the tolerance`() {
        let playback = playing()
        playback.controller.seek(to: 4.05)
        playback.controller.run()
        #expect(playback.recorder.progress.contains(4))
        #expect(!playback.recorder.progress.contains(4.05))
    }

    @Test func `lands exactly when there is no tolerance`() {
        let playback = playing()
        playback.controller.seek(to: 4.05, toleranceBefore: 0, toleranceAfter: 0)
        playback.controller.run()
        #expect(playback.recorder.progress.contains(4.05))
    }

    @Test(arguments: [100, Double.infinity])
    func `ends after a seek beyond the end`(target: Double) {
        let playback = playing()
        playback.controller.seek(to: target)
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.recorder.progress.suffix(2) == [10, .infinity])
    }

    @Test func `a seek to the end from the end still advances to the next video`() {
        let playback = Playback()
        let controller = playback.controller
        controller.setVideos([SampleMedia.single.video(), SampleMedia.single.video()])
        var finished: [Bool] = []
        controller.whenPlayheadReaches(10) { [weak controller] in
            controller?.seek(to: 12) { finished.append($0) }
        }
        controller.run()
        #expect(finished == [true])
        #expect(playback.recorder.lifecycle.filter { $0 == .end }.count == 2)
        #expect(playback.recorder.trace.contains("didCompletePlaylist"))
    }

    @Test func `a seek while paused reports progress, and the playhead stays at the target`() {
        let playback = playing()
        playback.controller.pause()
        playback.controller.seek(to: 7, toleranceBefore: 0, toleranceAfter: 0)
        playback.controller.run()
        #expect(playback.recorder.progress.last == 7)
        #expect(playback.controller.currentSession?.position == .seconds(7))
    }

    @Test func `position callbacks are called for positions that are played, not for skipped ones`()
    {
        let playback = playing()
        var reached: [Double] = []
        let controller = playback.controller
        for place in [3, 5, 8.5] {
            controller.whenPlayheadReaches(place) { [weak controller] in
                reached.append(controller?.currentSession?.position.seconds ?? -1)
            }
        }
        controller.seek(to: 4, toleranceBefore: 0, toleranceAfter: 0)
        controller.run()
        #expect(reached == [5, 8.5])
    }
}
