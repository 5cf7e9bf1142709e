import HeadlessPlaybackTesting
import TestSupport
import Testing

@Suite struct KnownIssueTests {
    private func checks(@ScenarioBuilder _ parts: () -> [ScenarioPart]) -> [Check] {
        ScenarioRunner().run(
            Scenario("known", playing: SampleMedia.single.path) {
                pause(at: .position(3))
                parts()
            }
        ).checks
    }

    @Test func `a known failure does not count as a failure of the scenario`() {
        let checks = checks { knownIssue("ledger.completed", text: "3.000", bug: "bugs/1") }
        #expect(ScenarioFailure(of: "known", checks: checks) == nil)
        let known = checks.compactMap { check -> String? in
            if case .known(_, let bug) = check.outcome { bug } else { nil }
        }
        #expect(known == ["bugs/1"])
    }

    @Test func `a known failure that does not occur counts as a failure`() {
        let checks = checks {
            expect(.end(false))
            knownIssue("ledger.completed", text: "3.000", bug: "bugs/1")
        }
        #expect(
            ScenarioFailure(of: "known", checks: checks)?.checks.map(\.code) == ["issue.absent"])
    }

    @Test(.timeLimit(.minutes(1)))
    func `each of many known failures that do not occur counts as a failure`() {
        let checks = checks {
            expect(.end(false))
            for number in 0..<20_000 { knownIssue("ledger.balance", text: "\(number)") }
        }
        #expect(checks.count { $0.code == "issue.absent" } == 20_000)
    }

    @Test func `another failure with the same code counts as a failure`() {
        let checks = checks { knownIssue("ledger.completed", text: "4.000", bug: "bugs/1") }
        #expect(
            ScenarioFailure(of: "known", checks: checks)?.checks.map(\.code) == [
                "ledger.completed", "issue.absent",
            ])
    }

    /// Returns the checks of a run in which two steps select missing options.
    private func selections(@ScenarioBuilder _ parts: () -> [ScenarioPart]) -> [Check] {
        ScenarioRunner().run(
            Scenario("known", playing: SampleMedia.single.path) {
                step(.selectSubtitles("tlh"), at: .position(2))
                step(.selectAudio("tlh"), at: .position(3))
                parts()
            }
        ).checks
    }

    @Test func `a known failure does not hide another one with the same code`() {
        let checks = selections { knownIssue("scenario.step", text: "step 1", bug: "bugs/1") }
        let failed = ScenarioFailure(of: "known", checks: checks)?.checks ?? []
        #expect(failed.map(\.code) == ["scenario.step"])
        guard case .failed(let failure) = failed.first?.outcome else {
            Issue.record("another result")
            return
        }
        #expect(failure.expected == "step 2 is done")
    }

    @Test func `a known failure may be the second failure of its check`() {
        let checks = selections { knownIssue("scenario.step", text: "step 2", bug: "bugs/1") }
        let failed = ScenarioFailure(of: "known", checks: checks)?.checks ?? []
        #expect(failed.map(\.code) == ["scenario.step"])
        guard case .failed(let failure) = failed.first?.outcome else {
            Issue.record("another result")
            return
        }
        #expect(failure.expected == "step 1 is done")
    }

    @Test func `several failures of a check are known when each of them is known`() {
        let checks = selections {
            knownIssue("scenario.step", text: "step 1", bug: "bugs/1")
            knownIssue("scenario.step", text: "step 2", bug: "bugs/2")
        }
        #expect(ScenarioFailure(of: "known", checks: checks) == nil)
        guard case .known(let failure, let bug) = checks.first?.outcome else {
            Issue.record("nothing is known")
            return
        }
        #expect(failure.found.hasSuffix("(and 1 more)"))
        #expect(bug == "bugs/1")
    }

    @Test func `several findings of a lint are known only when all of them are known`() {
        func checks(@ScenarioBuilder _ parts: () -> [ScenarioPart]) -> [String]? {
            let scenario = Scenario("known", playing: SampleMedia.single.path) {
                expect(.never(EventPattern("Fail", text: "69401")))
                expect(.never(EventPattern("Fail", text: "69402")))
                parts()
            }
            return ScenarioFailure(of: "known", checks: ScenarioRunner().run(scenario).checks)?
                .checks.map(\.code)
        }
        #expect(
            checks { knownIssue("lint.error-domain", text: "69402", bug: "bugs/1") }
                == ["lint.error-domain"])
        #expect(
            checks { knownIssue("lint.error-domain", text: "6940", bug: "bugs/1") }
                == ["lint.error-domain"])
        #expect(
            checks { knownIssue("lint.error-domain", text: "6940", times: 2, bug: "bugs/1") } == nil
        )
        #expect(
            checks { knownIssue("lint.error-domain", text: "6940", times: 3, bug: "bugs/1") }
                == ["issue.absent"])
    }

    /// Returns the failed checks of a complete run that has cue points only at 5 and 12 s.
    private func expecting(
        _ expectations: ScenarioExpectation..., known issues: KnownIssue...
    ) -> [Check] {
        var scenario = Scenario("known", playing: SampleMedia.transportStream.path) {}
        scenario.assets[0].cuePoints = [
            .at(.seconds(5), type: "ad"), .at(.seconds(12), type: "ad"),
        ]
        scenario.expectations = expectations
        scenario.knownIssues = issues
        return ScenarioFailure(of: "known", checks: ScenarioRunner().run(scenario).checks)?.checks
            ?? []
    }

    @Test func `another failing expectation with the same code is not covered by a known issue`() {
        let failed = expecting(
            .never(EventPattern("Play")), .never(EventPattern("End")),
            known: KnownIssue("expect.never", text: "never", bug: "bugs/1"))
        #expect(failed.map(\.name) == ["never End"])
    }

    @Test func `a second failure of the same expectation is not covered by a known issue`() {
        let failed = expecting(
            .noCuePoints, known: KnownIssue("expect.cue-points", text: "5.000", bug: "bugs/1"))
        #expect(failed.map(\.code) == ["expect.cue-points"])
        #expect(failed.first?.failure?.found == "12.000 ad")
        #expect(
            expecting(
                .noCuePoints, known: KnownIssue("expect.cue-points", text: "5.000"),
                KnownIssue("expect.cue-points", text: "12.000")
            ).isEmpty)
    }

    static let severalWaysToFail: [(ScenarioExpectation, known: String, found: String)] = [
        (cuePoints(at: 2, 5, 13), "2.000", "12.000 ad"),
        (cuePoints(at: 5), "one more", ""),
        (.order(["Fail", "Ready", "End"].map { EventPattern($0) }), "Fail", ""),
        (
            .order(["Fail", "Ready", "PlaybackStalled"].map { EventPattern($0) }), "Fail",
            "none after line"
        ),
        (
            .errors([ExpectedError(code: 7), ExpectedError(domain: "D", code: 8)]), "* 7",
            "no such error"
        ),
        (
            .subtitles([ExpectedCue("One"), ExpectedCue("Two")], tolerance: .zero), "One",
            "no such cue is shown"
        ),
        (.noNetwork, "index.m3u8", "a request for"),
    ]

    private static func cuePoints(at seconds: Int64...) -> ScenarioExpectation {
        .cuePoints(seconds.map { ExpectedCuePoint(.time(.seconds($0))) }, tolerance: .zero)
    }

    @Test(arguments: severalWaysToFail.indices)
    func `each way in which an expectation fails can be a known issue by itself`(index: Int) {
        let (expectation, known, found) = Self.severalWaysToFail[index]
        let code = expecting(expectation).first?.code ?? ""
        let failed = expecting(expectation, known: KnownIssue(code, text: known))
        #expect(failed.isEmpty == found.isEmpty)
        #expect(failed.first?.failure?.found.contains(found) != false)
    }

    @Test func `a failure with another count than the known one is a new failure`() {
        let wrong = ScenarioExpectation.count(EventPattern("didPassCuePoints"), 1...1)
        #expect(expecting(wrong, known: KnownIssue("expect.count", text: "2 times")).isEmpty)
        #expect(
            expecting(wrong, known: KnownIssue("expect.count", text: "3 times")).map(\.code)
                == ["expect.count", "issue.absent"])
    }

    @Test func `an absent known issue reports whether its check fails in another way`() {
        func found(_ issue: KnownIssue) -> String? {
            expecting(.noCuePoints, .never(EventPattern("Fail")), known: issue).last?.failure?.found
        }
        #expect(found(KnownIssue("expect.never", text: "Fail")) == "it does not")
        #expect(
            found(KnownIssue("expect.cue-points", text: "7.000"))
                == "it fails and says something else")
        #expect(found(KnownIssue("expect.cue-points", text: "12.000", times: 2)) == "once")
    }

    @Test func `the more specific of two matching issues is used`() {
        #expect(
            expecting(
                .noCuePoints, known: KnownIssue("expect.cue-points", text: "ad"),
                KnownIssue("expect.cue-points", text: "5.000 ad")
            ).isEmpty)
    }

    @Test func `missing media is a known issue for each track separately`() {
        func failures(@ScenarioBuilder _ parts: () -> [ScenarioPart]) -> [Check] {
            let scenario = Scenario("known", playing: SampleMedia.single.path) {
                fault(.status(404), at: "segment-1.ts")
                player { $0.options.recovery.missingSegment = .skip }
                parts()
            }
            return ScenarioRunner().run(scenario).checks.filter { $0.code == "ledger.sound" }
        }
        guard case .failed(let all) = failures({}).first?.outcome else {
            Issue.record("nothing is missing")
            return
        }
        // The test is meaningful only if more than one track lacks media.
        #expect(all.found.hasSuffix("more)"))
        let known = failures { knownIssue("ledger.sound", text: all.expected, bug: "bugs/1") }
        guard case .failed(let rest) = known.first?.outcome else {
            Issue.record("the other track is hidden")
            return
        }
        #expect(rest.expected != all.expected)
    }

    @Test func `an intermittent issue may be absent`() {
        let checks = checks {
            expect(.end(false))
            knownIssue("lint.end-missing", text: "End", bug: "bugs/2", isSometimes: true)
        }
        #expect(ScenarioFailure(of: "known", checks: checks) == nil)
    }

    @Test func `broken thresholds have their own verdict, and count as failures unless excluded`() {
        let result = ScenarioRunner().run(
            Scenario("bounds", playing: SampleMedia.single.path) {
                threshold(.rebufferingCount, .atMost, 0)
                threshold(.startupTime, .less, 0)
                threshold(.seekTime, .less, 1)
            })
        #expect(result.verdict == .thresholdBroken)
        #expect(
            ScenarioFailure(of: "", checks: result.checks)?.checks.map(\.code) == [
                "threshold.startup-time", "threshold.seek-time",
            ])
        #expect(
            ScenarioFailure(of: "", checks: result.checks, countsThresholds: false) == nil)
    }
}

extension Check {
    /// The failure of a failed check; `nil` for any other outcome.
    fileprivate var failure: Failure? {
        if case .failed(let failure) = outcome { failure } else { nil }
    }
}
