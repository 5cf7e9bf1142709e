import HeadlessPlaybackTesting
import TestSupport
import Testing

/// Downloads and licence requests that are not completed, although no error is reported.
@Suite struct OfflineOutcomeTests {
    private func codes(_ scenario: Scenario) -> [String] {
        ScenarioFailure(of: "", checks: ScenarioRunner().run(scenario).checks)?.checks.map(\.code)
            ?? []
    }

    /// Returns the codes of the failed checks of a scenario with a film that is protected.
    private func codes(_ steps: String..., expecting expectation: String? = nil) throws -> [String]
    {
        let folder = "\(SampleMedia.folder)/protected-cbcs"
        let text = """
            playctl: 1
            assets: [{name: film, url: \(folder)/index.m3u8}]
            keys: {policies: \(folder)/policies.json}
            steps: [\(steps.joined(separator: ", "))]
            \(expectation.map { "expect: [\($0)]" } ?? "")
            """
        return codes(try ScenarioFile.scenario(from: Array(text.utf8), path: "film.play.yaml"))
    }

    // MARK: Requests without an answer

    private let preload = "preload-licence: {asset: film, purchase: true}"
    private let download = "download: {asset: film, purchase: true}"
    private let renewal = "renew-licence: {asset: film, purchase: true}"

    @Test func `a preload that is never answered fails the run unless an expectation states it`()
        throws
    {
        #expect(try codes("{\(preload)}") == [])
        let steps = "{connect: none}, {\(preload)}"
        #expect(try codes(steps) == ["outcome.download"])
        #expect(try codes(steps, expecting: "{download: {asset: film, ends: absent}}") == [])
        #expect(try codes(steps, expecting: "{never: preloadFairPlayLicense}") == [])
        #expect(
            try codes(steps, expecting: "{never: {event: preloadFairPlayLicense, text: error}}")
                == ["outcome.download"])
    }

    @Test func `a preload that is lost when the app dies fails the run unless it is repeated`()
        throws
    {
        let lost = "{\(preload)}, {at: 10ms, relaunch: crash}"
        #expect(try codes(lost) == ["outcome.download"])
        #expect(try codes(lost, "{after: 1s, \(preload)}") == [])
        #expect(try codes(lost, "{after: 1s, \(download)}") == [])
    }

    @Test func `a licence renewal that is never answered fails the run`() throws {
        let renewed = "{\(download)}, {at: {event: didFinishDownload}, \(renewal)}"
        #expect(try codes(renewed) == [])
        #expect(try codes(renewed, "{after: 0s, kill: crash}") == ["outcome.download"])
        #expect(
            try codes(
                renewed, "{after: 0s, kill: crash}",
                expecting: "{count: {event: renewFairPlayLicense, times: 0}}") == [])
    }

    @Test func `a step that could not be done makes no request`() throws {
        #expect(try codes("{kill: crash}", "{after: 1s, \(preload)}") == ["scenario.step"])
    }

    // MARK: Incomplete downloads

    @Test func `a step that cancels or deletes a download does not excuse a later download`() {
        for end in [ScenarioStep.Action.cancelDownload(0), .deleteDownload(0)] {
            let scenario = Scenario("again", playing: SampleMedia.single.path) {
                step(.download(0, nil))
                step(end, at: .after(0))
                step(.download(0, nil), at: .after(0))
                step(.pauseDownload(0), at: .after(0))
            }
            #expect(codes(scenario) == ["outcome.download"])
        }
    }

    @Test func `a failed download whose error the app never receives fails the run`() {
        func scenario(_ expectation: ScenarioExpectation?) -> Scenario {
            Scenario("background", playing: SampleMedia.single.path + ".missing") {
                step(.enter(.background))
                step(.download(0, nil))
                step(.stop, at: .time(60))
                if let expectation { expect(expectation) }
            }
        }
        #expect(codes(scenario(nil)) == ["outcome.download"])
        #expect(codes(scenario(.download(0, .failed))) == [])
    }

    @Test func `the error of a preload does not report that a download has failed`() {
        let scenario = Scenario("background", playing: SampleMedia.single.path + ".missing") {
            step(.enter(.background))
            step(.download(0, nil))
            // The step states no terms of a licence, so the preload fails.
            step(.preloadLicence(0, nil))
            step(.stop, at: .time(60))
            expect(.errors([ExpectedError(code: 69300)]))
        }
        #expect(codes(scenario) == ["outcome.download"])
    }

    // MARK: Commands without an effect

    private func problem(
        of command: ScenarioStep.Action, after steps: ScenarioStep.Action..., at event: String
    ) -> String? {
        let scenario = Scenario("command", playing: SampleMedia.single.path) {
            step(.download(0, nil))
            for action in steps { step(action, at: .after(0)) }
            step(command, at: .event(event))
        }
        #expect(codes(scenario) == ["scenario.step"])
        let check = ScenarioRunner().run(scenario).checks.first { $0.code == "scenario.step" }
        guard case .failed(let failure) = check?.outcome else { return nil }
        return failure.found
    }

    @Test func `a command without an effect on a download is a step that is not done`() {
        #expect(
            problem(of: .pauseDownload(0), at: "didFinishDownload")
                == "the download is complete, so it cannot be paused")
        #expect(
            problem(of: .cancelDownload(0), at: "didFinishDownload")
                == "the download is complete, so it cannot be cancelled")
        #expect(
            problem(of: .resumeDownload(0), at: "requestVideoDownload")
                == "the download is requested, so it cannot be resumed")
        #expect(
            problem(of: .resumeDownload(0), after: .cancelDownload(0), at: "didFinishDownload")
                == "the download is cancelled, so it cannot be resumed")
    }

    @Test func `a command for a deleted download is a step that is not done`() {
        let scenario = Scenario("deleted", playing: SampleMedia.single.path) {
            step(.download(0, nil))
            step(.deleteDownload(0), at: .event("didFinishDownload"))
            step(.resumeDownload(0), at: .after(0))
        }
        #expect(codes(scenario) == ["scenario.step"])
    }

    @Test func `a paused download can be resumed and cancelled`() {
        let resumed = Scenario("resumed", playing: SampleMedia.single.path) {
            step(.download(0, nil))
            step(.pauseDownload(0), at: .after(0))
            step(.resumeDownload(0), at: .after(1))
            expect(.download(0, .playable))
        }
        #expect(codes(resumed) == [])
        let cancelled = Scenario("cancelled", playing: SampleMedia.single.path) {
            step(.download(0, nil))
            step(.pauseDownload(0), at: .after(0))
            step(.cancelDownload(0), at: .after(1))
        }
        #expect(codes(cancelled) == [])
    }
}
