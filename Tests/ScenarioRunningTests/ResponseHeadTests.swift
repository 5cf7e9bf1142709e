import Scenarios
import RunResults
import ScenarioRunning
import Sessions
import TestSupport
import Testing
import Transport
import VirtualTime

/// The headers of responses on the network of a scenario.
@Suite struct ResponseHeadTests {
    /// Returns the requests of a run on a network of one megabit per second.
    private func requests(_ head: String) throws -> [RequestRecord] {
        let text = """
            playctl: 1
            assets: [\(SampleMedia.single.path)]
            network: {rate: 1Mbps, latency: 40ms\(head)}

            """
        let scenario = try ScenarioFile.scenario(from: Array(text.utf8), path: "a.play.yaml")
        var runner = ScenarioRunner()
        runner.keepsRequests = true
        let result = runner.run(scenario)
        #expect(result.verdict == .passed)
        return result.requests
    }

    @Test func `a response header adds transfer time but no counted bytes`() throws {
        let plain = try requests("")
        let headed = try requests(", response-head: usual")
        #expect(plain.count == headed.count && plain.count > 5)
        // At one megabit per second, the 305 bytes of the response head take 2,440 µs.
        for (one, other) in zip(plain, headed) where !one.isStored {
            let times = [one, other].map { $0.start.duration(to: $0.end ?? $0.start) }
            #expect(times[1] - times[0] == .microseconds(2440), "\(one.url)")
            #expect(one.byteCount == other.byteCount)
        }
    }
}
