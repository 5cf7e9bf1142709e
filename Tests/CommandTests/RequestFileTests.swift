import Foundation
import TestSupport
import Testing

/// The requests of `play` and `run` in a file.
@Suite struct RequestFileTests {
    private let folder = ScratchFolder()

    private func lines(_ name: String) throws -> [[String: Any]] {
        try folder.text(name).split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    @Test func `play writes a line for each request`() throws {
        let run = try Playctl.run(
            "play", SampleMedia.single.path, "--network", "1000,40", "--requests",
            "\(folder.path)/requests.ndjson")
        #expect(run.status == 0)
        let lines = try lines("requests.ndjson")
        #expect(lines.map { $0["number"] as? Int } == Array(0..<lines.count))
        #expect(lines.first?["kind"] as? String == "top playlist")
        let segments = lines.filter { $0["kind"] as? String == "segment" }
        #expect(segments.count == 5)
        for segment in segments {
            let start = try #require(segment["start"] as? Double)
            let end = try #require(segment["end"] as? Double)
            let count = try #require(segment["bytes"] as? Int)
            // The rate of the network, and its latency.
            #expect(abs(end - start - Double(count * 8) / 1_000_000 - 0.04) < 0.01)
            #expect(segment["outcome"] as? String == "received")
        }
    }

    @Test func `run writes failures and faults, with the scenario`() throws {
        let file = try folder.put(
            """
            playctl: 1
            assets: [\(SampleMedia.single.path)]
            faults: [{match: {location: "*segment-1.ts"}, occurrences: 1, do: {status: 503}}]
            expect: [end]

            """, at: "retry.play.yaml")
        let run = try Playctl.run("run", file, "--requests", "\(folder.path)/requests")
        #expect(run.status == 0, "\(run.output)")
        let lines = try lines("requests")
        #expect(lines.allSatisfy { $0["scenario"] as? String == "retry" })
        let failed = try #require(lines.first { $0["outcome"] as? String == "failed" })
        #expect(failed["fault"] as? String == "status 503" && failed["retried"] as? Bool == true)
        let again = lines.filter { $0["url"] as? String == failed["url"] as? String }
        #expect(again.map { $0["attempt"] as? Int } == [1, 2])
        let archive = try Playctl.run("run", file, "--requests", "\(folder.path)/a.har")
        #expect(archive.status == 0)
        let json = try JSONSerialization.jsonObject(with: Data(folder.bytes("a.har")))
        let log = try #require((json as? [String: Any])?["log"] as? [String: Any])
        #expect((log["entries"] as? [Any])?.count == lines.count)
    }

    @Test func `a file that cannot be written fails the command, and queries are masked`() throws {
        let lost = try Playctl.run(
            "play", SampleMedia.single.path, "--requests", "\(folder.path)/none/a")
        #expect(lost.status == 1)
        let server = try OriginServer(.folder(SampleMedia.single.folder))
        let run = try Playctl.run(
            "play", "\(server.url)/index.m3u8?token=secret", "--requests", "\(folder.path)/masked")
        #expect(run.status == 0)
        #expect(!folder.text("masked").contains("secret"))
        #expect(folder.text("masked").contains("token="))
    }
}
