import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A command that would write two of its outputs to the same file is refused.
@Suite struct OutputPathTests {
    private let folder = ScratchFolder()

    private func scenario() throws {
        try folder.put(
            "playctl: 1\nassets: ['\(SampleMedia.single.path)']\n", at: "a.play.yaml")
        try folder.put(
            "playctl: 1\ntags: [b]\nassets: [{url: asset/index.m3u8, cue-points: cues.json}]\n",
            at: "b.play.yaml")
        try folder.put("[]", at: "cues.json")
    }

    @Test(arguments: [
        ["run", "a.play.yaml", "--json", "x", "--requests", "x"],
        ["run", "a.play.yaml", "--junit", "x", "--requests", "x"],
        ["run", "a.play.yaml", "--html", "x", "--requests", "./x"],
        ["run", "a.play.yaml", "--json", "x", "--requests", "link"],
        ["play", SampleMedia.single.path, "--trace", "x", "--requests", "x"],
        ["play", SampleMedia.single.path, "--trace", "link", "--requests", "x"],
        ["serve", "a.play.yaml", "--journal", "x", "--har", "link"],
        ["lint", SampleMedia.single.path, "--baseline", "x", "--update", "--junit", "x"],
    ])
    func `two outputs in one file are wrong usage`(words: [String]) throws {
        try scenario()
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/link", withDestinationPath: "x")
        let run = try Playctl(words, in: folder.path).wait()
        #expect(run.status == 2, "\(run.output)")
        #expect(run.errors.contains("the same file"), "\(run.errors)")
    }

    @Test(arguments: [
        ["lint", "asset/index.m3u8", "--html", "asset/index.m3u8"],
        ["lint", "asset/index.m3u8", "--baseline", "known", "--junit", "link"],
        ["lint", "asset/index.m3u8", "--baseline", "asset/index.m3u8", "--update"],
        ["run", "a.play.yaml", "--json", "./a.play.yaml"],
        ["verify", "asset/index.m3u8", "--junit", "asset/index.m3u8"],
        ["sweep", "--faults", "asset/index.m3u8", "--html", "asset/index.m3u8"],
        ["serve", "a.play.yaml", "--journal", "a.play.yaml"],
        ["play", "asset/index.m3u8", "--trace", "asset/index.m3u8"],
        ["report", "merge", "a.xml", "--junit", "./a.xml"],
        ["run", "b.play.yaml", "--json", "asset/index.m3u8"],
        ["run", "b.play.yaml", "--requests", "asset/index.m3u8"],
        ["run", "b.play.yaml", "--html", "cues.json"],
        ["run", ".", "--tags", "b", "--tap", "a.play.yaml"],
        ["players", "b.play.yaml", "--junit", "asset/index.m3u8"],
        ["players", "b.play.yaml", "--html", "b.play.yaml"],
        ["sweep", "--faults", "b.play.yaml", "--json", "asset/index.m3u8"],
        ["serve", "b.play.yaml", "--journal", "cues.json"],
        ["play", "asset/index.m3u8", "--cue-points", "cues.json", "--trace", "cues.json"],
        ["play", "asset/index.m3u8", "--cue-points", "cues.json", "--requests", "./cues.json"],
        ["play", "asset/index.m3u8", "--network-trace", "network", "--trace", "network"],
        [
            "play", "asset/index.m3u8", "--subtitles", "de", "--text-track",
            "src=a.vtt,lang=de,label=a,duration=10", "--requests", "a.vtt",
        ],
        [
            "verify", "asset/index.m3u8", "--netrc", "login", "--header-host", "a.example",
            "--json", "login",
        ],
        [
            "sweep", "--faults", "asset/index.m3u8", "--netrc", "login", "--header-host",
            "a.example", "--json", "login",
        ],
        [
            "lint", "asset/index.m3u8", "--key-server", "http://127.0.0.1:9", "--certificate",
            "known", "--html", "known",
        ],
    ])
    func `an output does not replace a file that the command reads`(words: [String]) throws {
        try scenario()
        _ = try folder.copy(.single)
        try folder.put("# A comment.\n", at: "known")
        try folder.put("0 1000\n", at: "network")
        try folder.put("machine a.example login a password b\n", at: "login")
        try folder.put("WEBVTT\n", at: "a.vtt")
        try folder.put("<testsuite><testcase/></testsuite>", at: "a.xml")
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/link", withDestinationPath: "known")
        let names = [
            "a.play.yaml", "b.play.yaml", "cues.json", "asset/index.m3u8", "known", "a.xml",
            "network", "login", "a.vtt",
        ]
        let kept = names.map(folder.text)
        let run = try Playctl(words, in: folder.path).wait()
        #expect(run.status == 2, "\(run.output)")
        #expect(run.errors.contains("is read by this command"), "\(run.errors)")
        #expect(names.map(folder.text) == kept)
    }

