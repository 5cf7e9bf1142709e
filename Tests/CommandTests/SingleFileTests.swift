import Foundation
import TestSupport
import Testing

/// Files without a playlist are played, probed and verified by their contents.
@Suite struct SingleFileTests {
    private static let samples = [
        "single/segment-0.ts", "packed-audio/segment-0.aac", "progressive/movie.mp4",
    ]

    @Test(arguments: samples, ["play", "verify", "probe"])
    func `a lone file is read by its contents`(name: String, verb: String) throws {
        let run = try Playctl.run(verb, "\(SampleMedia.folder)/\(name)")
        #expect(run.status == 0, "\(run.errors) \(run.output.suffix(600))")
        #expect(run.errors == "")
        if verb == "play" { #expect(run.output.contains("missing") == false) }
    }

    @Test(.enabled(if: ShellCommand.succeeds("ffmpeg -hide_banner -version")))
    func `every kind of lone file plays to its end`() throws {
        let folder = ScratchFolder()
        let sound = "-f lavfi -i sine=sample_rate=48000 -t 3"
        let pictures = "-f lavfi -i testsrc2=size=96x54:rate=25 -pix_fmt yuv420p"
        for (name, options) in [
            ("a.mp3", "-c:a libmp3lame"), ("a.ac3", "-c:a ac3"), ("a.ec3", "-c:a eac3 -f eac3"),
            ("a.m4b", "-c:a aac -f mp4"), ("a.3gp", "\(pictures) -c:v libx264 -c:a aac -t 3"),
            ("a.ts", "\(pictures) -c:v libx264 -bf 2 -c:a aac -t 3"),
            ("a.ismv", "\(pictures) -c:v libx264 -g 25 -c:a aac -t 3"),
        ] {
            let inputs = options.contains("testsrc2") ? "" : sound
            let source = inputs.isEmpty ? "-f lavfi -i sine=sample_rate=48000" : inputs
            try #require(
                ShellCommand.succeeds(
                    "cd '\(folder.path)' && ffmpeg -v error -nostdin -y \(source) \(options) \(name)"
                ))
            for verb in ["play", "probe", "verify"] {
                let run = try Playctl.run(verb, "\(folder.path)/\(name)")
                #expect(run.status == 0, "\(verb) \(name): \(run.errors) \(run.output.suffix(600))")
            }
        }
    }

    @Test func `a single WebVTT file cannot be played, since it is only text`() throws {
        let folder = ScratchFolder()
        let path = try folder.put("WEBVTT\n\n00:01.000 --> 00:02.000\nhello\n", at: "a.vtt")
        let run = try Playctl.run("play", path)
        #expect(run.status == 1)
        #expect(run.errors.contains("only text") || run.output.contains("only text"))
    }

    @Test func `a lone fragment fails for its missing initialization section`() throws {
        let path = "\(SampleMedia.folder)/protected-cbcs/video-180p/segment-0.m4s"
        for verb in ["play", "probe", "verify"] {
            let run = try Playctl.run(verb, path)
            #expect(run.status == 1)
            #expect((run.errors + run.output).contains("initialization section"), "\(verb)")
        }
    }

    @Test(arguments: ["a.txt", "a", "a.m3u8"])
    func `probe recognizes WebVTT by its contents`(name: String) throws {
        let folder = ScratchFolder()
        let path = try folder.put("WEBVTT\n\n00:01.000 --> 00:02.000\nhello\n", at: name)
        let run = try Playctl.run("probe", path)
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("WebVTT file\n  cues       1\n"))
        let other = try folder.put("no text track", at: name)
        #expect(try Playctl.run("probe", other).status == 1)
    }

    @Test func `probe fails for a damaged file and reports the damage`() throws {
        let folder = ScratchFolder()
        let bytes = fileBytes("\(SampleMedia.folder)/progressive/movie.mp4")
        // The file keeps the first half of its samples and its original movie box.
        let movie = try #require(
            bytes.indices.first { bytes[$0...].starts(with: Array("moov".utf8)) })
        var damaged = bytes
        for place in 60_000..<movie - 4 { damaged[place] = 0 }
        let name = "\(folder.path)/damaged.mp4"
        #expect(FileManager.default.createFile(atPath: name, contents: Data(damaged)))
        let run = try Playctl.run("probe", name)
        #expect(run.status == 1)
        #expect(run.errors.contains("damaged"))
        #expect(run.output.contains("problem"))
        let json = try Playctl.run("probe", name, "--json")
        #expect(json.status == 1)
        #expect((try json.object["failures"] as? [String])?.count == 1)
        #expect(try Playctl.run("play", name, "--events", "none").status != 0)
    }

    @Test func `probe fails for a damaged segment of a playlist`() throws {
        let folder = ScratchFolder()
        var bytes = fileBytes("\(SampleMedia.folder)/single/segment-0.ts")
        for place in 3760..<5640 { bytes[place] = 0 }
        #expect(
            FileManager.default.createFile(
                atPath: "\(folder.path)/a.ts", contents: Data(bytes)))
        let path = try folder.put(
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n",
            at: "index.m3u8")
        let run = try Playctl.run("probe", path)
        #expect(run.status == 1)
        #expect(run.errors.contains("belong to no transport packet"))
    }
}
