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

    @Test func `the stated outcome of a download does not excuse the failure of another one`() {
        func scenario(_ expectations: ScenarioExpectation...) -> Scenario {
            Scenario("failed", playing: missing, missing + ".too") {
                step(.download(0, nil))
                step(.download(1, nil))
                for expectation in expectations { expect(expectation) }
            }
        }
        #expect(codes(scenario(.download(0, .failed))) == ["outcome.error"])
        #expect(codes(scenario(.download(1, .failed))) == ["outcome.error"])
        #expect(codes(scenario(.download(0, .failed), .download(1, .failed))) == [])
        let cancelled = Scenario("cancelled", playing: SampleMedia.single.path, missing) {
            step(.download(0, nil))
            step(.cancelDownload(0), at: .after(0))
            step(.download(1, nil))
        }
        #expect(codes(cancelled) == ["outcome.error"])
    }

    @Test func `the stated outcome of a download does not excuse a failed licence renewal`() {
        func scenario(_ expectations: ScenarioExpectation...) -> Scenario {
            Scenario("renewal", playing: SampleMedia.single.path) {
                step(.download(0, nil))
                // The step states no terms of a licence, so the renewal fails.
                step(.renewLicence(0, nil), at: .event("didFinishDownload"))
                for expectation in expectations { expect(expectation) }
            }
        }
        #expect(codes(scenario(.download(0, .playable))) == ["outcome.error"])
        let error = ExpectedError(code: 69300)
        #expect(codes(scenario(.download(0, .playable), .errors([error]))) == [])
        let deleted = Scenario("deleted", playing: SampleMedia.single.path) {
            step(.download(0, nil))
            step(.renewLicence(0, nil), at: .event("didFinishDownload"))
            step(.deleteDownload(0), at: .event("renewFairPlayLicense"))
        }
        #expect(codes(deleted) == ["outcome.error"])
    }

    @Test func `a failed preload is excused only by the statement that there is no download`() {
        func scenario(_ expectations: ScenarioExpectation...) -> Scenario {
            Scenario("preload", playing: SampleMedia.single.path) {
                step(.preloadLicence(0, nil))
                for expectation in expectations { expect(expectation) }
            }
        }
        #expect(codes(scenario()) == ["outcome.error"])
        #expect(codes(scenario(.download(0, .absent))) == [])
        let downloaded = Scenario("preload", playing: SampleMedia.single.path) {
            step(.preloadLicence(0, nil))
            step(.download(0, nil), at: .event("preloadFairPlayLicense"))
            expect(.download(0, .playable))
        }
        #expect(codes(downloaded) == ["outcome.error"])
    }

    @Test func `a download that fails before a step deletes it fails the run`() {
        let scenario = Scenario("deleted", playing: missing) {
            step(.download(0, nil))
            step(.deleteDownload(0), at: .event("didFinishDownload"))
        }
        #expect(codes(scenario) == ["outcome.error"])
    }

    @Test func `an expected failure excuses only the failure that it matches`() {
        func scenario(_ expectation: ScenarioExpectation) -> Scenario {
            Scenario("two", playing: missing, missing + ".too") {
                step(.setVideos([0]))
                step(.setVideos([1]), at: .event("Fail"))
                expect(expectation)
            }
        }
        let failure = EventPattern("Fail")
        #expect(codes(scenario(.order([failure]))) == ["ledger.completed"])
        #expect(codes(scenario(.count(EventPattern("Fail", session: 2), 1...1))).count == 1)
        #expect(codes(scenario(.order([failure, failure]))) == [])
        #expect(codes(scenario(.count(failure, 2...2))) == [])
    }

    @Test func `a pattern that also matches a complete download does not excuse its failure`() {
        func scenario(_ expectations: ScenarioExpectation...) -> Scenario {
            Scenario("failed", playing: missing) {
                step(.download(0, nil))
                for expectation in expectations { expect(expectation) }
            }
        }
        let end = EventPattern("didFinishDownload")
        let order = ScenarioExpectation.order([EventPattern("requestVideoDownload"), end])
        #expect(codes(scenario(order, .count(end, 1...1))) == ["outcome.error"])
        for text in ["#1", "no", " ", "error"] {
            let general = EventPattern("didFinishDownload", text: text)
            #expect(codes(scenario(.count(general, 1...1))) == ["outcome.error"])
        }
        let success = EventPattern("didFinishDownload", text: "no error")
        #expect(codes(scenario(.count(success, 1...1))) == ["outcome.error", "expect.count"])
        for text in ["error 69302", "69302", "no such file"] {
            let failed = EventPattern("didFinishDownload", text: text)
            #expect(codes(scenario(.order([failed]))) == [])
            #expect(codes(scenario(.count(failed, 1...1))) == [])
        }
    }

    @Test func `a pattern for lifecycle events of any type does not excuse a failure`() {
        func codes(text: String?, isOrder: Bool = false) -> [String] {
            let pattern = EventPattern("didReceiveLifecycleEvent", text: text)
            return self.codes(
                Scenario("failed", playing: SampleMedia.single.path) {
                    fault(.status(404), at: "segment-1.ts")
                    expect(isOrder ? .order([pattern]) : .count(pattern, 1...100))
                })
        }
        for text in [nil, "Play", "Playback"] {
            #expect(codes(text: text) == ["ledger.completed"])
        }
        for text in ["FailedToPlayToEndTime", "PlaybackSessionErrorDomain 69402"] {
            #expect(codes(text: text) == [])
            #expect(codes(text: text, isOrder: true) == [])
        }
    }

    @Test func `a video behind a failure that no expectation names must be played`() {
        func scenario(_ name: String) -> Scenario {
            Scenario("two", playing: SampleMedia.single.path, SampleMedia.timedMetadata.path) {
                fault(.status(404), at: "single/segment-1.ts")
                expect(.count(EventPattern(name, session: 1), 1...100))
            }
        }
        let general = ScenarioRunner().run(scenario("didReceiveLifecycleEvent")).checks
        let completed = general.first { $0.code == "ledger.completed" }
        guard case .failed(let failure) = completed?.outcome else {
            Issue.record("it does not fail")
            return
        }
        #expect(failure.found.hasSuffix("(and 1 more)"))
        #expect(codes(scenario("FailedToPlayToEndTime")) == [])
    }

    @Test func `a permitted loss does not excuse another error of its session`() {
        func scenario(_ expectation: ScenarioExpectation?) -> Scenario {
            Scenario("reset", playing: SampleMedia.single.path) {
                fault(.status(404), at: "segment-1.ts")
                player { $0.options.recovery.missingSegment = .skip }
                step(.device(.resetMediaServices), at: .position(6))
                resume(from: 6, at: .after(1))
                expect(.allowed(.missing, upTo: .milliseconds(2100)))
                if let expectation { expect(expectation) }
            }
        }
        #expect(codes(scenario(nil)) == ["outcome.error"])
        #expect(codes(scenario(.order([EventPattern("FailedToPlayToEndTime")]))) == [])
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

    @Test func `a video that waits in the queue at the end fails the run`() {
        func scenario(@ScenarioBuilder _ parts: () -> [ScenarioPart]) -> Scenario {
            Scenario("two", playing: SampleMedia.single.path, SampleMedia.timedMetadata.path) {
                player { $0.autoAdvance = false }
                step(.setVideos([0, 1]))
                parts()
            }
        }
        #expect(codes(scenario { expect(.never(EventPattern("Fail"))) }) == ["ledger.completed"])
        #expect(codes(scenario { expect(.end(false)) }) == [])
        #expect(codes(scenario { expect(.end(true)) }) == ["ledger.completed", "expect.end"])
        #expect(codes(scenario { advance(at: .lifecycle(.end)) }) == [])
    }

    @Test func `an advance without a next video fails, and excuses no video that is not played`() {
        func scenario(@ScenarioBuilder _ parts: () -> [ScenarioPart]) -> Scenario {
            Scenario("last", playing: SampleMedia.single.path) { parts() }
        }
        #expect(codes(scenario { advance(at: .position(4)) }) == ["scenario.step"])
        let unplayed = scenario {
            player { $0.autoPlay = false }
            advance(at: .time(1))
        }
        #expect(codes(unplayed) == ["scenario.step", "ledger.completed"])
    }

    @Test func `a resumption that the player ignores fails the run`() {
        func scenario(@ScenarioBuilder _ parts: () -> [ScenarioPart]) -> Scenario {
            Scenario("resumed", playing: SampleMedia.single.path) { parts() }
        }
        let once = scenario { resume(from: 4, at: .position(3)) }
        #expect(codes(once) == [])
        let twice = scenario {
            resume(from: 4, at: .position(3))
            resume(from: 6, at: .after(0))
        }
        #expect(codes(twice) == ["scenario.step"])
        #expect(codes(scenario { resume(from: 4, at: .start) }) == ["scenario.step"])
    }

    @Test func `a video that is inserted where it is never played fails the run`() {
        func scenario(after place: Int, _ expectations: ScenarioExpectation...) -> Scenario {
            Scenario("insert", playing: SampleMedia.single.path, SampleMedia.timedMetadata.path) {
                step(.setVideos([0]))
                step(.insert(1, after: place), at: .position(2))
                for expectation in expectations { expect(expectation) }
            }
        }
        #expect(codes(scenario(after: 0, .end(true))) == [])
        #expect(codes(scenario(after: -1, .end(true))) == ["ledger.completed", "expect.end"])
        #expect(codes(scenario(after: 8)) == ["ledger.completed"])
        let failed = EventPattern("failedToInsertVideo")
        #expect(codes(scenario(after: 8, .count(failed, 1...1))) == [])
        #expect(codes(scenario(after: 8, .order([failed]))) == [])
    }

    @Test func `a video that the app loses from its queue when it dies fails the run`() {
        func scenario(
            ends death: ScenarioStep.Action, @ScenarioBuilder _ parts: () -> [ScenarioPart]
        ) -> Scenario {
            Scenario("two", playing: SampleMedia.single.path, SampleMedia.timedMetadata.path) {
                player { $0.autoAdvance = false }
                step(.setVideos([0, 1]))
                step(death, at: .lifecycle(.end))
                parts()
            }
        }
        for death in [ScenarioStep.Action.kill(.crash), .relaunch(.crash)] {
            let lost = scenario(ends: death) { expect(.never(EventPattern("Fail"))) }
            #expect(codes(lost) == ["ledger.completed"])
            #expect(codes(scenario(ends: death) { expect(.end(false)) }) == [])
            #expect(
                codes(scenario(ends: death) { expect(.end(true)) })
                    == ["ledger.completed", "expect.end"])
        }
        func relaunched(_ place: Int) -> Scenario {
            scenario(ends: .relaunch(.crash)) { step(.setVideos([place]), at: .after(1)) }
        }
        #expect(codes(relaunched(0)) == ["ledger.completed"])
        #expect(codes(relaunched(1)) == [])
    }

    @Test func `a video of which nothing is loaded when the app dies fails the run`() {
        func scenario(@ScenarioBuilder _ parts: () -> [ScenarioPart]) -> Scenario {
            Scenario("dies", playing: SampleMedia.single.path) {
                step(.setVideos([0]))
                step(.relaunch(.crash), at: .time(0))
                parts()
            }
        }
        #expect(codes(scenario { expect(.never(EventPattern("Fail"))) }) == ["ledger.completed"])
        #expect(codes(scenario { expect(.end(false)) }) == [])
        #expect(codes(scenario { step(.setVideos([0]), at: .after(1)) }) == [])
    }

    @Test func `an asset that only a command from outside the app could select must be played`() {
        let other = SampleMedia.timedMetadata
        func scenario(_ commands: SystemControls.Command..., selects: Bool = true) -> Scenario {
            Scenario("commands", playing: SampleMedia.single.path, other.path) {
                if selects { step(.setVideos([0])) }
                for command in commands { remote(command, at: .position(2)) }
            }
        }
        #expect(codes(scenario(.append(other.rawValue))) == [])
        #expect(codes(scenario(.load(other.rawValue))) == [])
        #expect(codes(scenario(.append("nowhere.m3u8"))) == ["scenario.invalid"])
        #expect(codes(scenario(.load(SampleMedia.single.rawValue))) == ["scenario.invalid"])
        #expect(
            codes(scenario(.load(SampleMedia.single.rawValue), selects: false))
                == ["ledger.completed"])
        #expect(codes(scenario(.load(other.rawValue), selects: false)) == [])
        // The location of the second asset ends with the location of the first one.
        let path = SampleMedia.single.path
        let similar = Scenario("similar", playing: path, "elsewhere/" + path) {
            remote(.load(path), at: .position(2))
        }
        #expect(codes(similar) == ["ledger.completed"])
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
