import HeadlessPlayback
import TestSupport
import Testing

@Suite struct CommandTests {
    @Test func `play called before there is a session starts the first session`() {
        let playback = Playback()
        playback.controller.autoPlay = false
        playback.controller.play()
        playback.play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last == .end)
    }

    @Test func `a video does not play without autoPlay and without a play command`() {
        let playback = Playback()
        playback.controller.autoPlay = false
        playback.play(SampleMedia.single.video())
        #expect(
            playback.recorder.lifecycle == [.playbackBufferEmpty, .ready, .playbackLikelyToKeepUp])
        #expect(playback.recorder.progress == [-.infinity])
    }

    @Test func `a paused video resumes at the same position`() {
        let playback = Playback()
        playback.controller.setVideos([SampleMedia.single.video()])
        playback.run(until: 2.5)
        playback.controller.pause()
        playback.run(until: 60)
        #expect(playback.recorder.progress.last == 2.5)
        playback.controller.play()
        playback.controller.run()
        #expect(playback.recorder.lifecycle.filter { $0 == .play }.count == 2)
        #expect(playback.recorder.lifecycle.filter { $0 == .pauseRequest }.count == 1)
        #expect(playback.controller.world.loop.now == Instant(sinceStart: .seconds(67.5)))
        #expect(playback.ledger?.clock.time(in: .paused) == .seconds(57.5))
        #expect(playback.ledger?.imbalances == [])
    }

    @Test func `repeated play and pause commands report Play and Pause once`() {
        let playback = Playback()
        playback.controller.setVideos([SampleMedia.single.video()])
        playback.run(until: 1)
        for _ in 0..<3 { playback.controller.play() }
        for _ in 0..<3 { playback.controller.pause() }
        #expect(playback.recorder.lifecycle.filter { $0 == .play }.count == 1)
        #expect(playback.recorder.lifecycle.filter { $0 == .pause }.count == 1)
    }

    @Test func `a video that is paused before it is ready does not play automatically`() {
        let playback = Playback()
        playback.controller.setVideos([SampleMedia.single.video()])
        playback.controller.pause()
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .playbackLikelyToKeepUp)
        playback.controller.play()
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .end)
    }

    @Test(arguments: [false, true])
    func `a play or pause command during a resumption overrides its autoPlay`(plays: Bool) {
        let playback = Playback()
        playback.controller.setVideos([SampleMedia.single.video()])
        playback.run(until: 3)
        playback.controller.resumeVideo(at: 6, autoPlay: !plays)
        if plays { playback.controller.play() } else { playback.controller.pause() }
        // This second call is ignored, because the first one is not complete.
        playback.controller.resumeVideo(at: 1, autoPlay: !plays)
        playback.controller.run()
        let events = playback.recorder.lifecycle.drop { $0 != .resumeBegin }
        #expect(
            events
                == (plays
                    ? [
                        .resumeBegin, .resumeComplete, .playRequest, .play, .playbackLikelyToKeepUp,
                        .pause, .end,
                    ] : [.resumeBegin, .resumeComplete, .playbackLikelyToKeepUp]))
        #expect(playback.controller.currentSession?.position == .seconds(plays ? 10 : 6))
        #expect(playback.ledger?.imbalances == [])
    }

    @Test func `resumeVideo plays a video again that has ended`() {
        let playback = Playback()
        playback.controller.autoAdvance = false
        playback.play(SampleMedia.single.video(cuePoints: [.at(.seconds(8)), .after()]))
        playback.controller.resumeVideo(at: 7, autoPlay: true)
        playback.controller.run()
        #expect(playback.recorder.lifecycle.filter { $0 == .end }.count == 2)
        #expect(playback.recorder.passages.count == 4)
        #expect(playback.ledger?.passed == .seconds(13))
        #expect(playback.ledger?.isSound == true)
    }

    @Test(arguments: [(2, 5), (0.5, 20), (1.25, 8)])
    func `a video plays faster and slower at other playback rates`(rate: Double, seconds: Double) {
        let playback = Playback()
        playback.controller.playbackRate = rate
        playback.play(SampleMedia.single.video())
        #expect(playback.controller.world.loop.now == Instant(sinceStart: .seconds(seconds)))
        #expect(playback.recorder.progress.count == 13)
        #expect(playback.ledger?.imbalances == [])
    }

    @Test(arguments: [0, -2, .nan, 1e9])
    func `an invalid playback rate becomes the normal rate`(rate: Double) {
        let playback = Playback()
        playback.controller.playbackRate = rate
        #expect(playback.controller.playbackRate == 1)
    }

    @Test func `the playback rate can change during playback`() {
        let playback = Playback()
        playback.controller.setVideos([SampleMedia.single.video()])
        playback.run(until: 4)
        playback.controller.playbackRate = 3
        playback.controller.run()
        #expect(playback.controller.world.loop.now == Instant(sinceStart: .seconds(6)))
        #expect(playback.ledger?.imbalances == [])
    }

    @Test func `a play command after the end starts the video over`() {
        let playback = Playback()
        playback.controller.autoAdvance = false
        playback.play(SampleMedia.single.video())
        playback.controller.play()
        playback.controller.run()
        #expect(playback.recorder.lifecycle.filter { $0 == .end }.count == 2)
        #expect(playback.recorder.progress.filter { $0 == 0 }.count == 2)
        #expect(playback.ledger?.passed == .seconds(20))
        #expect(playback.ledger?.imbalances == [])
    }

    @Test func `a video loops when a delegate seeks back at its end`() {
        let playback = Playback()
        let looper = Looper()
        playback.controller.autoAdvance = false
        playback.controller.delegate = looper
        playback.play(SampleMedia.single.video())
        #expect(looper.ends == 3)
        #expect(playback.ledger?.passed == .seconds(30))
    }

    @Test func `resumeVideo plays from the given position after a failure`() {
        let loader = ScriptedLoader([("segment-2.ts", .failure(.status(404), times: 1))])
        let playback = Playback(loader: loader)
        playback.controller.autoAdvance = false
        playback.play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last == .failedToPlayToEndTime)
        playback.controller.resumeVideo(at: 3.5, autoPlay: true)
        playback.controller.run()
        let lifecycle = playback.recorder.lifecycle
        let resumption = lifecycle.drop { $0 != .resumeBegin }
        #expect(
            resumption == [
                .resumeBegin, .resumeComplete, .playRequest, .play, .playbackLikelyToKeepUp, .pause,
                .end,
            ])
        #expect(playback.recorder.lifecycle.filter { $0 == .ready }.count == 1)
    }

    @Test func `a failed resumption leaves a balanced ledger of played and skipped time`() {
        let loader = ScriptedLoader([
            ("segment-2.ts", .failure(.status(404), times: 9))
        ])
        let playback = Playback(loader: loader)
        playback.controller.setVideos([SampleMedia.single.video()])
        playback.run(until: 3)
        playback.controller.resumeVideo(at: 5, autoPlay: true)
        #expect(playback.times(in: .played)["video"] == .seconds(3))
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .resumeFail)
        #expect(playback.times(in: .played)["video"] == .seconds(3))
        #expect(playback.times(in: .skipped)["video"] == .seconds(2))
        #expect(playback.times(in: .notReached)["video"] == .seconds(5))
        #expect(playback.ledger?.imbalances == [])
    }

    @Test func `pre-roll cue points are passed once, and post-roll cue points at every end`() {
        let playback = Playback()
        playback.controller.autoAdvance = false
        playback.play(SampleMedia.single.video(cuePoints: [.before(), .at(.seconds(4)), .after()]))
        playback.controller.play()
        playback.controller.run()
        let passed = playback.recorder.cuePoints.map(\.position.timeInterval)
        #expect(passed == [0, 4, .infinity, 4, .infinity])
    }

    @Test func `a failed resumption reports ResumeFail with an error`() {
        let loader = ScriptedLoader([("segment-2.ts", .failure(.status(404), times: 9))])
        let playback = Playback(loader: loader).play(SampleMedia.single.video())
        playback.controller.resumeVideo(at: 5, autoPlay: true)
        playback.controller.run()
        #expect(playback.recorder.lifecycle.suffix(2) == [.resumeBegin, .resumeFail])
        #expect(playback.recorder.errors.count == 2)
    }
}

/// A delegate that seeks back to the start after the first two ends of playback.
private final class Looper: PlaybackControllerDelegate {
    private(set) var ends = 0

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didReceiveLifecycleEvent event: LifecycleEvent
    ) {
        guard event.type == .end else { return }
        ends += 1
        guard ends < 3 else { return }
        controller.seek(to: 0, toleranceBefore: 0, toleranceAfter: 0)
        controller.play()
    }
}
