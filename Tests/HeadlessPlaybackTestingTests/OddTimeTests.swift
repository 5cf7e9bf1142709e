import HeadlessPlaybackTesting
import TestSupport
import Testing

/// Times that are NaN, infinite or too large, in the code of a test.
@Suite struct OddTimeTests {
    private let asset = SampleMedia.single.path

    private func failedChecks(_ parts: [ScenarioPart]) -> [Check] {
        do throws(ScenarioFailure) {
            try Scenario("odd", playing: asset) { parts }.check()
            return []
        } catch {
            return error.checks
        }
    }

    private func codes(_ parts: ScenarioPart...) -> [String] { failedChecks(parts).map(\.code) }

    @Test(arguments: [Double.nan, .infinity, 1e300])
    func `a scenario whose step has a time that is not a number or too large is invalid`(
        seconds: Double
    ) {
        for trigger in [
            ScenarioStep.Trigger.time(seconds), .behind(seconds), .after(seconds),
        ] {
            let checks = failedChecks([pause(at: .position(1)), play(at: trigger)])
            #expect(checks.map(\.code) == ["scenario.invalid"])
            guard case .failed(let failure)? = checks.first?.outcome else { continue }
            #expect(failure.expected == "a time of less than 414 years in step 2 (play)")
            #expect(failure.found == "a longer time, or one that is not a number")
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
    func `a seek or resumption to a position that is not a number is found`(seconds: Double) {
        #expect(codes(seek(to: seconds, at: .position(2))) == ["lint.infinite-progress"])
        let resumption = codes(resume(from: seconds, at: .position(2)))
        #expect(resumption.contains("lint.infinite-progress"))
    }

    @Test func `a playhead never reaches a position that is not a number`() {
        #expect(codes(pause(at: .position(.nan))) == ["scenario.step"])
        #expect(
            codes(cuePoint(at: .nan, "odd"), expect(.everyCuePointOnce)) == ["expect.cue-points"])
        #expect(CuePoint.at(.nan).position == .time(.indefinite))
        #expect(CuePoint.at(1e300).position == .time(.seconds(1e300)))
        let controller = PlaybackController()
        controller.autoPlay = true
        controller.setVideos([Video(url: asset, cuePoints: [.at(.nan)])])
        #expect(throws: MilestoneNotReached.self) {
            try controller.advance(until: .position(.nan))
        }
        #expect(controller.currentSession?.hasEnded == true)
    }

    @Test func `an instant that is not a number is the end of the range of instants`() {
        #expect(Instant.seconds(.nan) == .seconds(1e300))
        #expect(Instant.seconds(.nan) > .seconds(1e10))
        #expect(Instant.seconds(-.infinity) < .seconds(-1e10))
    }

    @Test func `a resumption without automatic playback leaves the player silent`() throws {
        try Scenario("resumed", playing: asset) {
            step(.resume(at: .seconds(6), autoPlay: false), at: .position(2))
            expect(.end(false))
        }.check()
    }

    @Test func `a pause before Ready is valid, and the player plays later`() throws {
        try Scenario("paused", playing: asset) {
            player { $0.autoPlay = false }
            step(.play)
            step(.pause)
            play(at: .time(5))
        }.check()
    }

    @Test func `an empty location is reported as empty`() throws {
        let controller = PlaybackController()
        controller.setVideos([Video(url: "")])
        controller.run()
        let failure = try #require(controller.currentSession?.failure)
        #expect("\(failure)" == "the location is empty")
    }
}
