import HeadlessPlaybackTesting
import PlaybackControl
import TestSupport
import Testing

@Suite struct ProbeTests {
    private let controller = PlaybackController()

    private func start(cuePoints: CuePointCollection = []) {
        controller.autoPlay = true
        controller.setVideos([SampleMedia.single.video(cuePoints: cuePoints)])
    }

    @Test func `time advances until a milestone, and no further`() throws {
        var point = CuePoint.at(.seconds(7))
        point.name = "ad"
        start(cuePoints: [point])
        try controller.advance(until: .lifecycle(.ready))
        #expect(controller.world.loop.now == .start)
        try controller.advance(until: .position(3.25))
        #expect(controller.currentSession?.position == .milliseconds(3250))
        try controller.advance(until: .position(2))
        #expect(controller.currentSession?.position == .milliseconds(3250))
        try controller.advance(until: .event("didProgressTo", text: "6.000"))
        #expect(controller.currentSession?.position == .seconds(6))
        try controller.advance(until: .cuePoint(named: "ad"))
        #expect(controller.currentSession?.position == .seconds(7))
        try controller.advance(until: .idle)
        #expect(controller.currentSession?.hasEnded == true)
    }

    @Test func `a milestone that is never reached throws an error with the trace`() {
        start()
        let error = #expect(throws: MilestoneNotReached.self) {
            try controller.advance(until: .lifecycle(.fail))
        }
        #expect(error?.reason == .idle)
        #expect(
            error?.description.hasPrefix(
                "Fail did not come after 0.000 s: nothing is left to happen")
                == true)
        #expect(error?.trace.count == 20)
        #expect(error?.trace.last?.hasSuffix("End") == true)
    }

    @Test func `a milestone of a misspelt event names the nearest event`() {
        start()
        let error = #expect(throws: MilestoneNotReached.self) {
            try controller.advance(until: .event("didProgresTo"))
        }
        let hint = "  expected the name of an event, such as didProgressTo, found didProgresTo"
        #expect(error?.description.split(separator: "\n").dropFirst().first == hint[...])
    }

    @Test func `a milestone of an event that no controller reports is explained`() {
        start()
        let error = #expect(throws: MilestoneNotReached.self) {
            try controller.advance(until: .event(">> seek"))
        }
        #expect(error?.description.contains("something that a controller reports") == true)
    }

    @Test func `a milestone that came before the wait is reported with the start of the wait`() {
        start()
        controller.run()
        let error = #expect(throws: MilestoneNotReached.self) {
            try controller.advance(until: .lifecycle(.end))
        }
        #expect(error?.start == .seconds(10))
        #expect(
            error?.description.hasPrefix(
                "End did not come after 10.000 s: nothing is left to happen")
                == true)
    }

    @Test func `advancing to a milestone has a time limit`() {
        start()
        let error = #expect(throws: MilestoneNotReached.self) {
            try controller.advance(until: .lifecycle(.end), within: .seconds(3))
        }
        #expect(error?.reason == .timeLimit)
        #expect(controller.world.loop.now <= Instant(sinceStart: .seconds(3)))
    }

    @Test func `a position is a milestone also in a session that begins during the wait`() throws {
        controller.autoPlay = true
        let video = SampleMedia.single.video()
        let token = controller.world.loop.schedule(after: .milliseconds(300)) { [controller] in
            controller.setVideos([video])
        }
        try controller.advance(until: .position(3))
        #expect(controller.currentSession?.position == .seconds(3))
        #expect(controller.world.loop.now == Instant(sinceStart: .milliseconds(3300)))
        withExtendedLifetime(token) {}
    }

    @Test(arguments: [5, 8])
    func `a seek that lands at or after a position reaches its milestone`(position: Double) throws {
        var options = PlaybackOptions()
        options.network = NetworkConditions(bitsPerSecond: 400_000)
        let controller = PlaybackController(world: PlaybackWorld(options: options))
        controller.autoPlay = true
        controller.setVideos([SampleMedia.single.video()])
        try controller.advance(until: .position(1))
        controller.seek(to: 8)
        try controller.advance(until: .position(position))
        #expect(controller.currentSession?.position == .seconds(8))
    }

    @Test func `a probe checks a controller against expectations`() throws {
        let probe = PlaybackProbe(controller)
        start(cuePoints: [.at(.seconds(5), type: "ad")])
        controller.run()
        try probe.expectOrder("Ready", "Play", "didPassCuePoints", "End")
        try probe.expect(.everyCuePointOnce, .end(true), .requests(RequestPattern("*.ts"), 1...9))
        try probe.check()
        let failure = #expect(throws: ScenarioFailure.self) { try probe.expect(.noCuePoints) }
        #expect(
            failure?.description == """
                playback: 1 check fails
                  expect.cue-points: no cue point
                    expected: no cue point
                    found:    5.000 ad
                    at:       5.000 s
                             3.000   1  didProgressTo               3.000
                             4.000   1  didProgressTo               4.000
                             5.000   1  didProgressTo               5.000
                    >        5.000   1  didPassCuePoints            4.000 -> 5.000  5.000 ad
                             6.000   1  didProgressTo               6.000
                             7.000   1  didProgressTo               7.000
                             8.000   1  didProgressTo               8.000
                """)
    }

    @Test func `a probe finds a mistake of an app`() {
        /// An app that seeks to the last reported position.
        final class App: PlaybackControllerDelegate {
            func playbackController(
                _ controller: PlaybackController, playbackSession session: PlaybackSession,
                didProgressTo progress: Double
            ) {
                if progress.isInfinite { controller.seek(to: progress) }
            }
        }
        let app = App()
        let probe = PlaybackProbe(controller)
        controller.delegate = app
        start()
        controller.world.loop.run(until: Instant(sinceStart: .seconds(1)))
        let failure = #expect(throws: ScenarioFailure.self) { try probe.check(.end(false)) }
        #expect(
            failure?.checks.map(\.code) == ["lint.seek-before-ready", "lint.infinite-progress"])
    }

    @Test func `a seek in the callback of Ready is not reported as a mistake`() throws {
        /// An app that continues where the viewer stopped.
        final class App: PlaybackControllerDelegate {
            func playbackController(
                _ controller: PlaybackController, playbackSession session: PlaybackSession,
                didReceiveLifecycleEvent event: LifecycleEvent
            ) {
                if event.type == .ready { controller.seek(to: 8) }
            }
        }
        let app = App()
        let probe = PlaybackProbe(controller)
        controller.delegate = app
        start()
        controller.run()
        try probe.check()
    }

    @Test func `a probe that is created after the session accepts a seek`() throws {
        start()
        try controller.advance(until: .position(2))
        let probe = PlaybackProbe(controller)
        controller.seek(to: 8)
        controller.run()
        try probe.check()
    }

    @Test func `a probe that is created before Ready finds a seek before it`() {
        start()
        let probe = PlaybackProbe(controller)
        controller.seek(to: 3)
        controller.run()
        let failure = #expect(throws: ScenarioFailure.self) { try probe.check() }
        #expect(failure?.checks.map(\.code) == ["lint.seek-before-ready"])
    }

    @Test func `a probe that is created before Ready accepts a seek after it`() throws {
        start()
        let probe = PlaybackProbe(controller)
        try controller.advance(until: .lifecycle(.ready))
        controller.seek(to: 8)
        controller.run()
        try probe.check()
    }

    @Test func `a probe of a session that was paused before accepts its silence`() throws {
        start()
        try controller.advance(until: .position(2))
        controller.pause()
        let probe = PlaybackProbe(controller)
        controller.seek(to: 8)
        controller.run()
        try probe.check(.end(false))
    }

    @Test func `a probe that is created during a load finds that the load reports nothing`() {
        var options = PlaybackOptions()
        options.faults = [
            FaultRule(
                RequestPattern(), period: .seconds(0)..<Instant.seconds(1),
                fault: .delay(.seconds(9)))
        ]
        let controller = PlaybackController(world: PlaybackWorld(options: options))
        controller.autoPlay = true
        controller.setVideos([SampleMedia.single.video()])
        let probe = PlaybackProbe(controller, silenceLimit: .seconds(5))
        controller.run()
        let failure = #expect(throws: ScenarioFailure.self) { try probe.check() }
        #expect(failure?.checks.map(\.code) == ["lint.silent-load"])
    }

    @Test func `a probe that is created after a failure or an end expects no further event`() throws
    {
        start()
        controller.run()
        try PlaybackProbe(controller).check()
        controller.setVideos([Video(hlsURL: SampleMedia.single.path + ".missing")])
        controller.run()
        let probe = PlaybackProbe(controller)
        let failure = #expect(throws: ScenarioFailure.self) { try probe.check() }
        #expect(failure?.checks.map(\.code) == ["ledger.completed"])
    }

    @Test func `an expectation of events fails if a probe has observed nothing`() throws {
        start()
        controller.run()
        let probe = PlaybackProbe(controller)
        try probe.expect(.end(true))
        let expectations: [ScenarioExpectation] = [
            .never(EventPattern("FailedToPlayToEndTime")), .errors([]), .noCuePoints, .noNetwork,
        ]
        for expectation in expectations {
            let failure = #expect(throws: ScenarioFailure.self) { try probe.expect(expectation) }
            #expect(failure?.checks.count == 1)
        }
        controller.advance(by: .seconds(1))
        for expectation in expectations { try probe.expect(expectation) }
    }

    @Test func `a probe finds a video that waits in the queue`() throws {
        let probe = PlaybackProbe(controller)
        controller.autoPlay = true
        let videos = [SampleMedia.single, .timedMetadata].map { $0.video() }
        controller.setVideos(videos)
        controller.run()
        let failure = #expect(throws: ScenarioFailure.self) { try probe.check() }
        #expect(failure?.checks.map(\.code) == ["ledger.completed"])
        #expect(throws: ScenarioFailure.self) { try probe.expect(.end(true)) }
        controller.advanceToNext()
        controller.run()
        try probe.check(.end(true))
    }

    @Test func `a probe accepts a list without a playable video if its event is expected`() throws {
        let probe = PlaybackProbe(controller)
        controller.setVideos([Video(errorCode: "GONE"), Video(sources: [])])
        controller.run()
        let failure = #expect(throws: ScenarioFailure.self) { try probe.check(.end(false)) }
        #expect(failure?.checks.map(\.code) == ["ledger.completed"])
        try probe.check(.order([EventPattern("noPlayableVideosFound")]))
        try probe.check(.count(EventPattern("noPlayableVideosFound"), 1...1))
        controller.setVideos([Video(errorCode: "GONE")])
        controller.run()
        #expect(throws: ScenarioFailure.self) {
            try probe.check(.order([EventPattern("noPlayableVideosFound")]))
        }
    }

    @Test func `a probe finds that nothing was played`() {
        let probe = PlaybackProbe(controller)
        let failure = #expect(throws: ScenarioFailure.self) { try probe.check() }
        #expect(failure?.checks.map(\.code) == ["ledger.completed"])
    }

    @Test func `a probe finds a video that the controller skips`() throws {
        let probe = PlaybackProbe(controller)
        controller.autoPlay = true
        controller.autoAdvance = true
        controller.setVideos([
            SampleMedia.single.video(cuePoints: []), Video(errorCode: "GONE"),
            SampleMedia.single.video(cuePoints: []),
        ])
        controller.run()
        let failure = #expect(throws: ScenarioFailure.self) { try probe.check() }
        #expect(failure?.checks.map(\.code) == ["ledger.completed"])
        try probe.check(.end(false))
    }

    @Test(arguments: [
        ScenarioExpectation.download(0, .absent), .licences([]),
        .latency(during: .start..<Instant(sinceStart: .seconds(1)), below: .seconds(1)),
        .rate(
            during: .start..<Instant(sinceStart: .seconds(1)), atLeast: 1, atMost: nil, reaches: nil
        ),
        .never(EventPattern("!! request")), .never(EventPattern("didFinishDownload")),
        .allowed(.missing, upTo: .zero),
    ])
    func `a probe refuses an expectation about something that it does not observe`(
        expectation: ScenarioExpectation
    ) throws {
        let probe = PlaybackProbe(controller)
        start()
        controller.run()
        let failure = #expect(throws: ScenarioFailure.self) { try probe.expect(expectation) }
        #expect(failure?.checks.map(\.code) == ["scenario.invalid"])
    }

    @Test func `an expectation of jumps fails without a broadcast`() {
        let probe = PlaybackProbe(controller)
        start()
        controller.run()
        let failure = #expect(throws: ScenarioFailure.self) { try probe.expect(.jumps(0...0)) }
        #expect(failure?.checks.map(\.code) == ["expect.jumps"])
    }

    @Test func `a probe finds a run of an app that always plays again`() {
        final class App: PlaybackControllerDelegate {
            func playbackController(
                _ controller: PlaybackController, playbackSession session: PlaybackSession,
                didReceiveLifecycleEvent event: LifecycleEvent
            ) {
                if event.type == .end { controller.play() }
            }
        }
        let app = App()
        let probe = PlaybackProbe(controller)
        controller.delegate = app
        start()
        #expect(!controller.run(within: TimeBound(.seconds(600)), eventsAtOnce: 100_000))
        let failure = #expect(throws: ScenarioFailure.self) { try probe.check(.end(false)) }
        #expect(failure?.checks.first?.code == "scenario.cancelled")
        #expect(
            failure?.description.contains("the time limit of 600 s is reached, expected the end")
                == true)
        controller.pause()
        #expect(controller.run())
        do throws(ScenarioFailure) {
            try probe.check(.end(false))
        } catch {
            #expect(!error.checks.contains { $0.code == "scenario.cancelled" })
        }
        withExtendedLifetime(app) {}
    }

    /// An app that seeks back whenever playback has passed a position.
    private final class Looper: PlaybackControllerDelegate {
        func playbackController(
            _ controller: PlaybackController, playbackSession session: PlaybackSession,
            didProgressTo progress: Double
        ) {
            if progress.isFinite, progress >= 3 { controller.seek(to: 3) }
        }
    }

    @Test func `time stops for an app that seeks at every progress, and the probe finds it`() {
        let probe = PlaybackProbe(controller)
        let app = Looper()
        controller.world.loop.mostWorkInTurn = 1000
        controller.delegate = app
        start()
        controller.advance(by: .seconds(5))
        #expect(controller.world.loop.now == Instant(sinceStart: .seconds(3)))
        let failure = #expect(throws: ScenarioFailure.self) { try probe.check(.end(false)) }
        #expect(failure?.checks.map(\.code).contains("scenario.cancelled") == true)
        let error = #expect(throws: MilestoneNotReached.self) {
            try controller.advance(until: .lifecycle(.end))
        }
        #expect(error?.reason == .standstill)
        withExtendedLifetime(app) {}
    }

    @Test func `a recording delegate records every call and forwards it`() throws {
        let end = RecordingDelegate()
        let recording = RecordingDelegate(forwardingTo: end)
        let observed = PlaybackRecorder(controller)
        controller.delegate = recording
        controller.autoAdvance = true
        start(cuePoints: [.before(), .at(.seconds(5), type: "ad"), .after()])
        controller.insertVideo(Video(sources: []), after: 9)
        controller.run()
        controller.setVideos([Video(errorCode: "GONE")])
        #expect(recording.trace == observed.trace)
        #expect(end.trace == observed.trace)
        #expect(recording.names.contains("failedToInsertVideo"))
        #expect(recording.names.last == "noPlayableVideosFound")
    }

    @Test func `extreme values of progress can be fed to code that displays progress`() {
        var shown: [Double] = []
        FiniteProgress.feedExtremes { progress in
            if let seconds = FiniteProgress.seconds(of: progress) { shown.append(seconds) }
        }
        #expect(shown == [0, 0.001, 1e6])
    }
}
