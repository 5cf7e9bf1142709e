import Foundation
import TestSupport
import Testing

/// The tool plays from a real server, with and without faults of that server.
@Suite struct HTTPTests {
    private static let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n"

    private func sampleServer() throws -> OriginServer {
        try OriginServer(.folder(SampleMedia.folder))
    }

    private func play(
        _ server: OriginServer, _ path: String, _ arguments: String...
    ) throws -> Playctl.Outcome {
        try Playctl.run(["play", server.url(path), "--events", "ndjson"] + arguments)
    }

    private func requests(_ run: Playctl.Outcome) throws -> [String: Int] {
        try #require(try run.objects.last?["requests"] as? [String: Int])
    }

    // MARK: A server without faults

    @Test(arguments: SampleMedia.allCases)
    func `a server gives the same trace as files`(sample: SampleMedia) throws {
        let server = try sampleServer()
        let local = try Playctl.run("play", sample.rawValue, "--ledger", "none")
        let remote = try Playctl.run(
            "play", server.url("/" + sample.rawValue), "--ledger", "none")
        #expect(remote.status == 0)
        #expect(remote.errors == "")
        #expect(remote.output == local.output)
    }

    @Test(arguments: SampleMedia.allCases)
    func `the ledger and the log of the server agree`(sample: SampleMedia) throws {
        let server = try sampleServer()
        let run = try play(server, "/" + sample.rawValue)
        #expect(run.status == 0)
        let requests = try requests(run)
        #expect(requests["issued"] == server.log.count)
        #expect(requests["used"] == server.log.count)
    }

    @Test func `a small single file is requested once, and its bytes are counted once`() throws {
        let server = try sampleServer()
        let run = try play(server, "/progressive/movie.mp4")
        #expect(server.log.map { $0.headers["range"] } == ["bytes=0-1048575"])
        #expect(try requests(run)["usedBytes"] == 75_454)
    }

    @Test(arguments: [false, true])
    func `a large single file is requested by ranges, its index first`(ignoresRanges: Bool) throws {
        let movie = GeneratedMovie(seconds: 30)
        let server = try OriginServer(.memory(["/a.mp4": movie.bytes]))
        if ignoresRanges { server.order(.ignoreRanges, at: "/a.mp4") }
        let run = try play(server, "/a.mp4")
        #expect(run.status == 0)
        #expect(run.errors == "")
        let ranges = server.log.map { $0.headers["range"] }
        if ignoresRanges {
            #expect(ranges == ["bytes=0-1048575", nil])
        } else {
            #expect(ranges.count == 6)
            #expect(ranges[1] == "bytes=5242880-\(movie.bytes.count - 1)")
        }
        let requests = try requests(run)
        #expect(requests["issued"] == server.log.count)
        #expect(requests["used"] == server.log.count)
        let twice = ignoresRanges ? 1 << 20 : 0
        #expect(requests["usedBytes"] == movie.bytes.count + twice)
        #expect(requests["wastedBytes"] == 0)
    }

    @Test func `a large single file can be probed, or played with requests for its index only`()
        throws
    {
        let movie = GeneratedMovie(seconds: 30)
        let server = try OriginServer(.memory(["/a.mp4": movie.bytes]))
        let packets = try Playctl.run("probe", server.url("/a.mp4"), "--packets")
        #expect(packets.status == 0)
        #expect(packets.lines.count > 100)
        #expect(server.log.allSatisfy { $0.headers["range"] != nil })
        let asked = server.log.count
        let run = try play(server, "/a.mp4", "--verify", "playlist")
        #expect(run.status == 0)
        #expect(try run.objects.last?["passed"] as? Double == 30)
        #expect(server.log.count == asked + 2)
    }

    @Test func `a truncated large file fails a probe with the cause`() throws {
        let server = try OriginServer(.memory(["/a.mp4": GeneratedMovie(seconds: 30).bytes]))
        for arguments in [["--json"], ["--packets"]] {
            server.order(.later(.truncate(after: 1000), after: 3), at: "/a.mp4")
            let run = try Playctl.run(["probe", server.url("/a.mp4")] + arguments)
            #expect(run.status == 1)
            #expect(run.errorLines.count == 1)
            #expect(run.errors.contains("/a.mp4: ended after 1000 of 1048576 bytes"))
        }
    }

