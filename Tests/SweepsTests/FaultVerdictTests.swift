import HeadlessPlaybackTesting
import Sessions
import TestSupport
import Testing

@testable import Sweeps

@Suite struct FaultVerdictTests {
    private static let play = PlainRun(
        Scenario("sample", assets: [ScenarioAsset(SampleMedia.single.path)]),
        index: SegmentIndex())
    private static let sound = play.observe()

    /// Returns the verdict on a run after a change to its record.
    private func verdict(
        _ fault: SweptFault = .notFound, faults: [FaultRule] = [],
        _ change: (inout RunObservation) -> Void = { _ in }
    ) -> FaultVerdict {
        var run = Self.play.observe(faults: faults)
        change(&run)
        return FaultVerdict(run, against: Self.sound, fault: fault, recovery: RecoveryPolicy())
    }

    private func broken(_ verdict: FaultVerdict) -> [String] {
        verdict.checks.filter(\.hasFailed).map(\.code)
    }

    @Test func `a run without a problem counts as survived`() {
        #expect(verdict().survival == .survived)
        #expect(broken(verdict()) == [])
    }

    @Test func `unnoticed damage does not count as survived`() {
        #expect(verdict(.zeros).survival == .unnoticed)
    }

    @Test func `endless requests break a guarantee`() {
        let verdict = verdict { run in
            let all = run.requests
            for _ in 0..<10 { run.requests += all }
        }
        #expect(verdict.survival == .violation)
        #expect(broken(verdict) == ["sweep.requests", "sweep.retries"])
    }

    @Test func `repeating one request too often breaks a guarantee`() throws {
        let media = try #require(Self.sound.requests.first { $0.kind == .segment })
        #expect(broken(verdict { $0.requests += [media, media, media] }) == [])
        #expect(
            broken(verdict { $0.requests += [media, media, media, media] }) == ["sweep.retries"])
        // A playlist may be reloaded, so repeated requests count only if they were not answered.
        let playlist = try #require(Self.sound.requests.first { $0.kind == .multivariantPlaylist })
        let refreshes = [RequestRecord](repeating: playlist, count: 8)
        #expect(broken(verdict { $0.requests += refreshes }) == [])
    }

    @Test func `retries that the policy allows break no guarantee`() {
        let rules = [FaultRule(RequestPattern("segment-3.ts"), fault: .status(503))]
        #expect(broken(verdict(.unavailable, faults: rules)) == [])
        var scenario = Self.play.scenario
        scenario.player.options.recovery.segmentRetries = 4
        let run = PlainRun(scenario, index: nil).observe(faults: rules)
        let verdict = FaultVerdict(
            run, against: Self.sound, fault: .unavailable, recovery: RecoveryPolicy())
        #expect(broken(verdict).contains("sweep.retries"))
    }

    @Test func `an exit code that contradicts the reports breaks a guarantee`() {
        let rules = [FaultRule(RequestPattern("segment-3.ts"), fault: .status(404))]
        let failed = Self.play.observe(faults: rules)
        // The ledger comes from a failed run, but the reports come from a run that succeeded.
        let mixed = verdict { $0.sessions = failed.sessions }
        #expect(broken(mixed).contains("sweep.exit-code"))
        #expect(broken(verdict { $0.videoCount = 2 }) == ["sweep.exit-code"])
    }

    @Test func `a run that does not end breaks a guarantee`() {
        #expect(broken(verdict { $0.wasCutOff = true }) == ["sweep.time"])
        #expect(broken(verdict { $0.worldTime += .seconds(3600) }) == ["sweep.time"])
    }

    @Test func `two outcomes or none break a guarantee`() {
        #expect(
            broken(verdict { $0.lifecycle.removeAll { $0.type == .end } })
                == ["sweep.outcome", "sweep.exit-code"])
        let doubled = verdict { run in
            run.lifecycle += run.lifecycle.filter { $0.type == .end }
        }
        #expect(broken(doubled) == ["sweep.outcome"])
    }

    @Test func `a failure that is reported without its error breaks a guarantee`() {
        let rules = [FaultRule(RequestPattern("segment-3.ts"), fault: .status(404))]
        #expect(verdict(faults: rules).survival == .failed)
        let silent = verdict(faults: rules) { run in
            run.lifecycle = run.lifecycle.map {
                RunObservation.ReportedEvent(session: $0.session, type: $0.type, hasError: false)
            }
        }
        #expect(broken(silent) == ["sweep.outcome"])
    }

    @Test func `media that is lost without a report breaks a guarantee`() {
        let short = Scenario("sample", assets: [ScenarioAsset(SampleMedia.timedMetadata.path)])
        var run = PlainRun(short, index: nil).observe()
        run.requests = Self.sound.requests
        var long = Self.sound
        long.sessions += Self.sound.sessions
        let verdict = FaultVerdict(
            run, against: long, fault: .zeros, recovery: RecoveryPolicy())
        #expect(verdict.survival == .violation)
        #expect(broken(verdict).contains("sweep.loss"))
    }

    @Test func `media that is missing in the ledger counts as lost`() {
        var scenario = Self.play.scenario
        scenario.player.options.recovery.missingSegment = .skip
        let run = PlainRun(scenario, index: nil).observe(faults: [
            FaultRule(RequestPattern("segment-3.ts"), fault: .status(404))
        ])
        let verdict = FaultVerdict(
            run, against: Self.sound, fault: .notFound, recovery: RecoveryPolicy())
        #expect(verdict.survival == .lost)
    }

    @Test func `waiting without a reported stall breaks a guarantee`() {
        let rules = [FaultRule(RequestPattern("segment-*.ts"), occurrences: 1..<6, fault: .hang)]
        let stalled = verdict(.hang, faults: rules)
        #expect(!broken(stalled).contains("sweep.stall"))
        let silent = verdict(.hang, faults: rules) { run in
            run.lifecycle.removeAll { $0.type == .playbackStalled }
        }
        #expect(broken(silent).contains("sweep.stall"))
        let elsewhere = verdict(.hang, faults: rules) { run in
            run.lifecycle = run.lifecycle.map {
                let session = $0.type == .playbackStalled ? 2 : $0.session
                return RunObservation.ReportedEvent(
                    session: session, type: $0.type, hasError: $0.hasError)
            }
        }
        #expect(broken(elsewhere).contains("sweep.stall"))
    }

    @Test func `a fault that matches no request breaks a guarantee`() {
        let nowhere = FaultRule(RequestPattern("nowhere.ts"), fault: .status(404))
        let missed = verdict(faults: [nowhere])
        #expect(broken(missed) == ["sweep.met"])
        #expect(missed.survival == .violation)
        let late = FaultRule(
            RequestPattern("segment-3.ts"), occurrences: 7..<8, fault: .status(404))
        #expect(broken(verdict(faults: [late])) == ["sweep.met"])
        let met = FaultRule(RequestPattern("segment-3.ts"), fault: .status(404))
        #expect(!broken(verdict(faults: [met])).contains("sweep.met"))
    }

    @Test func `a slow body that adds no delay does not count as a fault`() {
        let scenario = Scenario(
            "file", assets: [ScenarioAsset("\(SampleMedia.folder)/progressive/movie.mp4")])
        let slow = FaultRule(RequestPattern("movie.mp4"), fault: .slowBody(bitsPerSecond: 1))
        let run = PlainRun(scenario, index: nil).observe(faults: [slow])
        #expect(run.unmet == [slow])
    }
}
