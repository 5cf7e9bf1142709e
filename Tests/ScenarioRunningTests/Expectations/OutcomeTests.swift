import HeadlessPlaybackTesting
import TestSupport
import Testing

/// Runs in which something failed or was never played, although no expectation mentions it.
@Suite struct OutcomeTests {
    private let missing = SampleMedia.single.path + ".missing"

    private func codes(_ scenario: Scenario) -> [String] {
        ScenarioFailure(of: "", checks: ScenarioRunner().run(scenario).checks)?.checks.map(\.code)
            ?? []
    }

    @Test func `a download that fails fails the run unless an expectation states its outcome`() {
        func scenario(_ expectation: ScenarioExpectation?) -> Scenario {
            Scenario("failed", playing: missing) {
                step(.download(0, nil))
                if let expectation { expect(expectation) }
            }
        }
        #expect(codes(scenario(nil)) == ["outcome.error"])
        #expect(codes(scenario(.errors([]))) == ["expect.errors"])
        #expect(codes(scenario(.errors([ExpectedError(code: 69302)]))) == [])
        #expect(codes(scenario(.download(0, .failed))) == [])
    }

    @Test func `a download that does not finish fails the run unless a step cancels it`() {
        let asset = SampleMedia.single.path
        let paused = Scenario("paused", playing: asset) {
            step(.download(0, nil))
            step(.pauseDownload(0), at: .after(0))
        }
        #expect(codes(paused) == ["outcome.download"])
        let cancelled = Scenario("cancelled", playing: asset) {
            step(.download(0, nil))
            step(.cancelDownload(0), at: .after(0))
        }
        #expect(codes(cancelled) == [])
    }

    @Test func `the expectation that playback does not reach the end excuses no failure`() {
        let scenario = Scenario("open", playing: missing) { expect(.end(false)) }
        #expect(codes(scenario) == ["ledger.completed"])
        let paused = Scenario("paused", playing: SampleMedia.single.path) {
            pause(at: .position(2))
            expect(.end(false))
        }
        #expect(codes(paused) == [])
    }

    @Test func `a video that autoAdvance does not reach fails the run`() {
        var scenario = Scenario("two", playing: SampleMedia.single.path, missing) {}
        scenario.player.autoAdvance = false
        #expect(codes(scenario) == ["ledger.completed"])
        scenario.expectations = [.end(false)]
        #expect(codes(scenario) == [])
    }

    @Test func `a scenario without assets, or with an asset that no step uses, is invalid`() {
        #expect(codes(Scenario("empty") {}) == ["scenario.invalid"])
        let unused = Scenario("unused", playing: SampleMedia.single.path, missing) {
            step(.setVideos([0]))
        }
        #expect(codes(unused) == ["scenario.invalid"])
    }

    @Test func `a run that plays nothing fails`() {
        let cleared = Scenario("cleared", playing: SampleMedia.single.path) {
            step(.setVideos([]))
            step(.setVideos([0]), at: .event("End"))
        }
        #expect(codes(cleared) == ["scenario.step", "ledger.completed"])
    }

    @Test func `a failed session that a step replaces fails the run`() {
        let scenario = Scenario("replaced", playing: missing, SampleMedia.single.path) {
            step(.setVideos([0]))
            step(.setVideos([1]), at: .event("Fail"))
        }
        #expect(codes(scenario) == ["ledger.completed"])
    }

    @Test func `an account that is sound has a limit if an expectation sets one`() {
        func scenario(_ limit: MediaTime) -> Scenario {
            Scenario("skipped", playing: SampleMedia.single.path) {
                seek(to: 8, at: .position(3))
                expect(.allowed(.skipped, upTo: limit))
            }
        }
        #expect(codes(scenario(.zero)) == ["ledger.sound"])
        #expect(codes(scenario(.seconds(6))) == [])
    }

    @Test(arguments: [
        ScenarioExpectation.never(EventPattern("Fail", session: 9)),
        .count(EventPattern("Fail", session: 2), 0...0),
        .never(
            EventPattern(
                "Fail",
                period: Instant(sinceStart: .seconds(3600))...Instant(sinceStart: .seconds(7200)))),
        .requestsAt(
            [], RequestPattern(), within: .zero,
            during: Instant(sinceStart: .seconds(3600))..<Instant(sinceStart: .seconds(7200))),
    ])
    func `an expectation about a session or a period that the run lacks fails`(
        expectation: ScenarioExpectation
    ) throws {
        let scenario = Scenario("absent", playing: SampleMedia.single.path) { expect(expectation) }
        let code = try #require(codes(scenario).first)
        #expect(code.hasPrefix("expect."))
    }

    @Test func `the verb of a step selects all steps with it`() {
        let scenario = Scenario("verbs", playing: SampleMedia.single.path) {
            seek(to: 8, at: .position(3))
            expect(.count(EventPattern(">> seek"), 1...1))
            expect(.count(EventPattern(">> seek 8.000"), 1...1))
            expect(.never(EventPattern(">> pause")))
        }
        #expect(codes(scenario) == [])
        let forbidden = Scenario("verbs", playing: SampleMedia.single.path) {
            seek(to: 8, at: .position(3))
            expect(.never(EventPattern(">> seek")))
        }
        #expect(codes(forbidden) == ["expect.never"])
    }

    @Test func `a result without checks is a failure`() {
        let failure = #expect(throws: ScenarioFailure.self) {
            try ScenarioResult(name: "never run").check()
        }
        #expect(failure?.checks.map(\.code) == ["scenario.invalid"])
    }
}