    @Test(arguments: [SampleMedia.transportStream, .fragments, .progressive])
    func `a server can be probed`(sample: SampleMedia) throws {
        let server = try sampleServer()
        let url = server.url("/" + sample.rawValue)
        let packets = try Playctl.run("probe", url, "--packets")
        #expect(packets.status == 0)
        #expect(
            try packets.output == Playctl.run("probe", sample.rawValue, "--packets").output)
        let report = try Playctl.run("probe", url)
        #expect(report.status == 0)
        // The reports differ only in the location of the asset, which the last line names.
        let local = try Playctl.run("probe", sample.rawValue).output
        #expect(report.output == local.replacing(sample.rawValue, with: url))
    }

    // MARK: A server with faults

    @Test func `a server that is busy once is retried after a second`() throws {
        let server = try sampleServer()
        server.order(.status(503, times: 1), at: "/single/segment-0.ts")
        let run = try play(server, "/single/index.m3u8")
        #expect(run.status == 0)
        #expect(run.errors == "")
        let ready = try run.objects.first { $0["type"] as? String == "Ready" }
        #expect(ready?["t"] as? Double == 1)
        let requests = try requests(run)
        #expect(requests["retried"] == 1)
        #expect(requests["issued"] == server.log.count)
        #expect(server.log.filter { $0.path == "/single/segment-0.ts" }.count == 2)
    }

    @Test func `a server that stays busy receives four requests`() throws {
        let server = try sampleServer()
        server.order(.status(503), at: "/single/segment-0.ts")
        let run = try play(server, "/single/index.m3u8")
        #expect(run.status == 1)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.contains("segment-0.ts: "))
        #expect(run.errors.contains("503"))
        #expect(try run.objects.last?["t"] as? Double == 7)
        #expect(server.log.filter { $0.path == "/single/segment-0.ts" }.count == 4)
    }

    @Test func `a missing resource is requested once`() throws {
        let server = try sampleServer()
        server.order(.status(404), at: "/single/segment-3.ts")
        let run = try play(server, "/single/index.m3u8")
        #expect(run.status == 1)
        #expect(run.output.contains("\"type\":\"FailedToPlayToEndTime\""))
        #expect(run.errorLines.count == 1)
        #expect(run.errors.contains("/single/segment-3.ts: "))
        #expect(run.errors.contains("404"))
        #expect(server.log.filter { $0.path == "/single/segment-3.ts" }.count == 1)

        let nothing = try play(server, "/nothing.m3u8")
        #expect(nothing.status == 1)
        #expect(nothing.output.contains("\"type\":\"Fail\""))
        #expect(nothing.errorLines.count == 1)
        #expect(nothing.errors.contains("/nothing.m3u8: "))
    }

    @Test func `a truncated response is retried, and then reported`() throws {
        let server = try sampleServer()
        server.order(.truncate(after: 1000), at: "/single/segment-1.ts")
        let run = try play(server, "/single/index.m3u8")
        #expect(run.status == 1)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.contains("/single/segment-1.ts: "))
        #expect(server.log.filter { $0.path == "/single/segment-1.ts" }.count == 4)
    }

    @Test func `redirects are followed, and relative links resolved against their target`() throws {
        let server = try sampleServer()
        server.order(.redirect(to: "/single/index.m3u8"), at: "/elsewhere/film.m3u8")
        let run = try play(server, "/elsewhere/film.m3u8")
        #expect(run.status == 0)
        #expect(run.errors == "")
    }

    @Test func `an endless redirect is refused`() throws {
        let server = try sampleServer()
        server.order(.redirectForever, at: "/loop.m3u8")
        let run = try play(server, "/loop.m3u8")
        #expect(run.status == 1)
        #expect(run.output.contains("\"type\":\"Fail\""))
        #expect(run.errorLines.count == 1)
        #expect(run.errors.contains("redirect"))
        #expect(server.log.count < 100)
    }

    @Test func `an unreachable or unknown host is named`() throws {
        let server = try sampleServer()
        let url = server.url("/single/index.m3u8")
        server.stop()
        for url in [url, "http://nowhere.invalid/a.m3u8"] {
            let run = try Playctl.run("play", url, "--events", "ndjson")
            #expect(run.status == 1)
            #expect(run.output.contains("\"type\":\"Fail\""))
            #expect(run.errorLines.count == 1)
            #expect(run.errors.contains(": cannot reach "))
        }
    }

    @Test func `a page of HTML in place of a playlist is reported`() throws {
        let server = try OriginServer(
            .memory(["/a.m3u8": Array("<!doctype html><p>login".utf8)]))
        let run = try play(server, "/a.m3u8")
        #expect(run.status == 1)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.contains("/a.m3u8: line 1: not a playlist but HTML or XML"))
    }

    // MARK: A server that references local files

    @Test(arguments: [
        "#EXTINF:4,\n{file}\n", "#EXTINF:4,\n{path}\n",
        "#EXT-X-MAP:URI=\"{file}\"\n#EXTINF:4,\nsegment.ts\n",
        "#EXT-X-KEY:METHOD=AES-128,URI=\"{file}\"\n#EXTINF:4,\nsegment.ts\n",
        "#EXTINF:4,\ndata:video/mp2t;base64,R0AAEAA=\n",
        "#EXTINF:4,\nFILE:{path}\n", "#EXTINF:4,\nfile://localhost{path}\n",
        "#EXTINF:4,\nftp://127.0.0.1/a.ts\n",
    ])
    func `a playlist of a server cannot reference a file`(entry: String) throws {
        let target = "\(SampleMedia.single.folder)/segment-0.ts"
        let text = entry.replacingOccurrences(of: "{file}", with: "file://\(target)")
            .replacingOccurrences(of: "{path}", with: target)
        let segment = try Data(contentsOf: URL(fileURLWithPath: target))
        let server = try OriginServer(
            .memory([
                "/a.m3u8": Array((Self.playlist + text + "#EXT-X-ENDLIST\n").utf8),
                "/segment.ts": Array(segment),
            ]))
        let run = try play(server, "/a.m3u8")
        #expect(run.status == 1)
        #expect(run.output.contains("\"type\":\"Fail\""))
        #expect(run.errorLines.count == 1)
        let probe = try Playctl.run("probe", server.url("/a.m3u8"), "--packets")
        #expect(probe.status == 1)
        #expect(probe.output == "")
        #expect(probe.errorLines.count == 1)
    }

    @Test func `a redirect of a server cannot lead to a file`() throws {
        let server = try OriginServer(.memory([:]))
        server.order(.redirect(to: "file://\(SampleMedia.single.path)"), at: "/a.m3u8")
        let run = try play(server, "/a.m3u8")
        #expect(run.status == 1)
        #expect(run.errorLines.count == 1)
        #expect(run.output.contains("\"type\":\"Fail\""))
    }

    @Test func `variants and renditions of a server cannot reference a file`() throws {
        let file = "file://\(SampleMedia.single.path)"
        let server = try OriginServer(
            .memory([
                "/a.m3u8": Array("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n\(file)\n".utf8)
            ]))
        let run = try play(server, "/a.m3u8")
        #expect(run.status == 1)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.contains("file"))
    }
}
