import Foundation
import TestSupport
import Testing

/// `playctl play` of a broadcast that a real encoder writes and a real server serves.
@Suite(.enabled(if: NginxServer.isAvailable && LiveEncoder.isAvailable), .serialized)
struct NginxBroadcastTests {
    private let folder = ScratchFolder()

    /// Returns the seconds that the broadcast's ledger counts under a name such as `played`.
    private func time(_ account: String, of run: Playctl.Outcome) throws -> Double {
        let ledger = try #require(run.objects.last { $0["event"] as? String == "ledger" })
        let broadcast = try #require(ledger["broadcast"] as? [String: Any])
        return try #require((broadcast[account] as? NSNumber)?.doubleValue)
    }

    @Test func `a broadcast is played for the given length`() throws {
        let encoder = try LiveEncoder(into: folder, untilListed: 5)
        let server = try NginxServer(serving: folder.path)
        let url = "\(server.url)/index.m3u8"
        let run = try Playctl.run("play", url, "--length", "9", "--events", "ndjson")
        #expect(run.status == 0, "\(run.errors)")
        #expect(try time("played", of: run) > 7)
        #expect(try time("expired", of: run) == 0)
        #expect(run.output.contains("\"videoType\":\"Live\""))
        withExtendedLifetime(encoder) {}
    }

    @Test func `a broadcast is not played in virtual time without a length`() throws {
        let encoder = try LiveEncoder(into: folder, untilListed: 2)
        let server = try NginxServer(serving: folder.path)
        let run = try Playctl.run("play", "\(server.url)/index.m3u8")
        #expect(run.status == 2)
        #expect(run.errors.contains("name a --length, or play it with --realtime"))
        withExtendedLifetime(encoder) {}
    }

    @Test func `an encoder that dies fails the run with a stall`() throws {
        let encoder = try LiveEncoder(into: folder, untilListed: 5)
        let server = try NginxServer(serving: folder.path)
        encoder.kill()
        let run = try Playctl.run("play", "\(server.url)/index.m3u8", "--length", "12")
        #expect(run.status == 1)
        #expect(run.errors.contains("was stalled when the --length was over"))
        #expect(run.output.contains("the playlist had not changed for"))
    }

    @Test func `a segment that the server has lost fails the run`() throws {
        let encoder = try LiveEncoder(into: folder, untilListed: 5)
        let server = try NginxServer(serving: folder.path)
        encoder.kill()
        let text = try String(contentsOfFile: "\(folder.path)/index.m3u8", encoding: .utf8)
        let last = try #require(text.split(separator: "\n").last { $0.hasSuffix(".ts") })
        try FileManager.default.removeItem(atPath: "\(folder.path)/\(last)")
        let run = try Playctl.run("play", "\(server.url)/index.m3u8", "--length", "10")
        #expect(run.status == 1)
        #expect(run.errors.contains("status 404"))
    }

    @Test func `the current playlist of a broadcast is verified, and the output states that`()
        throws
    {
        let encoder = try LiveEncoder(into: folder, untilListed: 3)
        let server = try NginxServer(serving: folder.path)
        encoder.kill()
        for verb in ["verify", "cues"] {
            let run = try Playctl.run(verb, "\(server.url)/index.m3u8")
            #expect(run.status == 0, "\(run.output)")
            #expect(run.errors.contains("and is treated as complete"))
        }
        let file = try Playctl.run("verify", "\(folder.path)/index.m3u8")
        #expect(file.status == 1)
        #expect(file.output.contains("though it is a file (see --live)"))
        #expect(try Playctl.run("verify", "\(folder.path)/index.m3u8", "--live").status == 0)
    }

    @Test func `the playlist of a running encoder is watched`() throws {
        let encoder = try LiveEncoder(into: folder, untilListed: 3)
        let server = try NginxServer(serving: folder.path)
        let url = "\(server.url)/index.m3u8"
        let report = "\(folder.path)/report.xml"
        let run = try Playctl.run("watch", url, "--length", "14", "--junit", report)
        #expect(run.output.contains("1 passed"))
        // The only defect in the playlists of ffmpeg is that it rounds durations and dates in
        // different ways, which `watch` tolerates.
        #expect(run.status == 0, "\(run.output)")
        #expect(try String(contentsOfFile: report, encoding: .utf8).contains("testcase"))
        withExtendedLifetime(encoder) {}
    }

    @Test func `the playlist of an encoder that died breaks a rule`() throws {
        let encoder = try LiveEncoder(into: folder, untilListed: 3)
        let server = try NginxServer(serving: folder.path)
        encoder.kill()
        let run = try Playctl.run("watch", "\(server.url)/index.m3u8", "--length", "8")
        #expect(run.status == 1)
        #expect(run.output.contains("origin.updates: index.m3u8: expected a new segment within"))
    }

    @Test func `a watch that saw one version has compared nothing`() throws {
        let encoder = try LiveEncoder(into: folder, untilListed: 3)
        let server = try NginxServer(serving: folder.path)
        encoder.kill()
        let run = try Playctl.run("watch", "\(server.url)/index.m3u8", "--length", "1")
        #expect(run.status == 5)
        #expect(run.errors.contains("1 of 1 playlists had no second version to compare"))
    }

    @Test func `a watch that receives no playlist fails`() throws {
        let run = try Playctl.run("watch", "http://127.0.0.1:9/live.m3u8", "--length", "1")
        #expect(run.status == 1)
        #expect(run.errors.contains("no playlist was received in the time of --length"))
    }
}
