import HeadlessPlaybackTesting
import TestSupport
import Testing

/// The requirements of a probe for abandoned videos, faults and requests.
@Suite struct ProbeRequirementTests {
    private let video = SampleMedia.single.video()

    private func controller(in world: PlaybackWorld = PlaybackWorld()) -> PlaybackController {
        let controller = PlaybackController(world: world)
        controller.autoPlay = true
        return controller
    }

    /// Returns the codes of the checks that fail.
    private func codes(
        _ probe: PlaybackProbe, _ expectation: ScenarioExpectation = .errors([])
    ) -> [String] {
        do throws(ScenarioFailure) {
            try probe.check(expectation)
            return []
        } catch {
            return error.checks.map(\.code)
        }
    }

    // MARK: Abandoned videos

    @Test func `a probe finds a video that the app skips`() {
        final class App: PlaybackControllerDelegate {
            func playbackController(
                _ controller: PlaybackController, playbackSession session: PlaybackSession,
                didProgressTo progress: Double
            ) {
                if progress > 3, session.number == 1 { controller.advanceToNext() }
            }
        }
        let app = App()
        let controller = controller()
        let probe = PlaybackProbe(controller)
        controller.delegate = app
        controller.setVideos([video, video])
        controller.run()
        #expect(codes(probe) == ["ledger.completed"])
        #expect(codes(probe, .end(false)) == [])
        withExtendedLifetime(app) {}
    }

    @Test(arguments: [0, 3])
    func `a probe finds a video that is removed before its end`(seconds: Double) throws {
        let controller = controller()
        let probe = PlaybackProbe(controller)
        controller.setVideos([video])
        controller.world.loop.run(until: .seconds(seconds))
        controller.setVideos([])
        controller.run()
        let failure = #expect(throws: ScenarioFailure.self) { try probe.check() }
        #expect(failure?.checks.map(\.code) == ["ledger.completed"])
        #expect(failure?.description.contains("the app set or chose other videos") == true)
    }

    @Test func `a probe ignores a video that was replaced before its creation`() throws {
        let controller = controller()
        controller.setVideos([video])
        controller.world.loop.run(until: .seconds(3))
        controller.setVideos([])
        let probe = PlaybackProbe(controller)
        controller.setVideos([video])
        controller.run()
        try probe.check()
    }

    // MARK: Faults

    @Test func `a probe finds a fault that applies to no request`() {
        var options = PlaybackOptions()
        options.faults = [FaultRule(RequestPattern("*/s99.ts"), fault: .status(503))]
        let controller = controller(in: PlaybackWorld(options: options))
        let probe = PlaybackProbe(controller)
        controller.setVideos([video])
        controller.run()
        #expect(codes(probe) == ["scenario.fault"])
    }

    @Test func `a probe finds a change of the network after the end of playback`() {
        var options = PlaybackOptions()
        options.network = NetworkConditions(steps: [
            NetworkConditions.Step(start: .start, bitsPerSecond: 10_000_000),
            NetworkConditions.Step(start: .seconds(3000), bitsPerSecond: 0),
        ])
        let controller = controller(in: PlaybackWorld(options: options))
        let probe = PlaybackProbe(controller)
        controller.setVideos([video])
        controller.run()
        #expect(codes(probe) == ["scenario.fault"])
    }

    // MARK: Requests

    @Test func `a probe ignores requests before its creation`() throws {
        let world = PlaybackWorld()
        world.requestLog = RequestLog()
        let first = controller(in: world)
        first.setVideos([video])
        first.run()
        let second = controller(in: world)
        let probe = PlaybackProbe(second)
        second.setVideos([SampleMedia.timedMetadata.video()])
        second.run()
        try probe.expect(.requests(RequestPattern("*/single/*"), 0...0))
        try probe.expect(.requests(RequestPattern("*/id3/index.m3u8"), 1...1))
    }
}
