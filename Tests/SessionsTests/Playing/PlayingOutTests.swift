import HeadlessPlayback
import TestSupport
import Testing

/// Before a session fails because media is unavailable, it plays the buffered media.
@Suite struct PlayingOutTests {
    private func play(
        cuePoints: CuePointCollection = [], _ configure: (PlaybackController) -> Void = { _ in }
    ) -> Playback {
        let loader = ScriptedLoader([("segment-3.ts", .failure(.status(404), times: 9))])
        let playback = Playback(loader: loader)
        playback.controller.autoAdvance = false
        configure(playback.controller)
        return playback.play(SampleMedia.single.video(cuePoints: cuePoints))
    }

    @Test func `plays the media before an unavailable segment`() {
        let playback = play()
        #expect(playback.recorder.progress.last == 6)
        #expect(playback.recorder.events.last?.instant == Instant(sinceStart: .seconds(6)))
        #expect(playback.recorder.lifecycle.last == .failedToPlayToEndTime)
        #expect(!playback.recorder.lifecycle.contains(.playbackStalled))
        #expect(playback.times(in: .played)["video"] == .seconds(6))
        #expect(playback.ledger?.imbalances == [])
    }

    @Test func `cue points up to the failure of playback are reported`() {
        let playback = play(cuePoints: [.at(.milliseconds(5500)), .at(.milliseconds(6500))])
        #expect(playback.recorder.cuePoints.map(\.position.timeInterval) == [5.5])
    }

    @Test func `fails at once when a seek leads to unavailable media`() {
        let playback = play { $0.autoPlay = false }
        #expect(playback.recorder.lifecycle.last == .playbackLikelyToKeepUp)
        var outcomes: [Bool] = []
        playback.controller.seek(to: 7) { outcomes.append($0) }
        playback.controller.run()
        #expect(outcomes == [false])
        #expect(playback.recorder.lifecycle.last == .failedToPlayToEndTime)
        #expect(playback.recorder.events.last?.instant == .start)
    }

    @Test(arguments: [4.5, 5.9])
    func `plays the remaining media before an unavailable segment after a seek`(target: Double) {
        let playback = play { $0.autoPlay = false }
        playback.controller.seek(to: target, toleranceBefore: 0, toleranceAfter: 0)
        playback.controller.play()
        playback.controller.run()
        #expect(playback.recorder.progress.contains(target))
        #expect(playback.recorder.lifecycle.last == .failedToPlayToEndTime)
        #expect(playback.ledger?.imbalances == [])
    }

    @Test func `a seek past an unavailable segment continues to the end`() {
        let playback = play { $0.autoPlay = false }
        playback.controller.seek(to: 8, toleranceBefore: 0, toleranceAfter: 0)
        playback.controller.play()
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.controller.currentSession?.failure == nil)
    }

    @Test func `a resumption clears the failure of the session`() {
        let playback = play()
        #expect(playback.controller.ledgers.first?.failure != nil)
        playback.controller.resumeVideo(at: 8, autoPlay: true)
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.controller.ledgers.first?.failure == nil)
    }

    @Test func `cue points up to the replacement by the next video are reported`() {
        let playback = Playback()
        let video = SampleMedia.single.video(cuePoints: [.at(.milliseconds(3500))])
        playback.controller.setVideos([video, SampleMedia.single.video()])
        playback.run(until: 3.7)
        playback.controller.advanceToNext()
        #expect(playback.recorder.cuePoints.count == 1)
        #expect(playback.recorder.lifecycle.contains(.terminate))
    }
}
