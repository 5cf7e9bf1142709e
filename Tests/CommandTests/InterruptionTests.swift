import HeadlessPlayback
import ResultReports
import RunResults
import TestSupport
import Testing

/// Ctrl-C ends the tool, in any state of a server.
///
/// A request times out after half a minute and is then retried. A run that ended because of a
/// timeout would therefore show a retried request, or a cause on standard error.
@Suite struct InterruptionTests {
    /// The point at which a server stops sending.
    enum Silence: CaseIterable {
        case beforePlaylist, beforeSegment, inSegment

        var path: String {
            self == .beforePlaylist ? "/single/index.m3u8" : "/single/segment-1.ts"
        }

        func fault(_ gate: OriginGate) -> OriginFault {
            self == .inSegment ? .holdBody(after: 1000, gate) : .hold(gate)
        }
    }

    private let gate = OriginGate()

    /// Runs the tool against a server that stops sending, and then interrupts the tool.
    private func interrupted(
        _ silence: Silence, _ arguments: [String],
        by interrupt: (Playctl) -> Void = { $0.interrupt() }
    ) throws -> Playctl.Outcome {
        let server = try OriginServer(.folder(SampleMedia.folder))
        server.order(silence.fault(gate), at: silence.path)
        let run = try Playctl(
            arguments.map { $0 == "ASSET" ? server.url("/single/index.m3u8") : $0 })
        #expect(server.waitForRequest(at: silence.path))
        interrupt(run)
        let outcome = run.wait()
        #expect(outcome.status == 130)
        #expect(outcome.errors == "")
        return outcome
    }

    @Test(arguments: Silence.allCases, [[], ["--realtime"]])
    func `playback that is interrupted while a response is pending ends with its ledger`(
        silence: Silence, options: [String]
    ) throws {
        let outcome = try interrupted(
            silence, ["play", "ASSET", "--events", "ndjson"] + options)
        let ledger = try #require(try outcome.objects.last)
        let requests = try #require(ledger["requests"] as? [String: Int])
        #expect(requests["retried"] == 0)
        #expect(requests["failed"] == 0)
        #expect(requests["wasted"] ?? 0 >= 1)
        #expect((ledger["imbalances"] as? [Any])?.isEmpty == true)
        #expect(!outcome.output.contains("Fail"))
        #expect(!outcome.output.contains("Terminate"))
    }

