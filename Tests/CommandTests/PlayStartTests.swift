import TestSupport
import Testing

/// The arguments `--start`, `-` and `--quiet` of `playctl play`.
@Suite struct PlayStartTests {
    @Test func `playback starts at the requested time`() throws {
        let run = try Playctl.run("play", "single/index.m3u8", "--start", "5.5")
        #expect(run.status == 0)
        #expect(run.output.contains("played 4.500  skipped 5.500  of 10.000 s"))
        #expect(run.lines.contains { $0.hasSuffix("didProgressTo               5.500") })
        #expect(!run.lines.contains { $0.hasSuffix("didProgressTo               5.000") })
    }

    @Test(arguments: ["10", "20"])
    func `a start position at the end of the media or after it is a failure`(start: String) throws {
        let run = try Playctl.run("play", "single/index.m3u8", "--start", start)
        #expect(run.status == 1)
        #expect(
            run.errorLines.last
                == "playctl: single/index.m3u8: ends at 10.000 s and cannot start at \(start).000 s"
        )
    }

    @Test func `the start position applies to each asset`() throws {
        let run = try Playctl.run(
            "play", "single/index.m3u8", "single/index.m3u8", "--start", "8", "--events", "none")
        #expect(run.status == 0)
        #expect(run.lines.count { $0.contains("video      played 2.000  skipped 8.000") } == 2)
    }

    @Test func `URIs in a playlist from standard input are relative to the current folder`() throws
    {
        let folder = SampleMedia.folder
        let run = try Playctl.shell(
            "cd '\(folder)/single' && \"$PLAYCTL\" play - --events none < index.m3u8")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("played 10.000  of 10.000 s"))
    }

    @Test(arguments: [
        ("printf '#EXTM3U\\n' |", "-", 1), ("", "- -", 2), ("printf '' |", "-", 1),
        ("printf '#EXTM3U\\n#EXT-X-TARGETDURATION:1\\n#EXTINF:1,\\nnone.ts\\n' |", "-", 1),
    ])
    func `standard input without media fails`(input: String, operands: String, status: Int32) throws
    {
        let run = try Playctl.shell("cd / && \(input) \"$PLAYCTL\" play \(operands) </dev/null")
        #expect(run.status == status)
        #expect(run.errorLines.count == 1, "\(run.errors)")
    }

    @Test func `quiet playback writes failures only`() throws {
        let good = try Playctl.run("play", "-q", "single/index.m3u8")
        #expect(good.status == 0)
        #expect(good.output + good.errors == "")
        let bad = try Playctl.run("play", "--quiet", "nowhere.m3u8")
        #expect(bad.status == 1)
        #expect(bad.output == "")
        #expect(bad.errorLines.count == 1)
        #expect(try Playctl.run("play", "-q", "--events", "text").status == 2)
    }
}
