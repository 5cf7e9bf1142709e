import HeadlessPlayback
import TestSupport
import Testing

/// Events that are always reported in pairs, even when commands come between the two events.
@Suite struct PairingTests {
    private func outage() -> Playback {
        let playback = Playback {
            $0.network = NetworkConditions(
                steps: [(0, 400), (3, 0), (60, 1000)].map { second, kilobits in
                    NetworkConditions.Step(
                        start: Instant(sinceStart: .seconds(second)),
                        bitsPerSecond: kilobits * 1000)
                }, latency: .zero)
            $0.bufferOptimizer = BufferOptimizer(
                minimumDuration: .seconds(3), maximumDuration: .seconds(3))
        }
        playback.controller.setVideos([SampleMedia.single.video()])
        playback.run(until: 20)
        return playback
    }

    @Test func `a seek during a stall recovers from it`() {
        let playback = outage()
        #expect(playback.recorder.lifecycle.last == .playbackBufferEmpty)
        playback.controller.seek(to: 8.5)
        playback.controller.seek(to: 8)
        playback.controller.run()
        let events = playback.recorder.lifecycle.drop { $0 != .playbackStalled }
        #expect(
            events == [
                .playbackStalled, .playbackBufferEmpty, .playbackBufferEmpty, .playbackBufferEmpty,
                .playbackLikelyToKeepUp, .playbackRecovered, .pause, .end,
            ])
    }

    @Test func `reports an empty buffer before LikelyToKeepUp when it plays again`() {
        let playback = Playback()
        playback.controller.autoAdvance = false
        playback.play(SampleMedia.single.video())
        playback.controller.play()
        playback.controller.run()
        let events = playback.recorder.lifecycle.drop { $0 != .end }
        #expect(
            events == [
                .end, .playbackBufferEmpty, .playRequest, .play, .playbackLikelyToKeepUp, .pause,
                .end,
            ])
    }

    @Test func `a position callback is called when an ended video plays again`() {
        let playback = Playback()
        playback.controller.autoAdvance = false
        playback.play(SampleMedia.single.video())
        var count = 0
        playback.controller.whenPlayheadReaches(4) { count += 1 }
        playback.controller.play()
        playback.controller.run()
        #expect(count == 1)
    }

    @Test func `a seek back from the end does not pass cue points after the end`() {
        let playback = Playback()
        playback.controller.autoAdvance = false
        playback.play(
            SampleMedia.single.video(cuePoints: [.at(.seconds(7)), .at(.seconds(99)), .after()]))
        playback.controller.seek(to: 5, toleranceBefore: 0, toleranceAfter: 0)
        playback.controller.run()
        #expect(playback.recorder.passages.map { $0.cuePoints.count } == [1, 2, 1])
        #expect(playback.recorder.passages.last?.previous == .at(.seconds(10)))
    }

    // MARK: The clock of the ledger

    @Test func `a pause during a stall counts as paused, not as rebuffering`() {
        let playback = outage()
        let stalled = playback.ledger?.clock.time(in: .rebuffering)
        playback.controller.pause()
        playback.run(until: 40)
        #expect(playback.ledger?.clock.time(in: .rebuffering) == stalled)
        #expect(playback.ledger?.clock.time(in: .paused) == .seconds(20))
        playback.controller.play()
        playback.run(until: 50)
        #expect(playback.ledger?.clock.time(in: .rebuffering) == stalled.map { $0 + .seconds(10) })
        playback.controller.run()
        #expect(playback.ledger?.imbalances == [])
    }

    @Test func `a pause during a seek counts as paused, not as seeking`() {
        let playback = outage()
        playback.controller.seek(to: 8)
        playback.run(until: 25)
        playback.controller.pause()
        playback.run(until: 40)
        #expect(playback.ledger?.clock.time(in: .seeking) == .seconds(5))
        #expect(playback.ledger?.clock.time(in: .paused) == .seconds(15))
    }

    @Test func `playing again after the end does not count as ended time`() {
        let playback = outage()
        playback.controller.autoAdvance = false
        playback.controller.run()
        let ended = playback.ledger?.clock.time(in: .ended)
        playback.controller.play()
        playback.controller.run()
        #expect(playback.ledger?.clock.time(in: .ended) == ended)
        #expect(playback.ledger?.clock.activity == .ended)
    }
}