    @Test func `an output does not replace media, a key, a playlist or subtitles`() throws {
        try scenario()
        _ = try folder.copy(.transportStream)
        try folder.put(
            "playctl: 1\nassets: ['\(folder.path)/asset/index.m3u8']\n", at: "c.play.yaml")
        let key = (0..<16).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 130) }
        try Data(key).write(to: URL(filePath: "\(folder.path)/key"))
        try folder.put("0123456789abcdef", at: "text-key")
        try folder.put("\u{FEFF}WEBVTT\n", at: "marked.vtt")
        try folder.put("<html></html>", at: "asset/page.ts")
        for name in [
            "key", "text-key", "marked.vtt", "asset/page.ts", "asset/video-234p/index.m3u8",
            "asset/video-234p/segment-0.ts",
            "asset/audio-en/segment-0.ts", "asset/subtitles-en/segment-0.vtt",
        ] {
            let kept = try Data(contentsOf: URL(filePath: "\(folder.path)/\(name)"))
            let run = try Playctl(["run", "c.play.yaml", "--json", name], in: folder.path).wait()
            #expect(run.status == 2, "\(name): \(run.output)")
            #expect(run.errors.contains("is not replaced by an output"), "\(run.errors)")
            #expect(try Data(contentsOf: URL(filePath: "\(folder.path)/\(name)")) == kept)
        }
    }

    @Test(arguments: [
        "asset/video-234p/index.m3u8", "asset/video-234p/segment-0.ts", "cues.json",
    ])
    func `an update of a baseline replaces no other file`(name: String) throws {
        try scenario()
        _ = try folder.copy(.transportStream)
        let kept = try folder.bytes(name)
        let run = try Playctl(
            ["lint", "asset/index.m3u8", "--no-media", "--baseline", name, "--update"],
            in: folder.path
        ).wait()
        #expect(run.status == 2, "\(run.output)")
        #expect(try folder.bytes(name) == kept)
    }

    @Test func `an earlier output is replaced`() throws {
        try scenario()
        for _ in 1...2 {
            let run = try Playctl(
                [
                    "run", "a.play.yaml", "--json", "a", "--junit", "b", "--requests", "c",
                    "--html", "d", "--tap", "e",
                ], in: folder.path
            ).wait()
            #expect(run.status == 0, "\(run.errors)")
        }
    }

    @Test func `a merge does not replace one of its parts`() throws {
        try scenario()
        let run = try Playctl(["run", "a.play.yaml", "--json", "a.json"], in: folder.path).wait()
        #expect(run.status == 0, "\(run.errors)")
        let kept = folder.text("a.json")
        let merge = try Playctl(
            ["report", "merge", "a.json", "--json", "a.json"], in: folder.path
        ).wait()
        #expect(merge.status == 2, "\(merge.output)")
        #expect(merge.errors.contains("is read by this command"), "\(merge.errors)")
        #expect(folder.text("a.json") == kept)
    }

    @Test func `a report is not written into a new baseline`() throws {
        try folder.put("#EXTM3U\n", at: "index.m3u8")
        let run = try Playctl(
            ["lint", "index.m3u8", "--baseline", "./x", "--update", "--junit", "x"],
            in: folder.path
        ).wait()
        #expect(run.status == 2)
        #expect(run.errors.contains("the same file"), "\(run.errors)")
    }

    @Test func `several outputs may have the null device`() throws {
        try scenario()
        let run = try Playctl(
            [
                "run", "a.play.yaml", "--json", "/dev/null", "--junit", "/dev/null",
                "--requests", "/dev/null", "--tap", "a.tap",
            ], in: folder.path
        ).wait()
        #expect(run.status == 0, "\(run.errors)")
        #expect(folder.text("a.tap").hasPrefix("TAP version 14"))
    }

    @Test(arguments: [
        "run a.play.yaml --junit a.xml --requests none/b",
        "verify \(SampleMedia.single.path) --junit a.xml --variant 99",
        "lint \(SampleMedia.single.path) --junit a.xml --baseline none",
    ])
    func `a command that fails early leaves no empty report`(line: String) throws {
        try scenario()
        let words = line.split(separator: " ").map(String.init)
        let run = try Playctl(words, in: folder.path).wait()
        #expect([1, 2].contains(run.status) && run.errorLines.count == 1, "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/a.xml"))
    }

    @Test func `outputs in different files are all written`() throws {
        try scenario()
        let run = try Playctl(
            ["run", "a.play.yaml", "--json", "a", "--junit", "b", "--requests", "c"],
            in: folder.path
        ).wait()
        #expect(run.status == 0)
        #expect(folder.text("a").contains("playctl-results"))
        #expect(folder.text("b").hasPrefix("<?xml"))
        #expect(folder.text("c").contains("\"scenario\":\"a\""))
    }

    @Test func `a pipe without a reader or writer does not outlive a signal`() throws {
        try scenario()
        let pipe = "\(folder.path)/pipe"
        let isMade = unsafe mkfifo(pipe, 0o644) == 0
        #expect(isMade)
        for option in ["--against", "--json"] {
            let run = try Playctl(["run", "a.play.yaml", option, "pipe"], in: folder.path)
            Thread.sleep(forTimeInterval: 1)
            run.interrupt()
            #expect(run.wait().status == 130, "\(option)")
        }
        let server = try Playctl(["serve", "a.play.yaml", "--journal", "pipe"], in: folder.path)
        Thread.sleep(forTimeInterval: 1)
        server.interrupt()
        #expect(server.wait().status == 130)
    }
}
