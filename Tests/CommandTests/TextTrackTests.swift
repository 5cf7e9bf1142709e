import TestSupport
import Testing

/// Subtitles that are added on the command line, for real.
@Suite struct TextTrackTests {
    private let track =
        "src=\(SampleMedia.folder)/ts-multivariant/subtitles-en/segment-0.vtt,lang=de,label=Deutsch"

    @Test func `plays subtitles that were added`() throws {
        let run = try Playctl.run(
            "play", "cmaf-byteranges/index.m3u8", "--events", "none", "--text-track",
            "\(track),duration=12,default")
        #expect(run.status == 0)
        #expect(run.output.contains("subtitles  played 12.000  of 12.000 s"))
    }

    @Test(arguments: ["src=a.vtt", "lang=de,label=x", "src=a.txt,lang=de,label=x", "nonsense"])
    func `refuses tracks that are not described by the rules`(description: String) throws {
        let run = try Playctl.run("play", "single/index.m3u8", "--text-track", description)
        #expect(run.status == 2)
        #expect(run.errorLines.count == 1)
    }

    @Test func `names the track whose duration nobody tells`() throws {
        let run = try Playctl.run(
            "play", "cmaf-byteranges/index.m3u8", "--events", "none", "--ledger", "none",
            "--text-track", track)
        #expect(run.status == 1)
        #expect(run.errors.contains("text track 0: \"duration\""))
    }

    @Test func `writes playlists that play with the subtitles added`() throws {
        let folder = ScratchFolder()
        let written = try Playctl.run(
            "rewrite", "cmaf-byteranges/index.m3u8", "-o", "\(folder.path)/out", "--text-track",
            "\(track),default")
        #expect(written.status == 0)
        #expect(written.lines.count == 2)
        let run = try Playctl.run(
            "play", "\(folder.path)/out/index.m3u8", "--events", "none")
        #expect(run.status == 0)
        #expect(run.output.contains("subtitles  played 12.000"))
    }

    @Test func `wraps a media playlist only when told to`() throws {
        let folder = ScratchFolder()
        let arguments = [
            "rewrite", "single/index.m3u8", "-o", "\(folder.path)/out", "--text-track", track,
        ]
        #expect(try Playctl(arguments).wait().status == 1)
        #expect(try Playctl(arguments + ["--wrap"]).wait().status == 0)
        let run = try Playctl.run("play", "\(folder.path)/out/index.m3u8", "--events", "none")
        #expect(run.status == 0)
    }
}
