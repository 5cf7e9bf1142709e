import TestSupport
import Testing

/// `playctl lint --watch` as a verb: the rules about origins, and playlists that have ended.
@Suite struct LintOriginTests {
    private static func playlist(_ location: String, end: String = "") -> [UInt8] {
        let lines = ["a.ts", "b.ts", "c.ts", location].map { "#EXT-X-GAP\n#EXTINF:1,\n\($0)\n" }
        return Array(
            "#EXTM3U\n#EXT-X-VERSION:8\n#EXT-X-TARGETDURATION:1\n\(lines.joined())\(end)".utf8)
    }

    private static func lint(
        _ address: String, _ rules: String, watch time: String = "3"
    ) throws -> Playctl {
        try Playctl(["lint", address, "--no-media", "--watch", time, "--rules", rules])
    }

    @Test(arguments: ["live", "live.segment-changed", "origin", "origin.edits"])
    func `a changed segment is found by each name of a rule that forbids it`(rules: String) throws {
        let server = try OriginServer(.memory(["/index.m3u8": Self.playlist("d.ts")]))
        let run = try Self.lint(server.url("/index.m3u8"), rules, watch: "600")
        // The lint loads the playlist once, and the watch twice at its start. The next request shows
        // that the last of these responses was sent before the playlist changes.
        #expect(server.waitForRequests(4))
        server.offer(Self.playlist("e.ts"), at: "/index.m3u8")
        #expect(server.waitForRequests(server.log.count + 2))
        // The end of the broadcast ends the watch, so that its length does not depend on the load.
        server.offer(Self.playlist("e.ts", end: "#EXT-X-ENDLIST\n"), at: "/index.m3u8")
        let outcome = run.wait()
        #expect(outcome.status == 1, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains("[origin.edits]"), "\(outcome.output)")
    }

    @Test(arguments: ["live.after-endlist", "live.vod-changed"])
    func `a rule that no watch can check is refused`(rule: String) throws {
        let server = try OriginServer(.memory([:]))
        let outcome = try Self.lint(server.url("/index.m3u8"), rule).wait()
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("no rule is checked"), "\(outcome.errors)")
    }

    @Test func `a playlist that has ended is not followed, which is stated`() throws {
        let text = Self.playlist("d.ts", end: "#EXT-X-ENDLIST\n")
        let server = try OriginServer(.memory(["/index.m3u8": text]))
        let place = server.url("/index.m3u8")
        let outcome = try Self.lint(place, "live").wait()
        #expect(outcome.status == 5, "\(outcome.output)")
        #expect(
            outcome.errors
                == "playctl: \(place): --watch followed nothing: the playlist has ended\n")
    }
}
