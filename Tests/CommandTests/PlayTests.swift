import Foundation
import TestSupport
import Testing

/// Playback with the built tool.
@Suite struct PlayTests {
    @Test(arguments: SampleMedia.allCases)
    func `plays every sample to its end at every level`(sample: SampleMedia) throws {
        for level in ["playlist", "demux", "decode"] {
            let run = try Playctl.run("play", sample.rawValue, "--verify", level)
            #expect(run.status == 0)
            #expect(run.errors == "")
            #expect(run.lines.contains { $0.hasSuffix("didReceiveLifecycleEvent    End") })
            #expect(run.lines.contains("ledger  session 1  \(sample.rawValue)"))
        }
    }

    @Test func `plays the bundled sample with its cue points when no asset is named`() throws {
        let run = try Playctl.launch("play", in: "/")
        #expect(run.status == 0)
        #expect(
            run.lines.contains { $0.contains("didPassCuePoints") && $0.contains("before pre-roll") }
        )
        #expect(run.lines.last?.contains("clock") == true)
        #expect(run.output.contains("video      played 20.000  of 20.000 s"))
    }

    @Test func `passes the cue points that a file lists`() throws {
        let folder = ScratchFolder()
        let file = try folder.put(
            """
            [{"time": "before", "type": "AD"}, {"time": 2.5, "type": "CODE", "name": "two"},
             {"time": 2.75, "type": "CODE", "name": "three", "properties": {"a": [1, null]}},
             {"time": "after", "type": "AD", "name": "post"}]
            """, at: "cues.json")
        let run = try Playctl.run(
            "play", "single/index.m3u8", "--cue-points", file, "--events", "ndjson")
        #expect(run.status == 0)
        let passed = try run.objects.filter { $0["event"] as? String == "didPassCuePoints" }
        #expect(passed.map { $0["t"] as? Double } == [0, 3, 10])
        #expect(passed.first?["previousTime"] as? String == "-inf")
        #expect(passed.last?["currentTime"] as? String == "+inf")
        let points = try #require(passed[1]["cuePoints"] as? [[String: Any]])
        #expect(points.map { $0["time"] as? Double } == [2.5, 2.75])
        #expect(points.map { $0["name"] as? String } == ["two", "three"])
    }

    @Test(arguments: ["", "[", "{}", "[{\"time\": \"soon\"}]", "[1]", "<html>"])
    func `a broken file of cue points fails in one line that names it`(text: String) throws {
        let folder = ScratchFolder()
        let file = try folder.put(text, at: "cues.json")
        let run = try Playctl.run("play", "single/index.m3u8", "--cue-points", file)
        #expect(run.status == 2)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.hasPrefix("playctl: \(file): "))
        #expect(run.output == "")
    }

    @Test func `a missing file of cue points fails in one line that names it`() throws {
        let run = try Playctl.run("play", "single/index.m3u8", "--cue-points", "no.json")
        #expect(run.status == 2)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.contains("no.json: no such file"))
    }

    @Test func `plays only the first asset without automatic advance, and reports the others`()
        throws
    {
        let assets = ["single/index.m3u8", "progressive/movie.mp4", "pts-wrap/index.m3u8"]
        let all = try Playctl.run(["play"] + assets + ["--events", "ndjson"])
        #expect(all.status == 0)
        let ends = try all.objects.filter { $0["type"] as? String == "End" }
        #expect(ends.map { $0["session"] as? Int } == [1, 2, 3])
        let ledgers = try all.objects.filter { $0["event"] as? String == "ledger" }
        #expect(ledgers.map { $0["source"] as? String } == assets)
        #expect(all.output.contains("didCompletePlaylist"))

        let one = try Playctl.run(
            ["play"] + assets + ["--events", "ndjson", "--no-auto-advance"]
        )
        #expect(one.status == 1)
        let left = "2 of 3 videos were not played: --no-auto-advance plays only the first"
        #expect(one.errors.contains(left))
        let sessions = try one.objects.compactMap { $0["session"] as? Int }
        #expect(sessions.allSatisfy { $0 == 1 })
    }

    @Test func `an asset that fails does not prevent the next one from playing`() throws {
        let run = try Playctl.run(
            "play", "none.m3u8", "single/index.m3u8", "neither.m3u8", "--ledger", "json",
            "--events", "none")
        #expect(run.status == 1)
        #expect(run.errorLines.count == 2)
        #expect(run.errorLines.first?.contains("/none.m3u8: no such file") == true)
        #expect(run.errorLines.last?.contains("/neither.m3u8: no such file") == true)
        #expect(try run.objects.map { $0["ended"] as? Bool } == [false, true, false])
    }

    @Test func `two segments with exchanged contents are reported as an overlap`() throws {
        let folder = ScratchFolder()
        let asset = try folder.copy(.single)
        let second = try folder.bytes("asset/segment-1.ts")
        try folder.put(try folder.bytes("asset/segment-2.ts"), at: "asset/segment-1.ts")
        try folder.put(second, at: "asset/segment-2.ts")
        let run = try Playctl.run("play", asset, "--events", "none", "--ledger", "none")
        #expect(run.status == 1)
        #expect(run.errorLines == ["playctl: \(asset): video overlapped at 2.000-4.000 s"])
    }

    @Test func `videos that are not played are named with the cause`() throws {
        let folder = ScratchFolder()
        let catalogue = try folder.put(
            """
            {"videos": [
                {"name": "Bare", "sources": []},
                {"name": "Film", "sources": [{"src": "\(SampleMedia.single.path)"}]},
                {"error_code": "VIDEO_NOT_PLAYABLE", "error_subcode": "CLIENT_GEO", "message": "no"}
            ]}
            """, at: "three.json")
        let run = try Playctl.run("play", catalogue, "--events", "none", "--ledger", "none")
        #expect(run.status == 1)
        #expect(
            run.errorLines == [
                "playctl: Bare: not played: it has no source",
                "playctl: video 3: not played: the catalogue refused it: VIDEO_NOT_PLAYABLE,"
                    + " CLIENT_GEO, no",
            ])
    }

    @Test func `seeks forward, backward and beyond the end`() throws {
        func progress(_ seeks: String...) throws -> (Int32, [Double], [String: Double]) {
            let run = try Playctl.run(
                ["play", "single/index.m3u8", "--events", "ndjson"] + seeks.map { "--seek=" + $0 }
            )
            let objects = try run.objects
            let times = objects.compactMap { $0["progress"] as? Double }
            let tracks = try #require(objects.last?["tracks"] as? [[String: Any]])
            return (run.status, times, tracks[0].compactMapValues { $0 as? Double })
        }
        let forward = try progress("3:8")
        #expect(forward.0 == 0)
        #expect(!forward.1.contains { $0 > 3 && $0 < 8 })
        #expect(forward.2["skipped"] == 5)
        #expect(forward.2["played"] == 5)

        let backward = try progress("6:2")
        #expect(backward.0 == 0)
        #expect(backward.1.filter { $0 == 5 }.count == 2)
        #expect(backward.2["skipped"] == 0)

        let both = try progress("1:4", "5:2", "7:9")
        #expect(both.0 == 0)
        #expect(both.1.max() == 10)

        let beyond = try progress("2:1000")
        #expect(beyond.0 == 0)
        #expect(beyond.1.max() == 10)
        #expect(beyond.2["played"] == 2)
    }

    @Test func `plays faster and slower than normal`() throws {
        for (rate, end) in [("2", 5.0), ("0.5", 20.0), ("1000", 0.01)] {
            let run = try Playctl.run(
                "play", "single/index.m3u8", "--rate", rate, "--events", "ndjson")
            #expect(run.status == 0)
            #expect(try run.objects.last?["t"] as? Double == end)
        }
    }

    @Test func `reports progress at the chosen interval`() throws {
        let run = try Playctl.run(
            "play", "single/index.m3u8", "--progress-interval", "2500ms", "--events", "ndjson")
        let times = try run.objects.compactMap { $0["progress"] as? Double }
        #expect(times == [0, 2.5, 5, 7.5, 10])
    }

    @Test func `in real time the trace is the same`() throws {
        let arguments = ["play", "single/index.m3u8", "--rate", "50"]
        let virtual = try Playctl.run(arguments)
        let real = try Playctl.run(arguments + ["--realtime"])
        #expect(real.status == 0)
        #expect(real.output == virtual.output)
    }

    @Test func `an interrupted run ends with its ledger and exits with 130`() throws {
        let run = try Playctl(["play", "single/index.m3u8", "--realtime"])
        try run.waitForOutput("Ready")
        run.interrupt()
        let outcome = run.wait()
        #expect(outcome.status == 130)
        #expect(outcome.output.contains("ledger  session 1"))
        #expect(outcome.errors == "")
    }
}
