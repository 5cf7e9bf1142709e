import Foundation
import TestSupport
import Testing

/// Subtitles that are added on the command line of the built tool.
@Suite struct TextTrackTests {
    private static let whole =
        "\(SampleMedia.folder)/ts-multivariant/subtitles-en/segment-0.vtt"
    private let track = "src=\(Self.whole),lang=de,label=Deutsch"

    @Test func `plays subtitles that were added`() throws {
        let run = try Playctl.run(
            "play", "cmaf-byteranges/index.m3u8", "--events", "none", "--text-track",
            "\(track),duration=12,default")
        #expect(run.status == 0)
        #expect(run.output.contains("subtitles  played 12.000  of 12.000 s"))
    }

    @Test func `play fails if added subtitles lose a cue, and names the cue and the file`() throws {
        let folder = ScratchFolder()
        let file = try folder.put("WEBVTT\n\n00:01.000 -> 00:02.000\na\n", at: "en.vtt")
        let run = try Playctl.run(
            "play", "subtitled/index.m3u8", "--events", "none", "--text-track",
            "src=\(file),lang=en,label=English,duration=10,default")
        #expect(run.status == 1)
        let problem = #"1 cue is lost: line 3: "00:01.000 -> 00:02.000" is not a pair of times: "#
        #expect(run.output.contains("  remark     \(problem)"))
        #expect(run.errors.contains(problem) && run.errors.contains("/en.vtt"))
    }

