import HeadlessPlaybackTesting
import TestSupport
import Testing
import VirtualTime

@Suite struct DeterminismTests {
    /// A scenario with every source of randomness, such as lost packets, faults and a seek.
    private var scenario: Scenario {
        var scenario = Scenario("all at once", playing: SampleMedia.transportStream.path) {
            network(
                NetworkConditions(
                    steps: [
                        .init(start: .start, bitsPerSecond: 1_500_000),
                        .init(
                            start: Instant(sinceStart: .seconds(5)), bitsPerSecond: 240_000),
                        .init(
                            start: Instant(sinceStart: .seconds(9)), bitsPerSecond: 0),
                        .init(
                            start: Instant(sinceStart: .seconds(25)), bitsPerSecond: 350_000),
                    ], latency: .milliseconds(40), lossPerMillion: 20_000))
            fault(.status(503), at: "*.ts", occurrences: 2..<3)
            fault(.delay(.seconds(2)), at: "*.ts", occurrences: 4..<5)
            for second in 0..<20 { cuePoint(at: Double(second), "cue \(second)") }
            seek(to: 2, at: .position(9))
            player {
                $0.options.bufferOptimizer = BufferOptimizer(
                    minimumDuration: .seconds(12), maximumDuration: .seconds(12))
            }
            expect(.everyCuePointOnce)
        }
        scenario.seed = 7
        return scenario
    }

    @Test(arguments: [1, 2, 2]) func `the result is the same on any number of threads`(threads: Int)
    {
        let first = ScenarioRunner(workers: Workers(count: 3)).run(scenario)
        let second = ScenarioRunner(workers: Workers(count: threads)).run(scenario)
        #expect(first == second)
        #expect(first.trace.contains { $0.contains("PlaybackStalled") })
        #expect(first.trace.contains { $0.contains("!! request") })
        #expect(first.metrics[.switches] ?? 0 > 0)
    }

    @Test func `concurrent scenarios do not affect each other`() async {
        let scenario = scenario
        let alone = ScenarioRunner().run(scenario)
        let results = await withTaskGroup(of: ScenarioResult.self) { group in
            for _ in 0..<4 { group.addTask { ScenarioRunner().run(scenario) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for result in results { #expect(result == alone) }
    }

    @Test func `with packet loss, another seed gives another trace`() {
        var other = scenario
        other.seed = 8
        #expect(ScenarioRunner().run(scenario).trace != ScenarioRunner().run(other).trace)
    }
}