    @Test(arguments: [0, 3], [["play", "--events", "ndjson"], ["probe", "--json"]])
    func `an interrupt cancels a single file in the middle of a range response`(
        windows: Int, command: [String]
    ) throws {
        let movie = GeneratedMovie(seconds: 30)
        let server = try OriginServer(.memory(["/a.mp4": movie.bytes]))
        server.order(.later(.holdBody(after: 1000, gate), after: windows), at: "/a.mp4")
        let run = try Playctl(command + [server.url("/a.mp4")])
        #expect(server.waitForRequests(windows + 1))
        run.interrupt()
        let outcome = run.wait()
        #expect(outcome.status == 130)
        #expect(outcome.errors == "")
        guard command[0] == "play" else { return #expect(outcome.output == "") }
        let ledger = try #require(try outcome.objects.last)
        let requests = try #require(ledger["requests"] as? [String: Int])
        #expect(requests["issued"] == windows + 1)
        #expect(requests["wasted"] == windows + 1)
        #expect((ledger["imbalances"] as? [Any])?.isEmpty == true)
    }

    @Test(arguments: ["--faults", "--seeks"])
    func `a sweep that is interrupted in its first run states no failure`(option: String) throws {
        let server = try OriginServer(.folder(SampleMedia.folder))
        server.order(.hold(gate), at: "/single/segment-1.ts")
        let run = try Playctl(["sweep", option, server.url("/single/index.m3u8")])
        #expect(server.waitForRequest(at: "/single/segment-1.ts"))
        run.interrupt()
        let outcome = run.wait()
        #expect(outcome.status == 130)
        #expect(outcome.errors == "playctl: interrupted: 0 of 1 runs were made\n")
        #expect(!outcome.output.contains("FAILED"), "\(outcome.output)")
    }

    @Test func `SIGTERM has the effect of Ctrl-C`() throws {
        let outcome = try interrupted(.inSegment, ["play", "ASSET"]) { $0.terminate() }
        #expect(outcome.output.contains("ledger  session 1"))
    }

    @Test(arguments: [[], ["--json"], ["--playlist-only"], ["--packets"]])
    func `a probe that is interrupted while a response is pending writes no report`(
        options: [String]
    ) throws {
        let outcome = try interrupted(.beforePlaylist, ["probe", "ASSET"] + options)
        #expect(outcome.output == "")
    }

    @Test(arguments: [Silence.beforeSegment, .inSegment])
    func `an interrupted list of packets is the beginning of the complete list`(silence: Silence)
        throws
    {
        let outcome = try interrupted(silence, ["probe", "ASSET", "--packets"])
        let whole = try Playctl.run("probe", "single/index.m3u8", "--packets")
        #expect(outcome.lines.count > 10)
        #expect(outcome.lines == Array(whole.lines.prefix(outcome.lines.count)))
        #expect(outcome.lines.count < whole.lines.count)
    }

    @Test func `an interrupted verification is marked so in its reports`() throws {
        let folder = ScratchFolder()
        let outcome = try interrupted(
            .beforeSegment,
            [
                "verify", "ASSET", "--junit", folder.path + "/a.xml", "--json",
                folder.path + "/a.json",
            ])
        #expect(outcome.lines == ["0 passed, 0 failed"])
        #expect(folder.text("a.xml").contains("0 of 1 were run"))
        #expect(try ResultFile(json: folder.bytes("a.json")).isIncomplete)
    }

    /// The broadcast lists two segments, the first of which is too long for its target duration.
    @Test func `an interrupted watch of lint writes its report with the findings so far`() throws {
        let text =
            "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:7\n"
            + "#EXTINF:2.0,\na.ts\n#EXTINF:1.0,\nb.ts\n"
        let folder = ScratchFolder()
        let server = try OriginServer(.memory(["/index.m3u8": Array(text.utf8)]))
        let run = try Playctl([
            "lint", server.url("/index.m3u8"), "--no-media", "--watch", "10m", "--junit",
            folder.path + "/lint.xml", "--json",
        ])
        // The lint itself requests the playlist once; the watch then requests it repeatedly.
        #expect(server.waitForRequests(3))
        run.interrupt()
        let outcome = run.wait()
        #expect(outcome.status == 130)
        #expect(outcome.errors == "")
        let assets = try #require(try outcome.object["assets"] as? [[String: Any]])
        #expect("\(assets)".contains("media.longer-than-target"))
        #expect(folder.text("lint.xml").contains("media.longer-than-target"))
    }

    @Test func `an interrupted watch with a length does not pass in its reports`() throws {
        let text =
            "#EXTM3U\n#EXT-X-VERSION:8\n#EXT-X-TARGETDURATION:10\n"
            + String(repeating: "#EXT-X-GAP\n#EXTINF:10.0,\na.ts\n", count: 4)
        let folder = ScratchFolder()
        let server = try OriginServer(.memory(["/index.m3u8": Array(text.utf8)]))
        let run = try Playctl([
            "watch", server.url("/index.m3u8"), "--length", "10m", "--json",
            folder.path + "/a.json", "--junit", folder.path + "/a.xml",
        ])
        // The second request is the first load of the playlist that is followed.
        #expect(server.waitForRequests(2))
        run.interrupt()
        let outcome = run.wait()
        #expect(outcome.status == 130)
        #expect(outcome.errors.hasPrefix("playctl: interrupted after "), "\(outcome.errors)")
        #expect(outcome.errors.hasSuffix(" s of 10m\n"), "\(outcome.errors)")
        let results = try ResultFile(json: folder.bytes("a.json")).results
        #expect(results.map(\.verdict) == [.failed])
        #expect(folder.text("a.xml").contains("<error message=\"found an end after "))
        let merge = ["report", "merge"]
        #expect(try Playctl.run(merge + [folder.path + "/a.json"]).status == 1)
        let joined = ["--junit", folder.path + "/b.xml"]
        #expect(try Playctl.run(merge + [folder.path + "/a.xml"] + joined).status == 1)
    }

    @Test func `a rewrite that is interrupted while a response is pending writes no file`() throws {
        let folder = ScratchFolder()
        let outcome = try interrupted(
            .beforePlaylist,
            [
                "rewrite", "ASSET", "--text-track", "src=a.vtt,lang=en,label=English,duration=10",
                "--wrap", "-o", folder.path,
            ])
        #expect(outcome.output == "")
        #expect(folder.text("index.m3u8") == "")
    }

    @Test func `playback that is interrupted while its catalogue is pending ends without output`()
        throws
    {
        let server = try OriginServer(.memory([:]))
        server.order(.hold(gate), at: "/catalogue.json")
        let run = try Playctl(["play", server.url("/catalogue.json")])
        #expect(server.waitForRequest(at: "/catalogue.json"))
        run.interrupt()
        let outcome = run.wait()
        #expect(outcome.status == 130)
        #expect(outcome.errors == "")
        #expect(outcome.output == "")
    }
}
