import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The assets of a scenario, which a separate process serves to curl over real HTTP.
@Suite(.enabled(if: Curl.isAvailable, "needs curl")) struct ServeCommandTests {
    private let folder = ScratchFolder()

    private static let broadcast = """
        playctl: 1
        assets:
          - live:
              source: \(SampleMedia.transportStream.path)
              id: news
              ran-for: 1m
              window: {segments: 5}
        time-limit: 1h

        """

    private func start(_ text: String, _ arguments: String...) throws -> Playctl {
        let file = try folder.put(text, at: "a.play.yaml")
        return try Playctl(
            ["serve", file, "--quiet", "--journal", "\(folder.path)/journal.ndjson"] + arguments)
    }

    /// Returns the requests in the journal.
    private func journal() throws -> [[String: Any]] {
        try folder.text("journal.ndjson").split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    private func end(_ tool: Playctl) {
        tool.interrupt()
        let run = tool.wait()
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test func `a reader that stops reading the journal does not keep the server running`() throws {
        let pipe = "\(folder.path)/journal.ndjson"
        let isMade = unsafe mkfifo(pipe, 0o644) == 0
        #expect(isMade)
        let reader = unsafe open(pipe, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let tool = try start("playctl: 1\nassets: [\(SampleMedia.transportStream.path)]\n")
        let url = try tool.firstLine()
        // The requests write more journal lines than fit into the pipe, which nothing reads.
        let client = try Playctl(command: [
            "curl", "--silent", "--output", "/dev/null", "--max-time", "5", "\(url)?[1-2000]",
        ])
        Thread.sleep(forTimeInterval: 3)
        tool.interrupt()
        let run = tool.wait()
        #expect(run.status == 1)
        #expect(run.errors.contains("journal.ndjson: cannot be written"), "\(run.errors)")
        client.kill()
        _ = client.wait()
    }

    // MARK: Files

    @Test func `a served file supports ranges, entity tags and requests from other origins`() throws
    {
        let tool = try start("playctl: 1\nassets: [\(SampleMedia.transportStream.path)]\n")
        let url = try tool.firstLine()
        #expect(url.hasSuffix("/asset-1/index.m3u8"))
        let whole = try Curl(url)
        #expect(whole.status == 200)
        #expect(whole.body == fileBytes(SampleMedia.transportStream.path))
        #expect(whole.fields["content-type"] == "application/vnd.apple.mpegurl")
        #expect(whole.fields["access-control-allow-origin"] == "*")
        let segment = url.replacing("index.m3u8", with: "video-234p/segment-0.ts")
        let bytes = fileBytes("\(SampleMedia.transportStream.folder)/video-234p/segment-0.ts")
        let part = try Curl("-H", "Range: bytes=188-375", segment)
        #expect(part.status == 206 && part.body == Array(bytes[188...375]))
        #expect(part.fields["content-range"] == "bytes 188-375/\(bytes.count)")
        #expect(try Curl("-H", "Range: bytes=\(bytes.count)-", segment).status == 416)
        let head = try Curl("-I", segment)
        #expect(head.status == 200 && head.fields["content-length"] == "\(bytes.count)")
        let tag = try #require(part.fields["etag"])
        let same = try Curl("-H", "If-None-Match: \"old\" , W/\(tag)", segment)
        #expect(same.status == 304 && same.body == [])
        #expect(same.fields["content-length"] == "\(bytes.count)")
        for (list, status) in [(tag, 200), ("*", 200), ("\"old\"", 412), ("W/\(tag)", 412)] {
            #expect(try Curl("-H", "If-Match: \(list)", segment).status == status)
        }
        let headOfPart = try Curl("-I", "-H", "Range: bytes=0-9", segment)
        #expect(headOfPart.status == 200)
        #expect(headOfPart.fields["content-length"] == "\(bytes.count)")
        let old = try Curl("-H", "Range: bytes=0-9", "-H", "If-Range: \"old\"", segment)
        #expect(old.status == 200 && old.body == bytes)
        let question = try Curl("-X", "OPTIONS", "-H", "Origin: http://a", segment)
        #expect(question.status == 204)
        #expect(question.fields["access-control-allow-methods"] == "GET, HEAD, OPTIONS")
        #expect(try Curl("-X", "POST", "-d", "a", segment).status == 405)
        end(tool)
    }

    @Test func `nothing outside of an asset's folder is served`() throws {
        _ = try folder.copy(.transportStream)
        try folder.put("secret", at: "secret.m3u8")
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/asset/link.m3u8",
            withDestinationPath: "\(folder.path)/secret.m3u8")
        let tool = try start("playctl: 1\nassets: [asset/index.m3u8]\n")
        let url = try tool.firstLine()
        let base = url.replacing("index.m3u8", with: "")
        for path in [
            "../secret.m3u8", "%2e%2e/secret.m3u8", "..%2fsecret.m3u8", "link.m3u8", "/etc/passwd",
            "video-234p", "index.m3u8%0a", "s/../../secret.m3u8", "",
        ] {
            let answer = try Curl("--path-as-is", base + path)
            #expect(answer.status == 404, "\(path)")
        }
        #expect(try Curl(url.replacing("asset-1", with: "asset-2")).status == 404)
        #expect(try Curl(url.replacing("/asset-1", with: "/s/a b/asset-1")).status != 200)
        end(tool)
    }

    @Test func `an asset behind a link is served from the folder that it is in`() throws {
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/links", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/links/a.m3u8", withDestinationPath: SampleMedia.single.path)
        try folder.put("secret", at: "links/segment-0.ts")
        let tool = try start("playctl: 1\nassets: [links/a.m3u8]\n")
        let url = try tool.firstLine()
        #expect(try Curl(url).body == fileBytes(SampleMedia.single.path))
        let segment = try Curl(url.replacing("index.m3u8", with: "segment-0.ts"))
        #expect(segment.body == fileBytes("\(SampleMedia.single.folder)/segment-0.ts"))
        end(tool)
    }

    @Test(arguments: [
        (
            "playctl: 1\nassets: [{live: {id: s, source: \(SampleMedia.single.path)}}]\n"
                + "time-limit: 1m\n", "s: another asset", 1
        ),
        ("playctl: 1\nassets: [missing.m3u8]\n", "asset 1: ", 1),
        (
            "playctl: 1\nassets: [https://a.test/a.m3u8]\n",
            "a.play.yaml:2:10: 'https://a.test/a.m3u8' is on a server; serve has only files", 2
        ),
        (
            "playctl: 1\nassets: [{live: {id: a, source: none.m3u8}}]\ntime-limit: 1m\n",
            "the broadcast a: ", 1
        ),
        ("playctl: 2\nassets: [a]\n", "playctl", 2),
        ("#EXTM3U\n", "a playlist, not a scenario; 'playctl play' plays it", 2),
    ])
    func `a scenario that cannot be served ends at once`(
        text: String, message: String, status: Int32
    ) throws {
        let run = try start(text).wait()
        #expect(run.status == status)
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(run.output == "")
    }

    // MARK: Broadcasts

    @Test func `a broadcast appears segment by segment once it is requested`() throws {
        let tool = try start(Self.broadcast)
        let url = try tool.firstLine()
        #expect(url.hasSuffix("/news/index.m3u8"))
        usleep(1_500_000)
        let main = try Curl(url)
        let name = try #require(
            main.text.split(separator: "\n").first { $0.contains("v") && $0.hasSuffix("m3u8") })
        let playlist = url.replacing("index.m3u8", with: String(name))
        let first = try Curl(playlist)
        #expect(first.status == 200 && !first.text.contains("ENDLIST"))
        #expect(first.text.contains("#EXT-X-MEDIA-SEQUENCE:10\n"))
        #expect(first.fields["cache-control"] == "no-cache")
        usleep(4_300_000)
        let next = try Curl(playlist)
        #expect(next.text.contains("#EXT-X-MEDIA-SEQUENCE:11\n"))
        let segment = try #require(next.text.split(separator: "\n").last)
        let base = playlist.split(separator: "/").dropLast().joined(separator: "/")
            .replacing("http:/", with: "http://")
        #expect(try Curl("\(base)/\(segment)").status == 200)
        end(tool)
    }

    @Test func `a broadcast without a date is dated by the machine's clock`() throws {
        let tool = try start(Self.broadcast)
        let url = try tool.firstLine()
        let main = try Curl(url)
        let name = try #require(
            main.text.split(separator: "\n").first { $0.contains("v") && $0.hasSuffix("m3u8") })
        let text = try Curl(url.replacing("index.m3u8", with: String(name))).text
        let line = try #require(
            text.split(separator: "\n").last { $0.hasPrefix("#EXT-X-PROGRAM-DATE-TIME:") })
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        let date = try #require(formatter.date(from: String(line.drop { $0 != ":" }.dropFirst())))
        #expect(abs(date.timeIntervalSinceNow) < 30)
        end(tool)
    }

    @Test func `a blocking reload is refused only after three target durations`() throws {
        let tool = try start(
            Self.broadcast.replacing(
                "window:",
                with: "server-control: {block: true}\n      broken-blocking: never\n      window:"))
        let url = try tool.firstLine().replacing("index.m3u8", with: "v0/index.m3u8")
        #expect(try Curl("--max-time", "1", url + "?_HLS_msn=16").code == 28)
        end(tool)
        let entry = try #require(try journal().last)
        #expect(entry["status"] as? Int == 503)
        // The broadcast has a target duration of five seconds.
        #expect(abs((entry["held"] as? Double ?? 0) - 15) < 0.01)
    }

    @Test func `our own player follows a served broadcast in real time`() throws {
        let tool = try start(
            Self.broadcast.replacing(
                "window:",
                with: "loop: continuous\n      timestamps: {start: 26h29m50s}\n      window:"))
        let url = try tool.firstLine()
        let run = try Playctl.launch("play", url, "--length", "9", "--events", "ndjson")
        #expect(run.status == 0, "\(run.errors)\(run.output.suffix(2000))")
        #expect(run.output.contains("\"videoType\":\"Live\""))
        end(tool)
        #expect(try journal().allSatisfy { ($0["status"] as? Int ?? 0) < 400 })
        #expect(try journal().count > 10)
    }

    // MARK: Faults

    @Test func `each client name in the URL has its own fault counters`() throws {
        let tool = try start(
            """
            playctl: 1
            assets: [\(SampleMedia.transportStream.path)]
            faults:
              - {match: {location: "*segment-0.ts"}, occurrences: 1, do: {status: 503, retry-after: 2s}}
              - {match: {location: "*segment-9.ts"}, do: {status: 404}}

            """)
        let url = try tool.firstLine()
        let segment = url.replacing("index.m3u8", with: "video-234p/segment-0.ts")
        let first = try Curl(segment)
        #expect(first.status == 503 && first.fields["retry-after"] == "2")
        #expect(try Curl(segment).status == 200)
        let other = segment.replacing("/asset-1/", with: "/s/phone-2/asset-1/")
        #expect(try Curl(other).status == 503)
        #expect(try Curl(other).status == 200)
        tool.terminate()
        let run = tool.wait()
        #expect(run.status == 0)
        #expect(
            run.errors == "playctl: fault 2 (status 404) applied to no request\n", "\(run.errors)")
        let entries = try journal()
        #expect(entries.map { $0["status"] as? Int } == [503, 200, 503, 200])
        #expect(entries.map { $0["client"] as? String } == [nil, nil, "phone-2", "phone-2"])
    }

    @Test func `faults delay, slow, reset, truncate and hang responses`() throws {
        let tool = try start(
            """
            playctl: 1
            assets: [\(SampleMedia.transportStream.path)]
            faults:
              - {match: {location: "*segment-0.ts"}, do: {delay: 800ms}}
              - {match: {location: "*segment-1.ts"}, do: {slow: 400kbps}}
              - {match: {location: "*segment-2.ts"}, do: {reset-after: 1000}}
              - {match: {location: "*segment-3.ts"}, do: hang}
              - {match: {location: "*segment-4.ts"}, do: {truncate: 500}}

            """)
        let base = try tool.firstLine().replacing("index.m3u8", with: "video-234p/segment-")
        let delayed = try Curl(base + "0.ts")
        #expect(delayed.status == 200 && delayed.seconds > 0.75)
        let slow = try Curl(base + "1.ts")
        let least = Double(slow.body.count * 8) / 400_000
        #expect(slow.status == 200 && slow.body.count > 40_000)
        #expect(slow.seconds > least * 0.9)
        let reset = try Curl(base + "2.ts")
        #expect(reset.code != 0 && reset.body.count <= 1000)
        let silent = try Curl("--max-time", "1", base + "3.ts")
        #expect(silent.code == 28 && silent.body.isEmpty)
        let short = try Curl(base + "4.ts")
        #expect(short.body.count == 500)
        end(tool)
    }

    @Test func `a slow body stays slow on a fast link`() throws {
        let tool = try start(
            """
            playctl: 1
            assets: [\(SampleMedia.transportStream.path)]
            network: {rate: 80Mbps}
            faults: [{match: {location: "*segment-0.ts"}, do: {slow: 400kbps}}]

            """)
        let url = try tool.firstLine().replacing("index.m3u8", with: "video-234p/segment-0.ts")
        let slow = try Curl(url)
        #expect(slow.seconds > Double(slow.body.count * 8) / 400_000 * 0.9)
        end(tool)
    }

    @Test func `a fault that does not change a response does not count as used`() throws {
        let tool = try start(
            """
            playctl: 1
            assets: [\(SampleMedia.transportStream.path)]
            faults:
              - {match: {location: "*segment-0.ts"}, do: {reset-after: 500kB}}
              - {match: {location: "*segment-1.ts"}, occurrences: 1, do: {status: 404}}

            """)
        let base = try tool.firstLine().replacing("index.m3u8", with: "video-234p/segment-")
        #expect(try Curl(base + "0.ts").code == 0)
        #expect(try Curl("-I", base + "1.ts").status == 200)
        #expect(try Curl(base + "1.ts").status == 404)
        tool.terminate()
        let run = tool.wait()
        #expect(run.errors.contains("fault 1 (") && !run.errors.contains("fault 2 ("))
    }

    @Test func `the link of the scenario bounds the rate of its clients together`() throws {
        let tool = try start(
            """
            playctl: 1
            assets: [\(SampleMedia.transportStream.path)]
            network: {rate: 1Mbps, latency: 100ms}

            """)
        let base = try tool.firstLine().replacing("index.m3u8", with: "video-234p/segment-")
        let clock = ContinuousClock()
        let start = clock.now
        let run = try Playctl(command: [
            "curl", "-s", "-Z", "-o", "\(folder.path)/0", base + "0.ts", "-o",
            "\(folder.path)/1", base + "1.ts",
        ]).wait()
        let seconds = (clock.now - start) / .seconds(1)
        let count = try folder.bytes("0").count + folder.bytes("1").count
        let least = Double(count * 8) / 1_000_000
        #expect(run.status == 0 && seconds > least * 0.9 + 0.1)
        end(tool)
    }

    @Test func `each of several consecutive responses has the latency of the network`() throws {
        let tool = try start(
            """
            playctl: 1
            assets: [\(SampleMedia.transportStream.path)]
            network: {rate: 2Mbps, latency: 90ms}

            """)
        let url = try tool.firstLine().replacing("index.m3u8", with: "video-234p/segment-0.ts")
        let clock = ContinuousClock()
        let start = clock.now
        let run = try Playctl(command: ["curl", "-s", "-o", "/dev/null", "\(url)?[1-6]"])
            .wait()
        let seconds = (clock.now - start) / .seconds(1)
        let count = try Curl(url).body.count
        let least = Double(count * 8) / 2_000_000 + 0.09
        #expect(run.status == 0 && seconds > 6 * least * 0.9)
        end(tool)
    }

    @Test func `200 delayed requests need no thread each`() throws {
        let tool = try start(
            """
            playctl: 1
            assets: [\(SampleMedia.transportStream.path)]
            faults: [{match: {location: "*segment-0.ts"}, do: {delay: 4s}}]

            """)
        let url = try tool.firstLine()
        let segment = url.replacing("index.m3u8", with: "video-234p/segment-0.ts")
        let crowd = try Playctl(command: [
            "curl", "-s", "-Z", "--parallel-immediate", "--parallel-max", "200", "-o", "/dev/null",
            "\(segment)?[1-200]", "-w", "%{http_code}\\n",
        ])
        usleep(2_500_000)
        #if os(Linux)
            let threads = try FileManager.default.contentsOfDirectory(
                atPath: "/proc/\(tool.process)/task")
            #expect(threads.count < 20)
        #endif
        let run = crowd.wait()
        #expect(run.lines.count == 200)
        #expect(Set(run.lines) == ["200"])
        end(tool)
    }

    // MARK: Journals

    @Test func `the journals contain only HLS delivery directives of URL queries`() throws {
        let tool = try start(Self.broadcast, "--har", "\(folder.path)/archive.har", "--at-start")
        let url = try tool.firstLine()
        #expect(try Curl("\(url)?token=secret&_HLS_msn=7&_HLS_skip=YES").status == 200)
        #expect(try Curl("\(url)x?token=secret").status == 404)
        end(tool)
        let text = folder.text("journal.ndjson") + folder.text("archive.har")
        #expect(!text.contains("secret") && !text.contains("token"))
        let entries = try journal()
        #expect(entries.map { $0["_HLS_msn"] as? String } == ["7", nil])
        #expect(entries.map { $0["status"] as? Int } == [200, 404])
        let archive = try JSONSerialization.jsonObject(with: Data(folder.bytes("archive.har")))
        let log = try #require((archive as? [String: Any])?["log"] as? [String: Any])
        #expect((log["entries"] as? [Any])?.count == 2)
    }

    @Test func `the journal states why a segment could not be read`() throws {
        let copy = "\(folder.path)/source"
        #expect(ShellCommand.succeeds("cp -R '\(SampleMedia.single.folder)' '\(copy)'"))
        let text = Self.broadcast.replacing(
            SampleMedia.transportStream.path, with: "\(copy)/index.m3u8")
        let tool = try start(text, "--at-start")
        let list = try Curl(try tool.firstLine().replacing("index.m3u8", with: "main/index.m3u8"))
        let lines = String(decoding: list.body, as: UTF8.self).split(separator: "\n")
        let name = try #require(lines.first { $0.hasSuffix(".ts") })
        #expect(ShellCommand.succeeds("rm '\(copy)'/*.ts"))
        let segment = try tool.firstLine().replacing("index.m3u8", with: "main/\(name)?token=x")
        #expect(try Curl(segment).status == 500)
        end(tool)
        let last = try #require(try journal().last)
        #expect((last["error"] as? String)?.contains("no such file") == true, "\(last)")
        #expect(!folder.text("journal.ndjson").contains("token"))
    }

    @Test func `a journal that cannot be written fails the command`() throws {
        let file = try folder.put(Self.broadcast, at: "a.play.yaml")
        let run = try Playctl.launch("serve", file, "--journal", "\(folder.path)/none/a.ndjson")
        #expect(run.status == 1 && run.errors.contains("a.ndjson"))
    }
}
