import HeadlessPlaybackTesting
import ScenarioRunning
import Synchronization
import TestSupport
import Testing
import Transport
import VirtualTime

/// Broadcasts of many hours.
@Suite struct LongBroadcastTests {
    private func scenario(
        _ fields: String, for time: String, _ rest: String = ""
    ) throws -> Scenario {
        try ScenarioFile.scenario(
            from: Array(
                """
                playctl: 1
                assets:
                  - live: {source: \(SampleMedia.transportStream.path), id: news, ran-for: 10m, \
                window: {length: 24s}\(fields)}
                steps: [{at: \(time), stop: }]
                \(rest)
                """.utf8), path: "long.play.yaml")
    }

    private func record(_ scenario: Scenario, _ loader: any ResourceLoader) -> RunRecord {
        ScenarioStage(
            scenario, loader: loader, workers: .shared, cancellation: CancellationFlag(),
            storeFolder: nil, keepsHistory: false
        ).run()
    }

    @Test func `every hour has the same number of requests`() throws {
        let record = record(try scenario("", for: "6h"), StandardLoader())
        var hours: [Int: Int] = [:]
        for request in record.requests {
            hours[Int(request.start.sinceStart.components.seconds) / 3600, default: 0] += 1
        }
        #expect(Set((1..<5).map { hours[$0] }).count == 1)
    }

    @Test(
        arguments: ["", ", loop: continuous", ", loop: continuous, parts: {target: 1s}"],
        ["", "player: {audio: [fr], subtitles: en}\n"])
    func `each segment of a source is read a bounded number of times`(
        fields: String, rest: String
    ) throws {
        let loader = CountingLoader()
        let first = record(try scenario(fields, for: "2m", rest), loader)
        let counts = loader.counts
        let longer = CountingLoader()
        let second = record(try scenario(fields, for: "30m", rest), longer)
        #expect(second.requests.count > first.requests.count * 10)
        for (url, count) in longer.counts { #expect(count == counts[url], "\(url)") }
        #expect(counts.values.allSatisfy { $0 <= 12 }, "\(counts)")
    }

    @Test(arguments: ["{truncate: 400}", "zeroed"])
    func `a response that a fault changes is checked by its changed bytes`(fault: String) throws {
        let faults = "faults: [{match: \"*/s170.ts\", do: \(fault)}]\n"
        let result = ScenarioRunner().run(try scenario(", loop: continuous", for: "2m", faults))
        let failed = result.checks.compactMap { check -> String? in
            if case .failed = check.outcome { check.code } else { nil }
        }
        #expect(failed.contains { $0.hasPrefix("ledger") }, "\(failed)")
    }
}

/// A loader that counts the loads of each segment.
private final class CountingLoader: ResourceLoader {
    private let state = Mutex<[String: Int]>([:])

    var counts: [String: Int] { state.withLock { $0 } }

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        if request.kind == .segment {
            state.withLock { $0[request.url, default: 0] += 1 }
        }
        return try StandardLoader().load(request)
    }
}
