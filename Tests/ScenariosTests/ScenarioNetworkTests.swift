import HeadlessPlayback
import Scenarios
import Testing
import Transport

@Suite struct ScenarioNetworkTests {
    /// Returns the bandwidth steps of a network, each as `seconds:bits`.
    private func steps(_ network: String) throws -> [String] {
        let text = "playctl: 1\nassets: [a]\nnetwork: \(network)\n"
        return try ScenarioFile.scenario(from: Array(text.utf8), path: "a.play.yaml")
            .surroundings.network.steps.map { step in
                "\(step.start):\(step.bitsPerSecond.map(String.init) ?? "unlimited")"
            }
    }

    @Test func `a rate applies from the start, and network steps change it`() throws {
        #expect(try steps("{rate: 1k}") == ["0.000:1000"])
        #expect(
            try steps("{rate: 1k, steps: [{at: 20s, rate: unlimited}, {at: 10s, rate: 2k}]}")
                == ["0.000:1000", "10.000:2000", "20.000:unlimited"])
    }

    @Test func `a low rate needs a unit, because it may state kilobits`() throws {
        #expect(
            try steps("{rate: 10000, steps: [{at: 1s, rate: 0}, {at: 2s, rate: 9999bps}]}")
                == ["0.000:10000", "1.000:0", "2.000:9999"])
        #expect(throws: ScenarioFileError.self) { try steps("{steps: [{at: 1s, rate: 9999}]}") }
    }

    @Test func `the size of response headers is zero, usual or a number within its limit`() throws {
        func head(_ network: String) throws -> Int64 {
            let text = "playctl: 1\nassets: [a]\nnetwork: \(network)\n"
            return try ScenarioFile.scenario(from: Array(text.utf8), path: "a.play.yaml")
                .surroundings.network.headByteCount
        }
        #expect(try head("{rate: 1k}") == 0)
        #expect(try head("{rate: 1k, response-head: usual}") == 305)
        #expect(try head("{rate: 1k, response-head: 2kB}") == 2000)
        #expect(throws: ScenarioFileError.self) { try head("{response-head: 65KiB}") }
    }

    @Test func `after an outage the scheduled bandwidth applies`() throws {
        #expect(
            try steps("{outages: [10s..20s]}")
                == ["0.000:unlimited", "10.000:0", "20.000:unlimited"])
        #expect(
            try steps("{rate: 1k, steps: [{at: 15s, rate: 2k}], outages: [10s..20s, 30s..]}")
                == ["0.000:1000", "10.000:0", "20.000:2000", "30.000:0"])
        #expect(
            try steps("{steps: [{at: 15s, rate: 2k}], outages: [{to: 5s}]}")
                == ["0.000:0", "5.000:2000", "15.000:2000"])
    }

    @Test func `outages that overlap are one`() throws {
        #expect(
            try steps("{rate: 1k, outages: [30s..40s, 10s..20s, 15s..30s, 12s..14s]}")
                == ["0.000:1000", "10.000:0", "40.000:1000"])
    }

    @Test func `an outage that does not end after its start is refused`() {
        #expect(throws: ScenarioFileError.self) { try steps("{outages: [20s..10s]}") }
        #expect(throws: ScenarioFileError.self) { try steps("{outages: [{from: 1s, to: 1s}]}") }
    }
}
