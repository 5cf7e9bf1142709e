import Foundation
import TestSupport
import Testing

/// Tests of the sweeps of the built tool: playback with one fault or one seek at a time.
@Suite struct SweepTests {
    @Test func `reports the outcome of each fault, and succeeds when no run breaks a rule`()
        throws
    {
        let run = try Playctl.run("sweep", "--faults", "single/index.m3u8")
        #expect(run.status == 0)
        #expect(run.errors == "")
        #expect(
            run.lines.first?.hasPrefix("  resource      fault       survived  recovered") == true)
        #expect(run.output.contains("segment       404                -          -"))
        #expect(run.output.contains("\n  all           48 runs"))
        #expect(run.output.contains("\n  not tried: stale (no playlist was requested again)"))
        #expect(run.lines.last == "no violation in 48 runs")
    }

    @Test func `makes only the run that --only names`() throws {
        let run = try Playctl.run(
            "sweep", "--faults", "single/index.m3u8", "--only", "segment-3.ts:hang", "--jobs", "1")
        #expect(run.status == 0)
        #expect(run.output.contains("\n  all       1 run "))
    }

    @Test(arguments: [
        "thresholds: {switches: '> 0'}\n", "thresholds: {profile: chromium, switches: '> 0'}\n",
        "lint: apple\n", "expect: [{duration: 1s}]\n",
    ])
    func `a scenario that does not pass by itself is not swept`(text: String) throws {
        let folder = ScratchFolder()
        let path = try folder.put(
            "playctl: 1\nassets: ['\(SampleMedia.single.path)']\n\(text)", at: "a.play.yaml")
        #expect(try Playctl.run("run", path).status != 0)
        for kind in ["--faults", "--seeks"] {
            let run = try Playctl.run("sweep", kind, path, "--only", "segment-3.ts*")
            #expect(run.status == 1, "\(run.output)")
            #expect(run.output.contains("a scenario that passes"), "\(run.output)")
        }
    }

    @Test func `each name that fits no run is an error`() throws {
        for kind in ["--faults", "--seeks"] {
            let run = try Playctl.run(
                "sweep", kind, "single/index.m3u8", "--only", "nothing", "--only", "*1*")
            #expect(run.status == 5)
            #expect(run.errors.contains("there is no run nothing"))
        }
    }

    private let broadcast = """
        playctl: 1
        assets: [{live: {source: \(SampleMedia.single.path), id: news, ran-for: 10m}}]
        steps: [{at: 12s, stop: }]
        """

    @Test func `refuses to seek through a broadcast`() throws {
        let folder = ScratchFolder()
        let path = try folder.put(broadcast.utf8, at: "live.play.yaml")
        let run = try Playctl.run("sweep", "--seeks", path)
        #expect(run.status == 2)
        #expect(run.errors.contains("a broadcast has no positions that last"))
    }

    @Test func `sweeps faults through a stretch of a broadcast`() throws {
        let folder = ScratchFolder()
        let path = try folder.put(broadcast.utf8, at: "live.play.yaml")
        let run = try Playctl.run("sweep", "--faults", path, "--only", "*:404")
        #expect(run.status == 0, "\(run.output) \(run.errors)")
        #expect(run.output.contains("\n  all "))
    }

    @Test func `writes reports in which each run has a repeat command`() throws {
        let folder = ScratchFolder()
        let path = folder.path + "/sweep.json"
        let run = try Playctl.run(
            "sweep", "--faults", "single/index.m3u8", "--only", "segment-3.ts:*", "--json", path)
        #expect(run.status == 0)
        let json = String(decoding: try folder.bytes("sweep.json"), as: UTF8.self)
        #expect(
            json.contains(
                "playctl sweep --faults single/index.m3u8 --only segment-3.ts:404"))
    }

    @Test func `gives the same output with any number of jobs`() throws {
        func output(_ jobs: String) throws -> String {
            try Playctl.run("sweep", "--faults", "ts-multivariant/index.m3u8", "-j", jobs).output
        }
        #expect(try output("1") == output("7"))
    }

    @Test func `seeks to segment borders, discontinuities and other error-prone positions`() throws
    {
        let run = try Playctl.run("sweep", "--seeks", "discontinuity/index.m3u8")
        #expect(run.status == 0)
        #expect(run.lines.first == "  compared  with the stream")
        #expect(run.lines.last == "no violation in 38 runs")
    }

    @Test func `reports that no run has the requested name`() throws {
        let run = try Playctl.run("sweep", "--seeks", "single/index.m3u8", "--only", "nothing")
        #expect(run.status == 5)
        #expect(run.errors.contains("there is no run nothing"))
    }

    @Test func `a requested run that does not exist is reported among others`() throws {
        let run = try Playctl.run(
            "sweep", "--faults", "single/index.m3u8", "--only", "segment-3.ts:404", "--only",
            "segmnt-4.ts:404")
        #expect(run.status == 5)
        #expect(run.errors.contains("there is no run segmnt-4.ts:404"))
    }

    @Test func `fails for an asset that fails without a fault`() throws {
        let run = try Playctl.run("sweep", "--faults", "nowhere/index.m3u8")
        #expect(run.status == 1)
        #expect(run.output.contains("sweep.baseline"))
        #expect(run.output.contains("no such file"))
    }

    @Test(arguments: [
        (["sweep", "a.m3u8"], "--faults or --seeks is missing"),
        (["sweep", "--faults", "--seeks", "a.m3u8"], "exclude each other"),
        (["sweep", "--faults"], "ASSET is missing"),
        (["sweep", "--faults", "a.m3u8", "--jobs", "0"], "a whole number from 1 to 256"),
    ])
    func `reports wrong usage`(arguments: [String], text: String) throws {
        let run = try Playctl.run(arguments)
        #expect(run.status == 2)
        #expect(run.errors.contains(text))
    }

    @Test func `sweeps a scenario with all its steps`() throws {
        let folder = ScratchFolder()
        let path = try folder.put(
            """
            playctl: 1
            assets: ["\(SampleMedia.folder)/single/index.m3u8"]
            steps:
              - {at: 2s, seek: 7s}
            """, at: "seek.play.yaml")
        let run = try Playctl.run("sweep", "--faults", path, "--only", "*segment-4.ts:*")
        #expect(run.status == 0)
        #expect(run.output.contains("runs"))
        let broken = try folder.put("playctl: 1\nassets: 5", at: "broken.play.yaml")
        #expect(try Playctl.run("sweep", "--faults", broken).status == 2)
    }

    @Test(arguments: ["--junit", "--html", "--json", "--tap"])
    func `a report that cannot be written fails before the sweep`(option: String) throws {
        let run = try Playctl.run(
            "sweep", "--faults", "single/index.m3u8", option, "/nowhere/report")
        #expect(run.status == 1)
        #expect(run.output == "")
        #expect(run.errors.contains("/nowhere/report"))
    }

    @Test func `a seek sweep of a scenario that has steps is refused`() throws {
        let folder = ScratchFolder()
        let path = try folder.put(
            """
            playctl: 1
            assets: ["\(SampleMedia.folder)/single/index.m3u8"]
            steps:
              - {at: 2s, seek: 7s}
            """, at: "seek.play.yaml")
        let run = try Playctl.run("sweep", "--seeks", path)
        #expect(run.status == 2)
        #expect(run.errors.contains("--seeks is refused: it has 1 step of its own"))
    }

    @Test func `the repeat command of a failure repeats it`() throws {
        let folder = ScratchFolder()
        // Nothing listens on this port, so every request to the key server fails at once.
        let first = try Playctl.run(
            "sweep", "--faults", "protected-cbcs/index.m3u8", "--network", "1000,50",
            "--subtitles", "off", "--key-server", "http://127.0.0.1:9", "--junit",
            folder.path + "/a.xml")
        #expect(first.status == 1)
        let line = try #require(first.lines.first { $0.hasPrefix("repeat: ") })
        #expect(
            line == "repeat: playctl sweep --faults protected-cbcs/index.m3u8 --subtitles off"
                + " --network 1000,50 --key-server http://127.0.0.1:9")
        let words = line.split(separator: " ").dropFirst(2).map(String.init)
        #expect(try Playctl.run(words).output == first.output)
    }

    @Test func `the table is in the page and in the results`() throws {
        let folder = ScratchFolder()
        let json = folder.path + "/sweep.json"
        let run = try Playctl.run(
            "sweep", "--faults", "single/index.m3u8", "--only", "segment-3.ts:*", "--json", json,
            "--html", folder.path + "/sweep.html")
        #expect(run.status == 0)
        let page = String(decoding: try folder.bytes("sweep.html"), as: UTF8.self)
        #expect(page.contains("Outcomes of the faults"))
        let merged = try Playctl.run(["report", "merge", json, "--html", "-"])
        #expect(merged.output.contains("Outcomes of the faults"))
        #expect(merged.output.contains("no playlist was requested again"))
    }
}
