import Foundation
import TestSupport
import Testing

/// `playctl rewrite` never replaces a file that it reads, and writes only valid playlists.
@Suite struct RewriteCommandTests {
    private let folder = ScratchFolder()
    private let track =
        "src=\(SampleMedia.folder)/ts-multivariant/subtitles-en/segment-0.vtt,lang=de,label=Deutsch"

    private func rewrite(_ asset: String, _ output: String, _ options: String...) throws
        -> Playctl.Outcome
    {
        try Playctl.run(["rewrite", asset, "-o", output, "--text-track", track] + options)
    }

    @Test func `an output folder that contains the asset is refused, also behind a link`() throws {
        let asset = try folder.copy(.transportStream)
        let text = folder.text("asset/index.m3u8")
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/link", withDestinationPath: "\(folder.path)/asset")
        for output in ["asset", "link", "asset/../asset"] {
            let run = try rewrite(asset, "\(folder.path)/\(output)")
            #expect(run.status == 2)
            #expect(run.errors.contains("index.m3u8: is read by this command"), "\(run.errors)")
        }
        let linked = try rewrite("\(folder.path)/link/index.m3u8", "\(folder.path)/asset")
        #expect(linked.status == 2)
        #expect(folder.text("asset/index.m3u8") == text)
        #expect(try rewrite(asset, "\(folder.path)/out").status == 0)
        let again = try rewrite("\(folder.path)/out/index.m3u8", "\(folder.path)/out")
        #expect(again.status == 2)
    }

    @Test func `a media playlist that is wrapped is not replaced by its wrapper`() throws {
        let asset = try folder.copy(.single)
        let text = folder.text("asset/index.m3u8")
        let run = try rewrite(asset, "\(folder.path)/asset", "--wrap")
        #expect(run.status == 2)
        #expect(folder.text("asset/index.m3u8") == text)
    }

    @Test func `subtitles and segments of the asset in the output folder are not replaced`() throws
    {
        let out = try folder.makeFolder("out")
        let subtitles = "WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n"
        let file = try folder.put(subtitles, at: "out/subtitles-1.vtt")
        let run = try Playctl.run(
            "rewrite", "ts-multivariant/index.m3u8", "-o", out, "--text-track",
            "src=\(file),lang=de,label=Deutsch,duration=12")
        #expect(run.status == 2)
        #expect(folder.text("out/subtitles-1.vtt") == subtitles)
        // A subtitle playlist of the asset already has the name that an added track would get.
        let asset = try folder.copy(.transportStream)
        try folder.edit("asset/index.m3u8") {
            $0.replacing("subtitles-en/index.m3u8", with: "subtitles-1.m3u8")
        }
        try folder.put(folder.text("asset/subtitles-en/index.m3u8"), at: "asset/subtitles-1.m3u8")
        try FileManager.default.moveItem(
            atPath: asset, toPath: "\(folder.path)/asset/main.m3u8")
        let other = try rewrite(
            "\(folder.path)/asset/main.m3u8", "\(folder.path)/asset")
        #expect(other.status == 2)
        #expect(other.errors.contains("subtitles-1.m3u8: is read"), "\(other.errors)")
    }

    @Test(arguments: ["label=D\"x", "label=a\n#EXT-X-GAP", "label=a\rb", "label=a\r\nb"])
    func `a label that a playlist cannot quote is wrong usage`(label: String) throws {
        let run = try Playctl.run(
            "rewrite", "ts-multivariant/index.m3u8", "-o", "\(folder.path)/out", "--text-track",
            "src=a.vtt,lang=de,\(label),duration=12")
        #expect(run.status == 2)
        #expect(run.errors.contains("without quotation marks and line ends"))
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/out"))
    }

    @Test func `wrapping a multivariant playlist is wrong usage`() throws {
        let run = try rewrite("ts-multivariant/index.m3u8", "\(folder.path)/out", "--wrap")
        #expect(run.status == 2)
        #expect(run.errors.contains("--wrap has no effect"))
    }

    @Test func `a wrapper states the measured bandwidth and the codecs of its media`() throws {
        let run = try rewrite("single/index.m3u8", "\(folder.path)/out", "--wrap")
        #expect(run.status == 0, "\(run.errors)")
        let text = folder.text("out/index.m3u8")
        #expect(!text.contains("BANDWIDTH=1,"))
        #expect(text.contains("CODECS=\"avc1."))
        let lint = try Playctl.run("lint", "\(folder.path)/out/index.m3u8")
        #expect(lint.status == 0, "\(lint.output)")
    }

    @Test func `a wrapper of media that cannot be read is written with a note`() throws {
        let asset = try folder.copy(.single)
        try folder.remove("asset/segment-2.ts")
        let run = try rewrite(asset, "\(folder.path)/out", "--wrap")
        #expect(run.status == 0)
        #expect(run.errors.contains("neither its bandwidth nor its codecs"))
    }

    @Test(arguments: [("cmaf-byteranges", ""), ("single", "--wrap")])
    func `without a text track no variant names subtitles`(sample: String, option: String) throws {
        let run = try Playctl.run(
            ["rewrite", "\(sample)/index.m3u8", "-o", "\(folder.path)/out"]
                + (option.isEmpty ? [] : [option]))
        #expect(run.status == 0, "\(run.errors)")
        let text = folder.text("out/index.m3u8")
        #expect(text.contains("#EXT-X-STREAM-INF"))
        #expect(!text.contains("SUBTITLES"))
    }

    @Test func `an interruption while the media of a wrapper is read writes nothing`() throws {
        let gate = OriginGate()
        let server = try OriginServer(.folder(SampleMedia.folder))
        server.order(.hold(gate), at: "/single/segment-1.ts")
        let run = try Playctl([
            "rewrite", server.url("/single/index.m3u8"), "-o", "\(folder.path)/out", "--wrap",
            "--text-track", track,
        ])
        #expect(server.waitForRequest(at: "/single/segment-1.ts"))
        run.interrupt()
        let outcome = run.wait()
        #expect(outcome.status == 130)
        #expect(outcome.errors == "", "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/out"))
    }
}