    @Test func `subtitles that end with their last cue are accepted on request`() throws {
        let folder = ScratchFolder()
        let map = "X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000"
        try folder.put("WEBVTT\n\(map)\n\n00:01.000 --> 00:02.000\na\n", at: "en.vtt")
        let list = try folder.put(
            "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:4.5,\nen.vtt\n#EXT-X-ENDLIST\n",
            at: "en.m3u8")
        let arguments = [
            "play", "subtitled/index.m3u8", "--events", "none", "--ledger", "none", "--text-track",
            "src=\(list),lang=en,label=English,default",
        ]
        let refused = try Playctl.run(arguments)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("--accept-short-subtitles accepts them"))
        let accepted = try Playctl.run(arguments + ["--accept-short-subtitles"])
        #expect(accepted.status == 0)
        #expect(accepted.errors.contains("warning: "))
        #expect(accepted.errors.contains("the playlist of the subtitles has 4.500 s"))
    }

    @Test(arguments: [
        "src=a.vtt", "lang=de,label=x", "src=a.txt,lang=de,label=x", "nonsense",
        "src=a.vtt,lang=de,label=x,lang=en", "src=a.m3u8,lang=de,label=x,duration=9",
    ])
    func `refuses tracks with an invalid description`(description: String) throws {
        let run = try Playctl.run("play", "single/index.m3u8", "--text-track", description)
        #expect(run.status == 2)
        #expect(run.errorLines.count == 1)
    }

    @Test func `names the track without a known duration`() throws {
        let run = try Playctl.run(
            "play", "cmaf-byteranges/index.m3u8", "--events", "none", "--ledger", "none",
            "--text-track", "\(track),default")
        #expect(run.status == 2)
        #expect(run.errors.contains("segment-0.vtt: its length is unknown; add duration=SECONDS"))
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

    @Test(arguments: [("12", ""), ("40", "\"Deutsch\" has 40.000 s, and the asset 12.000 s")])
    func `rewrite warns of a text track with another duration than the asset`(
        duration: String, warning: String
    ) throws {
        let folder = ScratchFolder()
        let run = try Playctl.run(
            "rewrite", "cmaf-byteranges/index.m3u8", "-o", "\(folder.path)/out", "--text-track",
            "\(track),duration=\(duration)")
        #expect(run.status == 0)
        #expect(warning.isEmpty ? run.errors == "" : run.errors.contains(warning))
    }

    @Test
    func `rewrite replaces symbolic links in the output folder and leaves their targets unchanged`()
        throws
    {
        let folder = ScratchFolder()
        let out = try folder.makeFolder("out")
        let precious = try folder.put("precious", at: "precious")
        for name in ["index.m3u8", "subtitles-1.m3u8", "index.m3u8.part"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(out)/\(name)", withDestinationPath: precious)
        }
        let run = try Playctl.run(
            "rewrite", "cmaf-byteranges/index.m3u8", "-o", out, "--text-track", track)
        #expect(run.status == 0, "\(run.errors)")
        #expect(folder.text("precious") == "precious")
        #expect(folder.text("out/index.m3u8").hasPrefix("#EXTM3U"))
        #expect(folder.text("out/subtitles-1.m3u8").hasPrefix("#EXTM3U"))
    }

    /// The samples differ in the time at which their media starts.
    ///
    /// The media of the first sample starts at ten seconds on its clock, and the media of the
    /// second sample at a thirtieth of a second.
    @Test(arguments: ["ts-multivariant", "cmaf-byteranges"], ["\n", "\r\n"])
    func `subtitles of written playlists are shown at the times in their file`(
        sample: String, lineEnd: String
    ) throws {
        let folder = ScratchFolder()
        let lines = ["WEBVTT - a title", "", "00:01.000 --> 00:03.500", "Hello", ""]
        let file = try folder.put(lines.joined(separator: lineEnd), at: "de.vtt")
        let asset = "\(SampleMedia.folder)/\(sample)/index.m3u8"
        let track = ["--text-track", "src=\(file),lang=de,label=Deutsch,duration=12"]
        let out = "\(folder.path)/out"
        #expect(try Playctl.run(["rewrite", asset, "-o", out] + track).status == 0)
        for arguments in [["\(out)/index.m3u8"], [asset] + track] {
            let run = try Playctl.run(
                ["play", "--subtitles", "de", "--events", "ndjson", "--ledger", "none"] + arguments
            )
            #expect(run.status == 0)
            let cues = try run.objects.filter { ($0["event"] as? String)?.hasSuffix("Cue") == true }
            #expect(cues.map { $0["start"] as? Double } == [1, 1])
            #expect(cues.map { $0["t"] as? Double } == [1, 3.5])
        }
    }

    @Test(
        arguments: [
            ("none.vtt", nil, "none.vtt: no such file"),
            ("a.vtt", "", "a.vtt: line 1: not a WebVTT file"),
            ("a.vtt", "<html></html>", "a.vtt: line 1: not a WebVTT file"),
            ("a.vtt", "WEBVTT\n\n00:01.000 -> 00:02.000\na\n", "a.vtt: 1 cue is lost: line 3"),
            ("none.m3u8", nil, "none.m3u8: no such file"),
            (
                "a.m3u8",
                "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nnone.vtt\n#EXT-X-ENDLIST\n",
                "none.vtt: no such file"
            ),
            (
                "a.m3u8",
                "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n\(whole)\n#EXTINF:9,\nnone.vtt\n",
                "none.vtt: no such file"
            ),
            (
                "a.m3u8", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000\nb.m3u8\n",
                "a.m3u8: not a media playlist"
            ),
        ] as [(String, String?, String)])
    func `unusable subtitles are refused before any playlist is written`(
        name: String, text: String?, cause: String
    ) throws {
        let folder = ScratchFolder()
        if let text { try folder.put(text, at: name) }
        let run = try Playctl.run(
            "rewrite", "cmaf-byteranges/index.m3u8", "-o", "\(folder.path)/out", "--text-track",
            "src=\(folder.path)/\(name),lang=de,label=Deutsch")
        #expect(run.status == 1)
        #expect(run.errors.contains("/\(cause)"), "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/out"))
    }

    @Test func `wraps a media playlist only on request`() throws {
        let folder = ScratchFolder()
        let arguments = [
            "rewrite", "single/index.m3u8", "-o", "\(folder.path)/out", "--text-track", track,
        ]
        #expect(try Playctl.run(arguments).status == 1)
        #expect(try Playctl.run(arguments + ["--wrap"]).status == 0)
        let run = try Playctl.run("play", "\(folder.path)/out/index.m3u8", "--events", "none")
        #expect(run.status == 0)
    }
}
