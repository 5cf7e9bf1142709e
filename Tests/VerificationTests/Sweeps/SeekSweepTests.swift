import HeadlessPlaybackTesting
import TestSupport
import Testing

@testable import Verification

@Suite struct SeekSweepTests {
    private func sweep(_ sample: SampleMedia, only: [String] = []) -> [ScenarioResult] {
        let scenario = Scenario("sample", assets: [ScenarioAsset(sample.path)])
        return SeekSweep(scenario, only: only, jobs: 2, command: "sweep it").run()
    }

    @Test(arguments: SampleMedia.allCases)
    func `every seek lands where the media says`(sample: SampleMedia) {
        let results = sweep(sample)
        #expect(results.count > 10)
        for result in results {
            #expect(result.verdict == .passed, "\(result.name): \(result.checks)")
        }
    }

    @Test func `a seek lands in the variant that plays, whichever comes next`() {
        var scenario = Scenario("sample", assets: [ScenarioAsset(SampleMedia.transportStream.path)])
        scenario.surroundings.network = NetworkConditions(
            bitsPerSecond: 1_000_000, latency: .milliseconds(50))
        for result in SeekSweep(scenario, jobs: 2).run() {
            #expect(result.verdict == .passed, "\(result.name): \(result.checks)")
        }
    }

    @Test func `discontinuities have names of their own, and a seek can be made alone`() {
        let all = sweep(.discontinuity).map(\.name)
        #expect(all.contains("sample.discontinuity-2:exact"))
        #expect(all.contains("sample.discontinuity-2-1f:near"))
        #expect(Set(all).count == all.count)
        let one = sweep(.discontinuity, only: ["discontinuity-2:exact"])
        #expect(one.map(\.name) == ["sample", "sample.discontinuity-2:exact"])
        #expect(one.last?.command == "sweep it --only discontinuity-2:exact")
    }

    @Test func `a landing beside the target fails, and so does what follows from it`() {
        let target = SeekTarget(name: "keyframe-1:exact", time: .seconds(4), precision: .exact)
        var landing = SeekProbe.Landing()
        landing.place = .seconds(4)
        landing.duration = .seconds(10)
        landing.segment = .seconds(4) ..< .seconds(6)
        landing.progress = .seconds(5)
        func broken(_ changes: [(inout SeekProbe.Landing) -> Void]) -> [String] {
            let landings = changes.map { change in
                var landing = landing
                change(&landing)
                return landing
            }
            let verdict = SeekVerdict(
                target: target, landings: landings, imbalances: [],
                progressInterval: .seconds(1))
            return verdict.checks.filter(\.hasFailed).map(\.code)
        }
        #expect(broken([{ _ in }, { _ in }]) == [])
        #expect(broken([{ $0.place = nil }]) == ["sweep.seek-landing"])
        #expect(broken([{ $0.place = .milliseconds(4040) }]) == ["sweep.seek-landing"])
        #expect(broken([{ $0.segment = nil }]) == ["sweep.seek-segment"])
        #expect(
            broken([{ $0.segment = .seconds(2) ..< .milliseconds(3500) }]) == ["sweep.seek-segment"]
        )
        #expect(broken([{ $0.progress = .seconds(3) }]) == ["sweep.seek-progress"])
        #expect(broken([{ $0.progress = nil }]) == ["sweep.seek-progress"])
        #expect(
            broken([{ _ in }, { $0.progress = .milliseconds(4500) }]) == ["sweep.seek-repeatable"])
        #expect(broken([{ _ in }, { $0.place = nil }]) == ["sweep.seek-repeatable"])
    }

    @Test func `accounts that do not balance in any of the runs fail the seek`() {
        let target = SeekTarget(name: "keyframe-1:exact", time: .seconds(4), precision: .exact)
        let landing = SeekProbe.Landing(place: .seconds(4))
        let verdict = SeekVerdict(
            target: target, landings: [landing], imbalances: ["media"],
            progressInterval: .seconds(1))
        let check = verdict.checks.first { $0.code == "sweep.ledger" }
        #expect(check?.hasFailed == true)
    }

    @Test func `near a target only a keyframe or the target itself will do`() {
        let target = SeekTarget(name: "keyframe-1+1f:near", time: .seconds(4), precision: .near)
        func holds(at place: MediaTime, isKeyframe: Bool) -> Bool {
            var landing = SeekProbe.Landing()
            landing.place = place
            landing.duration = .seconds(10)
            landing.isKeyframe = isKeyframe
            let verdict = SeekVerdict(
                target: target, landings: [landing], imbalances: [],
                progressInterval: .seconds(1))
            return verdict.checks.first?.hasFailed == false
        }
        #expect(holds(at: .seconds(3), isKeyframe: true))
        #expect(!holds(at: .seconds(3), isKeyframe: false))
        #expect(holds(at: .seconds(4), isKeyframe: false))
        #expect(!holds(at: .seconds(7), isKeyframe: true))
    }
}
