import Foundation
import TestSupport
import Testing

/// The file in which `play` and `run` record their requests.
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
            // A transfer takes its number of bits divided by the bitrate, plus the latency.
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

    @Test func `each request has its cause, its track, its variant and its connection`() throws {
        let run = try Playctl.run(
            "play", SampleMedia.transportStream.path, "--network", "3000,40", "--requests",
            "\(folder.path)/requests")
        #expect(run.status == 0, "\(run.errors)")
        let lines = try lines("requests")
        func text(_ line: [String: Any], _ key: String) -> String { line[key] as? String ?? "-" }
        #expect(text(lines[0], "cause") == "asset" && lines[0]["variant"] == nil)
        let segments = lines.filter { text($0, "kind") == "segment" && text($0, "track") == "main" }
        #expect(segments.map { text($0, "cause") }.first == "start")
        #expect(Set(segments.dropFirst().map { text($0, "cause") }) == ["fill"])
        // All requests of a variant stream have the same folder and bandwidth, as in the playlist.
        let pairs = Set(
            lines.filter { $0["variant"] != nil }.map { line in
                let folder = text(line, "url").split(separator: "/").dropLast().last ?? ""
                return "\(folder) \(line["variant"] ?? 0) \(line["bandwidth"] ?? 0)"
            })
        #expect(pairs.count == Set(segments.compactMap { $0["variant"] as? Int }).count)
        #expect(pairs.count > 1, "the network permits to rise")
        let switches = lines.filter { text($0, "cause") == "switch" }
        #expect(switches.count >= pairs.count - 1)
        #expect(switches.allSatisfy { text($0, "kind") == "media playlist" })
        #expect(lines.allSatisfy { $0["connection"] is Int })
        // Requests on one connection do not overlap.
        for (_, list) in Dictionary(grouping: lines, by: { $0["connection"] as? Int ?? 0 }) {
            for (one, next) in zip(list, list.dropFirst()) {
                let end = try #require(one["end"] as? Double)
                #expect(try #require(next["start"] as? Double) >= end)
            }
        }
    }

    @Test func `every field of a file is on its page`() throws {
        let file = try folder.put(
            """
            playctl: 1
            assets: [\(SampleMedia.fragments.path), \(SampleMedia.transportStream.path)]
            network: {rate: 2Mbps}
            faults: [{match: {kind: segment}, occurrences: 1, do: {status: 503}}]
            steps: [{at: 6s, seek: 15s}]

            """, at: "all.play.yaml")
        let page = try String(contentsOfFile: Self.page, encoding: .utf8)
        let rows = Set(
            page.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { line in
                let cell = line.dropFirst(2).prefix { $0 != "|" }
                return cell.split(separator: "`").map(String.init)
            })
        _ = try Playctl.run("run", file, "--requests", "\(folder.path)/all")
        _ = try Playctl.run("run", file, "--requests", "\(folder.path)/all.har")
        let lines = try lines("all")
        #expect(lines.count > 20)
        for field in Set(lines.flatMap(\.keys)).sorted() {
            #expect(rows.contains(field), "\(field) is not described")
        }
        for cause in Set(lines.compactMap { $0["cause"] as? String }).sorted() {
            #expect(rows.contains(cause), "\(cause) is not described")
        }
        let json = try JSONSerialization.jsonObject(with: Data(folder.bytes("all.har")))
        let log = try #require((json as? [String: Any])?["log"] as? [String: Any])
        let entries = try #require(log["entries"] as? [[String: Any]])
        let known: Set = ["request", "response", "cache", "timings"]
        for field in Set(entries.flatMap(\.keys)).subtracting(known).sorted() {
            #expect(rows.contains(field), "\(field) is not described")
        }
    }

    private static let page = "\(SampleMedia.folder)/../../Documentation/Requests.md"

    @Test func `a player with one request at a time needs one connection`() throws {
        func connections(_ profile: String) throws -> Set<Int> {
            let run = try Playctl.run(
                "play", SampleMedia.transportStream.path, "--network", "3000,40", "--profile",
                profile,
                "--requests", "\(folder.path)/\(profile)")
            #expect(run.status == 0, "\(run.errors)")
            return Set(try lines(profile).compactMap { $0["connection"] as? Int })
        }
        #expect(try connections("chromium") == [1])
        #expect(try connections("default").count > 1)
    }

    @Test func `a seek is a cause`() throws {
        let run = try Playctl.run(
            "play", SampleMedia.single.path, "--network", "200,40", "--seek", "1:8", "--requests",
            "\(folder.path)/sought")
        #expect(run.status == 0, "\(run.errors)")
        let causes = try lines("sought").compactMap { $0["cause"] as? String }
        #expect(causes.contains("seek"))
    }

    /// The Python interpreter with haralyzer, which reads HAR files.
    ///
    /// `Scripts/install-dependencies tests` creates it.
    private static let python = "python-with-haralyzer"
    private static let hasReader = ShellCommand.succeeds("\(python) -c 'import haralyzer'")

    @Test(.enabled(if: hasReader, "needs haralyzer"))
    func `haralyzer reads the HAR file, with every request and playctl's own fields`() throws {
        let arguments = ["play", SampleMedia.single.path, "--network", "1000,40", "--requests"]
        #expect(try Playctl.run(arguments + ["\(folder.path)/a.har"]).status == 0)
        #expect(try Playctl.run(arguments + ["\(folder.path)/a.ndjson"]).status == 0)
        let lines = try lines("a.ndjson")
        let program = try folder.put(
            """
            import json, sys, haralyzer
            har = haralyzer.HarParser(json.load(open(sys.argv[1])))
            entries = [haralyzer.HarEntry(e) for e in har.har_data["entries"]]
            print(len(entries), sum(e.response.bodySize for e in entries))
            print(har.creator["name"], sorted({e.status for e in entries}))
            for e in entries:
                raw = e.raw_entry
                print(e.request.method, e.url.split("/")[-1], e.time, raw["connection"], raw["_cause"])
            """, at: "read.py")
        let read = try Playctl.shell("\(Self.python) \(program) \(folder.path)/a.har")
        #expect(read.status == 0, "\(read.errors)")
        let bytes = lines.compactMap { $0["bytes"] as? Int }.reduce(0, +)
        #expect(read.lines.first == "\(lines.count) \(bytes)")
        #expect(read.lines.dropFirst().first == "playctl [200]")
        let expected = try lines.map { line in
            let start = try #require(line["start"] as? Double)
            let end = try #require(line["end"] as? Double)
            let name = (line["url"] as? String ?? "").split(separator: "/").last ?? ""
            let time = Int(((end - start) * 1000).rounded(.down))
            return "GET \(name) \(time) \(line["connection"] ?? 0) \(line["cause"] ?? "")"
        }
        #expect(Array(read.lines.dropFirst(2)) == expected)
    }

    @Test
    func `a request file that cannot be written fails the command, and URL queries are masked`()
        throws
    {
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
