import HeadlessPlaybackTesting
import Sweeps
import TestSupport
import Testing

/// Sweeps of the ten-minute assets, which have no mistake.
@Suite struct GoodAssetSweepTests {
    @Test(arguments: TenMinuteAsset.Kind.allCases)
    func `every seek in a good asset lands at the position that the media determines`(
        kind: TenMinuteAsset.Kind
    ) throws {
        let few = ["segment-1*:exact", "segment-3*:near", "discontinuity-*", "keyframe-100*"]
        let (plan, asset) = try plan(kind, only: few)
        expectNothing(in: SeekSweep(plan).run().results, least: 20)
        withExtendedLifetime(asset) {}
    }

    @Test(arguments: TenMinuteAsset.Kind.allCases)
    func `no fault of a request makes playback of a good asset break a rule`(
        kind: TenMinuteAsset.Kind
    ) throws {
        let (plan, asset) = try plan(kind, only: ["*film1-12*", "*index.m3u8*"])
        expectNothing(in: FaultSweep(plan).run().results, least: 20)
        withExtendedLifetime(asset) {}
    }

    private func plan(
        _ kind: TenMinuteAsset.Kind, only few: [String]
    ) throws -> (SweepPlan, TenMinuteAsset) {
        let asset = try TenMinuteAsset(kind)
        let scenario = Scenario("good", assets: [ScenarioAsset(asset.path)])
        let only = HonestyEffort.current.isFull ? [] : few
        return (SweepPlan(scenario, only: only, jobs: 2), asset)
    }

    private func expectNothing(in results: [ScenarioResult], least: Int) {
        #expect(results.count > least)
        for result in results where result.verdict != .passed {
            Issue.record("\(result.name): \(result.checks.filter(\.hasFailed))")
        }
    }
}
