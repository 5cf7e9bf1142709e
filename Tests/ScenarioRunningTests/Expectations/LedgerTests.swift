import HeadlessPlaybackTesting
import TestSupport
import Testing

@Suite struct LedgerTests {
    private static let asset = SampleMedia.single.path

    private func failures(@ScenarioBuilder _ parts: () -> [ScenarioPart]) -> [String] {
        let result = ScenarioRunner().run(Scenario("loss", playing: Self.asset, parts: parts))
        return result.checks.compactMap { check in
            guard case .failed(let failure) = check.outcome else { return nil }
            return "\(check.code): \(failure.found)"
        }
    }

    @Test func `a missing segment is reported without any expectation`() {
        let found = failures {
            fault(.status(404), at: "segment-1.ts")
            player { $0.options.recovery.missingSegment = .skip }
        }
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("ledger.sound: 2.000 s, first at 2.000-4.000") == true)
    }

    @Test func `an allowed loss passes up to its limit only`() {
        let allowed = failures {
            fault(.status(404), at: "segment-1.ts")
            player { $0.options.recovery.missingSegment = .skip }
            expect(.allowed(.missing, upTo: .milliseconds(2100)))
        }
        #expect(allowed.isEmpty)
        let tooMuch = failures {
            fault(.status(404), at: "segment-1.ts")
            player { $0.options.recovery.missingSegment = .skip }
            expect(.allowed(.missing, upTo: .seconds(1)))
        }
        #expect(tooMuch.count == 1)
    }

    @Test func `a failed playback counts as not played to the end`() {
        let found = failures { fault(.status(404), at: "segment-1.ts") }
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("ledger.completed: failed at 2.000") == true)
    }

    @Test func `an error other than the expected one fails the scenario`() {
        let right = failures {
            fault(.status(404), at: "segment-1.ts")
            expect(.errors([ExpectedError(domain: PlaybackError.sessionDomain, code: 69402)]))
        }
        #expect(right.isEmpty)
        let wrong = failures {
            fault(.status(404), at: "segment-1.ts")
            expect(.errors([ExpectedError(domain: PlaybackError.sessionDomain, code: 69401)]))
        }
        #expect(wrong.count == 1)
    }

    @Test func `an expected error excuses only the session that failed`() {
        let result = ScenarioRunner().run(
            Scenario("two", playing: Self.asset, SampleMedia.timedMetadata.path) {
                fault(.status(404), at: "single/segment-1.ts")
                step(.setVideos([0]))
                step(.setVideos([1]), at: .lifecycle(.failedToPlayToEndTime))
                pause(at: .position(3))
                expect(.errors([ExpectedError(domain: PlaybackError.sessionDomain, code: 69402)]))
            })
        let failed = result.checks.filter {
            if case .failed = $0.outcome { true } else { false }
        }
        #expect(failed.map(\.code) == ["ledger.completed"])
        guard case .failed(let failure) = failed.first?.outcome else {
            Issue.record("another result")
            return
        }
        #expect(failure.expected == "session 2: played to its end")
    }

    @Test func `a permanent pause does not count as played to the end`() {
        let found = failures { pause(at: .position(3)) }
        #expect(
            found == ["ledger.completed: the playhead is at 3.000, and nothing is left to happen"])
        #expect(
            failures {
                pause(at: .position(3))
                expect(.end(false))
            }.isEmpty)
    }

    @Test func `a failed playback keeps its cause when the time limit is reached`() {
        var scenario = Scenario("late", playing: Self.asset) {
            fault(.status(404), at: "segment-1.ts")
            step(.connect(.none), at: .time(100))
        }
        scenario.timeLimit = .seconds(50)
        let check = ScenarioRunner().run(scenario).checks.first { $0.code == "ledger.completed" }
        guard case .failed(let failure) = check?.outcome else {
            Issue.record("it does not fail")
            return
        }
        #expect(failure.found.hasPrefix("failed at 2.000"))
    }

    @Test func `a missing asset fails the scenario`() {
        let result = ScenarioRunner().run(Scenario("absent", playing: "/nowhere/a.m3u8") {})
        #expect(result.verdict == .failed)
        let texts = result.checks.map { "\($0.outcome)" } + result.trace
        #expect(!texts.contains { $0.contains("nowhere") })
    }
}
