import HeadlessPlayback
import TestSupport
import Testing
import Verification

/// Ctrl-C ends the tool, whatever a server is doing.
///
/// A server is waited for half a minute and then asked again, so a run that ended for that reason
/// has a request that was retried, or a cause on standard error.
@Suite struct InterruptionTests {
    /// Where a server stops.
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

    /// Runs the tool against a server that falls silent, and interrupts it there.
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
    func `playing ends with its ledger while a server holds its answer back`(
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
    func `a single file is given up in the middle of a window`(
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

    @Test func `being asked to end is taken as Ctrl-C is`() throws {
        let outcome = try interrupted(.inSegment, ["play", "ASSET"]) { $0.terminate() }
        #expect(outcome.output.contains("ledger  session 1"))
    }

    @Test(arguments: [[], ["--json"], ["--playlist-only"], ["--packets"]])
    func `probing ends without a report while a server holds its answer back`(
        options: [String]
    ) throws {
        let outcome = try interrupted(.beforePlaylist, ["probe", "ASSET"] + options)
        #expect(outcome.output == "")
    }

    @Test(arguments: [Silence.beforeSegment, .inSegment])
    func `listing packets ends with those of the segments before`(silence: Silence) throws {
        let outcome = try interrupted(silence, ["probe", "ASSET", "--packets"])
        let whole = try Playctl.run("probe", "single/index.m3u8", "--packets")
        #expect(outcome.lines.count > 10)
        #expect(outcome.lines == Array(whole.lines.prefix(outcome.lines.count)))
        #expect(outcome.lines.count < whole.lines.count)
    }

    @Test func `a verification that is interrupted says so in its reports`() throws {
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

    @Test func `rewriting ends without a file while a server holds its answer back`() throws {
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

    @Test func `reading a catalogue ends while a server holds its answer back`() throws {
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
