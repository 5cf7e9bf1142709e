import HeadlessPlaybackTesting
import ScenarioRunning
import TestSupport
import Testing
import Transport
import VirtualTime

/// Scenarios with several broadcasts: each session is compared with the broadcast that it plays.
@Suite struct SeveralBroadcastTests: LiveScenarioSuite {
    /// Returns the text of a scenario with two broadcasts.
    private func twoBroadcasts(steps: String, fields: String = "", first: String = "") -> String {
        let assets = ["news", "sport"].map {
            """
              - live: {source: \(SampleMedia.transportStream.path), id: \($0), ran-for: 10m, \
            window: {length: 24s}\(fields)}

            """
        }
        return """
            playctl: 1
            assets:
            \(first)\(assets.joined())
            steps: \(steps)
            expect: [{end: false}]
            """
    }

    @Test(arguments: [
        "[{at: 30s, pause: }, {at: 5m, stop: }]",
        "[{at: 10s, advance: }, {at: 30s, pause: }, {at: 5m, stop: }]",
    ])
    func `media that expired in a pause fails a run with two broadcasts`(steps: String) throws {
        let result = ScenarioRunner().run(
            try ScenarioFile.scenario(
                from: Array(twoBroadcasts(steps: steps).utf8), path: "two.play.yaml"))
        #expect(failures(result) == ["ledger.sound"])
    }

    @Test func `checks of a session whose origin is not known are skipped`() throws {
        let steps = "[{at: 30s, pause: }, {at: 5m, stop: }]"
        let text = twoBroadcasts(steps: steps, first: "  - \"https://live.test/index.m3u8\"\n")
        let result = ScenarioRunner(loader: ForeignServer()).run(
            try ScenarioFile.scenario(
                from: Array(text.utf8), path: "two.play.yaml", allowsNetwork: true))
        #expect(failures(result) == [])
        for code in ["ledger.sound", "lint.live-ledger"] {
            let check = try #require(result.checks.first { $0.code == code })
            #expect(
                check.outcome
                    == .skipped("the source of session 1 is not a broadcast of the scenario"))
        }
    }

    @Test func `the end of a ledger is compared with its broadcast in a run with two broadcasts`()
        throws
    {
        func scenario(_ fields: String) throws -> Scenario {
            let text = twoBroadcasts(steps: "[{at: 60s, stop: }]", fields: fields)
            return try ScenarioFile.scenario(from: Array(text.utf8), path: "two.play.yaml")
        }
        let record = ScenarioStage(
            try scenario(""), loader: StandardLoader(), workers: .shared,
            cancellation: CancellationFlag(), storeFolder: nil
        ).run()
        func failures(against fields: String) throws -> [String] {
            let other = ScenarioBroadcasts(try scenario(fields), behind: StandardLoader())
            return BroadcastLints(record, other.all).checks.compactMap {
                if case .failed = $0.outcome { $0.code } else { nil }
            }
        }
        #expect(try failures(against: "") == [])
        let found = try failures(against: ", ends: {after: 20s, as: vod}")
        #expect(found.contains("lint.live-ledger"))
    }
}

/// A server whose multivariant playlist names a rendition of a broadcast.
private struct ForeignServer: ResourceLoader {
    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        guard request.url.hasPrefix("https:") else { return try StandardLoader().load(request) }
        let text = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000000\nlive://news/v0/index.m3u8\n"
        return ResourceResponse(
            url: request.url, status: 200, contentType: "application/vnd.apple.mpegurl",
            body: ResourceBody(Array(text.utf8)))
    }
}
