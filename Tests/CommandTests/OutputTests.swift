import Foundation
import TestSupport
import Testing

/// The outputs of the built tool, and their destinations.
@Suite struct OutputTests {
    private static let events: Set = [
        "didAdvanceToPlaybackSession", "didChangeDuration", "didProgressTo", "didPassCuePoints",
        "didReceiveLifecycleEvent", "didChangeSeekableRanges", "determinedMediaType",
        "determinedVideoType", "determinedCodecs", "determinedMetadata", "didCompletePlaylist",
        "ledger", "format",
    ]

    @Test(arguments: SampleMedia.allCases)
    func `every event is an object whose first keys are t, session and event`(
        sample: SampleMedia
    ) throws {
        let run = try Playctl.launch("play", sample.rawValue, "--events", "ndjson")
        #expect(run.status == 0)
        let pattern = try Regex(
            #"\{"t":\d+\.\d{3},"session":(\d+|null),"event":"([A-Za-z]+)"(,.*)?\}"#)
        #expect(run.lines.allSatisfy { $0.wholeMatch(of: pattern) != nil })
        let objects = try run.objects
        #expect(Set(objects.compactMap { $0["event"] as? String }).subtracting(Self.events) == [])
        let times = objects.compactMap { $0["t"] as? Double }
        #expect(times == times.sorted())
        let progress = objects.filter { $0["event"] as? String == "didProgressTo" }
        #expect(progress.first?["progress"] as? String == "-inf")
        #expect(progress.last?["progress"] as? String == "+inf")
        let types = objects.compactMap { $0["type"] as? String }
        #expect(
            types == [
                "PlaybackBufferEmpty", "Ready", "PlayRequest", "Play", "PlaybackLikelyToKeepUp",
                "Pause", "End",
            ])
    }

    @Test func `with events and ledger switched off, nothing is written`() throws {
        let run = try Playctl.launch(
            "play", "single/index.m3u8", "--events", "none", "--ledger", "none")
        #expect(run.status == 0)
        #expect(run.output == "")
        #expect(run.errors == "")
    }

    @Test func `the ledger is written as text, as JSON or not at all`() throws {
        func play(_ ledger: String) throws -> Playctl.Outcome {
            try Playctl.launch("play", "single/index.m3u8", "--events", "none", "--ledger", ledger)
        }
        #expect(try play("none").output == "")
        #expect(try play("text").lines.first == "ledger  session 1  single/index.m3u8")
        let ledger = try play("json").object
        #expect(ledger["event"] as? String == "ledger")
        #expect(ledger["sound"] as? Bool == true)
        #expect(ledger["ended"] as? Bool == true)
        let tracks = try #require(ledger["tracks"] as? [[String: Any]])
        #expect(tracks.map { $0["played"] as? Double } == [10, 10])
        let requests = try #require(ledger["requests"] as? [String: Any])
        #expect(requests["issued"] as? Int == 6)
        #expect(requests["used"] as? Int == 6)
    }

    /// Plays an asset for which the player makes many decisions, and returns the trace.
    private func trace(behind prefix: [String] = []) throws -> [UInt8] {
        let folder = ScratchFolder()
        let run = try Playctl(
            command: prefix + [
                Playctl.path, "play", "ts-multivariant/index.m3u8", "discontinuity/index.m3u8",
                "--subtitles", "en", "--network", "700,30", "--loss", "0.01", "--seek", "3:9",
                "--trace", "\(folder.path)/trace", "--events", "none",
            ]
        ).wait()
        // The second asset has no subtitles.
        #expect(run.status == 1)
        return try folder.bytes("trace")
    }

    @Test func `the trace has the same bytes each time`() throws {
        let first = try trace()
        #expect(first.count > 1000)
        #expect(try trace() == first)
    }

    private static let taskset = "/usr/bin/taskset"

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: taskset), "needs taskset"))
    func `the trace has the same bytes on one processor and on all`() throws {
        #expect(try trace(behind: [Self.taskset, "-c", "0"]) == trace())
    }

    @Test func `the trace has the lines of the text output`() throws {
        let folder = ScratchFolder()
        let run = try Playctl.launch(
            "play", "single/index.m3u8", "--trace", "\(folder.path)/trace", "--ledger", "none")
        #expect(folder.text("trace") == "# playctl trace 1\n" + run.output)
    }

    @Test func `a trace that cannot be written fails before anything is played`() throws {
        let run = try Playctl.launch("play", "single/index.m3u8", "--trace", "/nowhere/trace")
        #expect(run.status == 1)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.hasPrefix("playctl: /nowhere/trace: "))
        #expect(run.output == "")
    }

    @Test(arguments: [
        "play", "play single/index.m3u8 --events ndjson", "probe --packets single/index.m3u8",
        "probe single/index.m3u8 --json",
    ])
    func `a closed pipe ends the tool quietly`(arguments: String) throws {
        let run = try Playctl.shell(
            "{ $PLAYCTL \(arguments); echo $? >&3; } 3>&2 | head -1")
        #expect(run.lines.count == 1)
        #expect(["0\n", "141\n"].contains(run.errors))
    }

    private static let full = "/dev/full"

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: full), "needs /dev/full"),
        arguments: ["--help", "schema", "cues single/index.m3u8", "play single/index.m3u8"])
    func `output on a full disk is a failure`(arguments: String) throws {
        let run = try Playctl.shell("$PLAYCTL \(arguments) > \(Self.full)")
        #expect(run.status == 1)
        #expect(
            run.errorLines.last == "playctl: standard output: No space left on device")
    }

    // MARK: Terminals

    private static let script = "/usr/bin/script"

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: script), "needs script"),
        arguments: ["text", "none", "ndjson"])
    func `a terminal shows the position of playback`(events: String) throws {
        let folder = ScratchFolder()
        let line =
            "\(Playctl.path) play single/index.m3u8 --realtime --rate 20 --events \(events)"
        let run = try Playctl(command: [Self.script, "-qec", line, "\(folder.path)/tty"]).wait()
        #expect(run.status == 0)
        let shown = folder.text("tty")
        #expect(shown.contains("\u{1B}[KAV: 00:00:"))
        #expect(shown.contains(" / 00:00:10 ("))
        #expect(shown.contains("Buffer: "))
        #expect(shown.contains("ledger  session 1") == (events != "ndjson"))
        let last = ["text": "End", "none": "clock ", "ndjson": #""type":"End""#][events]
        #expect(shown.contains(try #require(last)))
    }

    @Test func `a pipe receives no output for terminals`() throws {
        let run = try Playctl.launch("play", "single/index.m3u8", "--realtime", "--rate", "20")
        #expect(!run.output.contains("\u{1B}"))
        #expect(!run.output.contains("\r"))
        #expect(run.errors == "")
    }
}
