import HeadlessPlaybackTesting
import TestSupport
import Testing

@testable import Sweeps

@Suite struct SeekSweepTests {
    private func sweep(_ sample: SampleMedia, only: [String] = []) -> [ScenarioResult] {
        let scenario = Scenario("sample", assets: [ScenarioAsset(sample.path)])
        return SeekSweep(SweepPlan(scenario, only: only, jobs: 2, command: "sweep it")).run()
            .results
    }

    @Test(arguments: SampleMedia.allCases)
    func `every seek lands at the position that the media determines`(sample: SampleMedia) {
        let results = sweep(sample)
        #expect(results.count > 10)
        for result in results {
            #expect(result.verdict == .passed, "\(result.name): \(result.checks)")
        }
    }

    @Test func `a sweep with too many seeks fails and makes none of them`() {
        let scenario = Scenario("sample", assets: [ScenarioAsset(SampleMedia.transportStream.path)])
        var sweep = SeekSweep(SweepPlan(scenario, jobs: 2))
        sweep.mostSeeks = 10
        let report = sweep.run()
        #expect(report.results.map(\.verdict) == [.failed])
        let failed = report.results.flatMap(\.checks).filter { $0.outcome != .passed }
        #expect(failed.map(\.code) == ["sweep.baseline"])
        var some = SeekSweep(SweepPlan(scenario, only: ["end:exact"], jobs: 2))
        some.mostSeeks = 1
        #expect(some.run().results.map(\.verdict) == [.passed, .passed])
    }

    @Test func `a seek lands in the variant that plays, regardless of later switches`() {
        var scenario = Scenario("sample", assets: [ScenarioAsset(SampleMedia.transportStream.path)])
        scenario.surroundings.network = NetworkConditions(
            bitsPerSecond: 1_000_000, latency: .milliseconds(50))
        for result in SeekSweep(SweepPlan(scenario, jobs: 2)).run().results {
            #expect(result.verdict == .passed, "\(result.name): \(result.checks)")
        }
    }

    @Test func `discontinuities have distinct names, and each seek can be run by itself`() {
        let all = sweep(.discontinuity).map(\.name)
        #expect(all.contains("sample.discontinuity-2:exact"))
        #expect(all.contains("sample.discontinuity-2-1f:near"))
        #expect(Set(all).count == all.count)
        let one = sweep(.discontinuity, only: ["discontinuity-2:exact"])
        #expect(one.map(\.name) == ["sample", "sample.discontinuity-2:exact"])
        #expect(one.last?.command == "sweep it --only discontinuity-2:exact")
    }

    @Test func `no segment is required after the last picture when audio ends slightly later`() {
        let target = SeekTarget(name: "end:exact", time: .seconds(10), precision: .exact)
        func fails(mainEnd: MediaTime?, audioEnd: MediaTime) -> Bool {
            var landing = SeekProbe.Landing()
            landing.place = .seconds(10)
            landing.duration = audioEnd
            landing.mainEnd = mainEnd
            landing.hasEnded = true
            let verdict = SeekVerdict(
                target: target, landings: [landing], imbalances: [],
                progressInterval: .seconds(1))
            return verdict.checks.contains(where: \.hasFailed)
        }
        #expect(!fails(mainEnd: .seconds(10), audioEnd: .milliseconds(10_021)))
        #expect(!fails(mainEnd: .seconds(10), audioEnd: .milliseconds(9_990)))
        #expect(fails(mainEnd: .seconds(10), audioEnd: .seconds(14)), "four seconds lack pictures")
        #expect(fails(mainEnd: .seconds(12), audioEnd: .milliseconds(10_021)))
        #expect(fails(mainEnd: nil, audioEnd: .milliseconds(10_021)))
    }

    @Test func `a wrong landing, segment, progress or repetition of a seek fails its own check`() {
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

    @Test func `an unbalanced ledger of any run fails the seek`() {
        let target = SeekTarget(name: "keyframe-1:exact", time: .seconds(4), precision: .exact)
        let landing = SeekProbe.Landing(place: .seconds(4))
        let verdict = SeekVerdict(
            target: target, landings: [landing], imbalances: ["media"],
            progressInterval: .seconds(1))
        let check = verdict.checks.first { $0.code == "sweep.ledger" }
        #expect(check?.hasFailed == true)
    }

    @Test func `a near seek may land only on a keyframe before the target or on the target`() {
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

    @Test func `a scenario with its own steps is refused with the reason`() {
        var scenario = Scenario("sample", assets: [ScenarioAsset(SampleMedia.single.path)])
        scenario.steps = [ScenarioStep(.setVideos([0]))]
        #expect(SeekSweep.refusal(of: scenario)?.contains("1 step of its own") == true)
        let results = SeekSweep(SweepPlan(scenario)).run().results
        #expect(results.map(\.verdict) == [.failed])
        // In a file, a pause with a duration is one step; the scenario represents it as two steps.
        scenario.steps = [ScenarioStep(.pause), ScenarioStep(.play, at: .afterPrevious(.zero))]
        #expect(SeekSweep.refusal(of: scenario)?.contains("2 steps of its own") == true)
        scenario.lines.stepNumbers = [1, 1]
        #expect(SeekSweep.refusal(of: scenario)?.contains("1 step of its own") == true)
    }

    @Test func `seeks are made in every asset of a scenario`() {
        let folder = SampleMedia.folder
        let scenario = Scenario(
            "two",
            assets: ["single", "discontinuity"].map { ScenarioAsset("\(folder)/\($0)/index.m3u8") })
        let plan = SweepPlan(scenario, only: ["*/discontinuity-*", "*/segment-1:*"])
        let results = SeekSweep(plan).run().results
        #expect(results.contains { $0.name == "two.1/segment-1:exact" })
        #expect(results.contains { $0.name == "two.2/discontinuity-2:near" })
        #expect(!results.contains { $0.name.hasPrefix("two.1/discontinuity") })
        for result in results {
            #expect(result.verdict == .passed, "\(result.name): \(result.checks)")
        }
    }

    @Test func `the summary states what the seeks are compared with and how far from it they land`()
    {
        let summary = SeekSummary(sweep(.discontinuity)).text
        #expect(
            summary == """
                  compared  with the stream
                  places    2 discontinuities, 6 segment edges, 6 keyframes, the end, and the \
                adjacent frames: 38 seeks
                  landed    exact seeks: at most 0.000 s from the target; seeks to a keyframe \
                nearby: at most 0.040 s from the target

                """)
        let many = SeekSummary(sweep(.transportStream, only: ["segment-1:*"])).text
        #expect(many.hasPrefix("  compared  with variant 3 of 3 ("))
        #expect(SeekSummary([]).text == "")
    }
}
