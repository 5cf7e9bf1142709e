import Foundation
import TestSupport
import Testing

/// Lost output is always reported.
@Suite struct OutputLossTests {
    private static let full = "/dev/full"
    private static let hasFull = FileManager.default.fileExists(atPath: full)

    @Test(.enabled(if: hasFull, "needs /dev/full"))
    func `a trace on a full disk is a failure`() throws {
        let run = try Playctl.launch(
            "play", "single/index.m3u8", "--events", "none", "--ledger", "none", "--trace",
            Self.full)
        #expect(run.status == 1)
        #expect(
            run.errors == "playctl: /dev/full: cannot be written: No space left on device\n")
    }

    /// The tool writes to a non-blocking pipe, which is read only after half a second.
    @Test(arguments: ["probe --packets single/index.m3u8", "--help", "schema"])
    func `the tool waits while a non-blocking pipe is full`(arguments: String) throws {
        let script = """
            import os, subprocess, sys, time
            read, write = os.pipe()
            os.set_blocking(write, False)
            tool = subprocess.Popen(sys.argv[1:], stdout=write)
            os.close(write)
            time.sleep(0.5)
            with open(read, 'rb') as pipe:
                sys.stdout.buffer.write(pipe.read())
            sys.exit(tool.wait())
            """
        let words = arguments.split(separator: " ").map(String.init)
        let piped = try Playctl(
            command: ["/usr/bin/env", "python3", "-c", script, Playctl.path] + words
        ).wait()
        let plain = try Playctl(words).wait()
        #expect(piped.status == 0)
        #expect(piped.errors == "")
        #expect(piped.output == plain.output)
    }

    @Test(arguments: [
        "play single/index.m3u8", "probe --packets single/index.m3u8",
        "offline list --store $STORE", "schema",
    ])
    func `a closed standard output is a failure`(
        arguments: String
    ) throws {
        let folder = ScratchFolder()
        let run = try Playctl.shell("STORE='\(folder.path)/s'; $PLAYCTL \(arguments) >&-")
        #expect(run.status == 1)
        #expect(run.errors.contains("Bad file descriptor") || run.errors.contains("no store"))
    }

    @Test func `a report is written when standard error is closed`() throws {
        let folder = ScratchFolder()
        let run = try Playctl.shell(
            "$PLAYCTL sweep --faults single/index.m3u8 --only 'segment-3.ts:404'"
                + " --json '\(folder.path)/a.json' 2>&-")
        #expect(run.status == 0)
        #expect(folder.text("a.json").hasPrefix("{\"format\""))
    }

    @Test(arguments: [
        "play single/index.m3u8 --events ndjson --progress-interval 1ms",
        "probe --packets ts-multivariant/index.m3u8", "schema",
    ])
    func `a pipe that its reader closes early has an exit code of its own`(arguments: String) throws
    {
        // The pipe is closed before the first byte can be written.
        let run = try Playctl.shell(
            "{ sleep 0.3; $PLAYCTL \(arguments); echo $? >&3; } 3>&2 | true")
        #expect(run.errors == "141\n")
    }

    @Test func `a run with a closed pipe is not a success, and its reports are complete`() throws {
        let folder = ScratchFolder()
        for name in ["a", "b", "c"] {
            try folder.put(
                "playctl: 1\nassets: ['\(SampleMedia.single.path)']\n", at: "\(name).play.yaml")
        }
        let line = "{ sleep 0.3; cd '\(folder.path)'; $PLAYCTL run -j 1 . %; echo $? >&3; }"
        let bare = try Playctl.shell(line.replacing("%", with: "") + " 3>&2 | true")
        #expect(bare.errors == "141\n")
        let kept = try Playctl.shell(line.replacing("%", with: "--tap a.tap") + " 3>&2 | true")
        #expect(kept.errors == "141\n")
        #expect(folder.text("a.tap").contains("\nok 3 - c\n"))
    }

    @Test func `two reports in one file are refused`() throws {
        let folder = ScratchFolder()
        try folder.put("playctl: 1\nassets: ['x.m3u8']\n", at: "a.play.yaml")
        let run = try Playctl(
            ["run", "a.play.yaml", "--json", "a.out", "--tap", "./a.out"], in: folder.path
        ).wait()
        #expect(run.status == 2)
        #expect(run.errors.contains("are the same file"))
    }
}
