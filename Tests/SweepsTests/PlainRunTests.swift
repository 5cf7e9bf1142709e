import HeadlessPlaybackTesting
import Sweeps
import TestSupport
import Testing

@Suite struct PlainRunTests {
    private let path = SampleMedia.single.path

    /// Runs a scenario both by itself and within a sweep.
    private func both(_ scenario: Scenario) -> (run: ScenarioResult, sweep: RunObservation) {
        (ScenarioRunner().run(scenario), PlainRun(scenario, index: nil).observe())
    }

    @Test func `a sweep uses the seed of its scenario`() {
        var scenario = Scenario("sample", assets: [ScenarioAsset(path)])
        scenario.surroundings.network = NetworkConditions(
            steps: NetworkConditions(bitsPerSecond: 2_000_000).steps,
            latency: .milliseconds(200), lossPerMillion: 200_000, seed: 7)
        var times: Set<Duration> = []
        for seed: UInt64 in 1...6 {
            scenario.seed = seed
            let (run, sweep) = both(scenario)
            #expect(run.worldTime == sweep.worldTime)
            times.insert(sweep.requests.last?.end?.sinceStart ?? .zero)
        }
        #expect(times.count > 1)
    }

    @Test func `a sweep run takes keys from the policies or the single key of its scenario`() throws
    {
        let policies = try ProtectedSample.cbcs.policies()
        var scenario = Scenario("sample", assets: [ScenarioAsset(ProtectedSample.cbcs.path)])
        #expect(!PlainRun(scenario, index: nil).observe().isWhole)
        scenario.player.keys.policies = policies
        #expect(PlainRun(scenario, index: nil).observe().isWhole)
        scenario.steps = [ScenarioStep(.setVideos([0]))]
        #expect(PlainRun(scenario, index: nil).observe().isWhole)
        scenario.player.keys = KeySetup()
        scenario.player.keys.single = [
            0x19, 0x77, 0xB7, 0x17, 0xCB, 0xB5, 0xED, 0xDA, 0x61, 0xA8, 0x4C, 0x92, 0x29, 0x94,
            0xD5, 0x4A,
        ]
        #expect(PlainRun(scenario, index: nil).observe().isWhole)
        scenario.steps = []
        #expect(PlainRun(scenario, index: nil).observe().isWhole)
    }

    @Test(arguments: [[], [ScenarioStep(.setVideos([0]))]])
    func `the given key systems are used, with and without steps`(steps: [ScenarioStep]) {
        var scenario = Scenario("sample", assets: [ScenarioAsset(ProtectedSample.aes128.path)])
        scenario.steps = steps
        #expect(PlainRun(scenario, index: nil).observe().isWhole)
        #expect(!PlainRun(scenario, index: nil, keySystems: { [] }).observe().isWhole)
    }

    @Test func `the time limit ends a sweep run`() {
        var scenario = Scenario("sample", assets: [ScenarioAsset(path)])
        scenario.timeLimit = .seconds(5)
        let seen = PlainRun(scenario, index: nil).observe()
        #expect(seen.wasCutOff)
        #expect(seen.worldTime <= .seconds(5))
    }

    @Test(arguments: [[], [ScenarioStep(.setVideos([0]))]])
    func `too many requests end a sweep run, with and without steps`(steps: [ScenarioStep]) {
        var scenario = Scenario("sample", assets: [ScenarioAsset(path)])
        scenario.steps = steps
        var limits = RunLimits()
        limits.requests = 2
        let seen = PlainRun(scenario, index: nil).observe(limits: limits, keepsTrace: true)
        #expect(seen.wasCutOff)
        #expect(seen.requests.count < 6)
        #expect(!seen.trace.contains { $0.contains(" End") })
    }
}
