import Foundation
import PlayctlCommands
import ResultReports
import RunResults
import TestSupport
import Testing

/// Tests that start the built tool with the verb `run`.
@Suite struct RunTests {
    static let sample = SampleMedia.single.path

    /// Creates a folder of scenarios with the sample as their asset.
    ///
    /// `files` has the path of each scenario, and the text that follows the assets in its file.
    func suite(_ files: KeyValuePairs<String, String>) throws -> ScratchFolder {
        let folder = ScratchFolder()
        for (path, text) in files {
            if let slash = path.lastIndex(of: "/") {
                _ = try folder.makeFolder(String(path[..<slash]))
            }
            try folder.put(
                "playctl: 1\nassets: ['\(Self.sample)']\n" + text, at: path + ".play.yaml")
        }
        return folder
    }

    func run(_ folder: ScratchFolder, _ arguments: String...) throws -> Playctl.Outcome {
        try Playctl(["run"] + arguments, in: folder.path).wait()
    }

    func names(_ outcome: Playctl.Outcome) -> [String] {
        outcome.lines.map { $0.split(separator: "\t").first.map(String.init) ?? "" }
    }

    @Test func `a file that cannot be read fails by itself in its part of a run`() throws {
        let folder = try suite(["a": "", "b": ""])
        _ = try folder.putSparse(
            Array("playctl: 1\n".utf8), byteCount: 300 << 20, at: "c.play.yaml")
        var names: [String] = []
        for part in 1...2 {
            let run = try run(folder, ".", "--shard", "\(part)/2", "--json", "\(part).json")
            names += try ResultFile(json: folder.bytes("\(part).json")).results.map(\.name)
            #expect(run.output.contains("FAILED  c") == (run.status == 1), "\(run.output)")
            #expect(!run.errors.contains("cannot be read"), "\(run.errors)")
        }
        #expect(names.sorted() == ["a", "b", "c"])
        let merged = try Playctl(["report", "merge", "1.json", "2.json"], in: folder.path).wait()
        #expect(merged.output.contains("2 passed, 1 failed"), "\(merged.errors)")
    }

    @Test func `a file name is reported as it is, also if it looks like a relative URL`() throws {
        let folder = try suite(["what?is=abcdefgh": "expect: [{duration: 99s}]\n"])
        let name = "what?is=abcdefgh"
        let run = try run(folder, ".", "--json", "a.json", "--junit", "a.xml", "--tap", "a.tap")
        #expect(run.status == 1)
        #expect(run.output.contains("FAILED  \(name)  "), "\(run.output)")
        #expect(
            run.output.contains("repeat: playctl run '\(name).play.yaml'\n"), "\(run.output)")
        for report in ["a.json", "a.xml", "a.tap"] {
            #expect(folder.text(report).contains("\(name).play.yaml"), "\(report)")
        }
        #expect(try self.run(folder, "-l", ".").output == "\(name)\t\(name).play.yaml\n")
    }

    @Test func `a run can have a single scenario`() throws {
        let folder = try suite(["a": "expect: [end]\n"])
        let run = try run(folder, "a.play.yaml")
        #expect(run.status == 0)
        #expect(run.lines.last == "1 passed, 0 failed")
        #expect(run.lines.first?.hasPrefix("passed  a  ") == true)
        #expect(run.errors == "")
    }

    @Test func `a failure is reported with its line and the command that repeats it`() throws {
        let folder = try suite(["ads/late": "expect:\n  - end\n  - duration: 99s\n"])
        let run = try run(folder, ".")
        #expect(run.status == 1)
        #expect(run.output.contains("FAILED  ads.late"))
        #expect(run.output.contains("ads/late.play.yaml:5"))
        #expect(run.output.contains("repeat: playctl run --root . ads/late.play.yaml\n"))
        let again = try Playctl(
            ["run", "--root", ".", "ads/late.play.yaml"], in: folder.path
        ).wait()
        #expect(again.output == run.output)
    }

    @Test func `a run that breaks only thresholds has an exit code of its own`() throws {
        let folder = try suite(["a": "thresholds: {mean-bitrate: '> 1Gbps'}\n"])
        #expect(try run(folder, "a.play.yaml").status == 99)
    }

    @Test func `a threshold of a player profile is checked in a run with that profile`() throws {
        let text =
            "thresholds:\n  - {profile: [default, chromium], startup-time: < 100s}\n"
            + "  - {profile: gstreamer, startup-time: '> 100s'}\n"
        let folder = try suite(["a": text])
        let all = try run(folder, "--json", "a.json", "a.play.yaml")
        #expect(all.status == 99)
        #expect(names(try run(folder, "--list", ".")) == ["a", "a.chromium", "a.gstreamer"])
        #expect(all.output.contains("threshold.startup-time"))
        #expect(all.output.contains("repeat: playctl run --profile gstreamer a.play.yaml"))
        let page = folder.text("a.json")
        #expect(!page.contains("skipped\""), "each run has the bounds of its player alone")
        #expect(try run(folder, "-k", "a.chromium", "a.play.yaml").status == 0)
        #expect(try run(folder, "--profile", "gstreamer", "a.play.yaml").status == 99)
        let other = try run(folder, "--profile", "vhs", "a.play.yaml")
        #expect(other.status == 0)
        #expect(other.output.contains("2 checks skipped"))
        #expect(other.output.contains("the player of this run is vhs"))
    }

    @Test func `a scenario with a threshold fails when the player skips a missing segment`() throws
    {
        let fault = "faults: [{match: {location: '*segment-2.ts'}, do: {status: 404}}]\n"
        let folder = try suite([
            "a": fault + "player: {recovery: {missing-segment: skip}}\n"
                + "thresholds: {profile: chromium, rebuffering-time: <= 1s}\n"
        ])
        let run = try run(folder, "a.play.yaml")
        #expect(run.status == 1)
        #expect(run.output.contains("scenario  a.chromium"))
    }

    @Test func `differences from earlier results are reported, and new results may replace them`()
        throws
    {
        let folder = try suite(["a": "expect: [end]\n", "b": "expect: [{duration: 99s}]\n"])
        #expect(try run(folder, "--json", "last.json", ".").status == 1)
        let same = try run(folder, "--against", "last.json", ".")
        #expect(same.output.contains("against last.json: no difference"))
        #expect(same.status == 1, "the exit code is the exit code of the results")
        let head = "playctl: 1\nassets: ['\(Self.sample)']\n"
        try folder.put(head + "expect: [{duration: 98s}]\n", at: "a.play.yaml")
        try folder.put(head + "expect: [end]\n", at: "c.play.yaml")
        _ = try Playctl.shell("rm '\(folder.path)/b.play.yaml'")
        let next = try run(
            folder, "--against", "last.json", "--json", "last.json", "--html", "p.html", ".")
        #expect(next.output.contains("1 failing now\n    a: expect.duration"))
        #expect(next.output.contains("1 not in the earlier results\n    c"))
        #expect(next.output.contains("1 in the earlier results, not run now\n    b"))
        #expect(folder.text("p.html").contains("Since the last results"))
        let again = try run(folder, "--against", "last.json", ".")
        #expect(again.output.contains("no difference"), "they were replaced")
        #expect(try run(folder, "--against", "none.json", ".").status == 2)
        try folder.put("{}", at: "bad.json")
        #expect(try run(folder, "--against", "bad.json", ".").status == 2)
    }

    @Test func `an unreadable scenario fails, and the others run`() throws {
        let folder = try suite(["a": ""])
        _ = try folder.putSparse([], byteCount: 17 << 20, at: "big.play.yaml")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link.play.yaml", withDestinationPath: "nowhere")
        _ = try Playctl.shell("mkfifo \(folder.path)/pipe.play.yaml")
        let run = try run(folder, "--json", "a.json", ".")
        #expect(run.status == 1)
        #expect(run.lines.last == "1 passed, 3 failed")
        #expect(run.output.contains("is a link to a missing file"))
        #expect(run.output.contains("not a file"))
        let results = try ResultFile(json: folder.bytes("a.json")).results
        #expect(results.map(\.name) == ["a", "big", "link", "pipe"])
        #expect(results.dropFirst().allSatisfy { $0.checks[0].code == "scenario.unreadable" })
    }

    @Test func `the repeat command has the golden traces of the run`() throws {
        let folder = try suite(["a": ""])
        let run = try run(folder, "--golden", "kept", "a.play.yaml")
        #expect(run.status == 1)
        #expect(run.output.contains("repeat: playctl run --golden kept a.play.yaml\n"))
    }

    @Test func `results are in the order of the scenarios, at any number of jobs`() throws {
        let folder = try suite([
            "a": "", "b": "expect: [{duration: 1s}]\n", "c": "", "d": "", "e": "",
        ])
        let outputs = try ["1", "2", "5"].map { try run(folder, "-j", $0, ".").output }
        #expect(Set(outputs).count == 1)
        let lines = outputs[0].split(separator: "\n").prefix(5)
        #expect(lines.map { $0.split(separator: " ")[1] } == ["a", "b", "c", "d", "e"])
    }

    @Test func `an option ends the run at the first failure`() throws {
        let folder = try suite(["a": "", "b": "expect: [{duration: 1s}]\n", "c": ""])
        let run = try run(folder, "-x", "-j", "1", ".")
        #expect(run.status == 1)
        #expect(run.output.hasSuffix("1 passed, 1 failed\n"))
        #expect(!run.output.contains("  c  "))
    }

    @Test func `results of a run that ended early state it, and are not merged`() throws {
        let folder = try suite(["a": "", "b": "expect: [{duration: 1s}]\n", "c": ""])
        let run = try run(folder, "-x", "-j", "1", "--json", "a.json", "--tap", "a.tap", ".")
        #expect(run.status == 1)
        #expect(run.errors == "playctl: ended early: 2 of 3 were run\n")
        #expect(try ResultFile(json: folder.bytes("a.json")).planned == 3)
        #expect(folder.text("a.tap").hasPrefix("TAP version 14\n1..3\n"))
        #expect(folder.text("a.tap").hasSuffix("\nBail out! 2 of 3 were run\n"))
        let merge = try Playctl(["report", "merge", "a.json"], in: folder.path).wait()
        #expect(merge.errors == "playctl: a.json: is incomplete: 2 of 3 were run\n")
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"))
    func `standard output on a full disk does not remove scenarios from the reports`() throws {
        let folder = try suite(["a": "", "b": "", "c": ""])
        let run = try Playctl(
            command: [
                "/bin/sh", "-c", "\"$0\" run . --json a.json > /dev/full", Playctl.path,
            ], in: folder.path
        ).wait()
        #expect(run.status == 1)
        #expect(run.errors == "playctl: standard output: No space left on device\n")
        #expect(try ResultFile(json: folder.bytes("a.json")).results.count == 3)
    }

    @Test func `a report that cannot be written fails before any run`() throws {
        let folder = try suite(["a": ""])
        let run = try run(folder, "--json", "a.json", "--junit", "none/a.xml", ".")
        #expect(run.status == 1)
        #expect(run.output == "")
        #expect(
            run.errors == "playctl: none/a.xml: cannot be written: No such file or directory\n")
    }

    @Test func `each scenario result is written as soon as it is known, also to a pipe`() throws {
        let folder = try suite(["a": "stepps: []\n", "b": "player: {verification: decode}\n"])
        let run = try Playctl(
            ["run", "-j", "1", "--n-runs", "1000000", "."], in: folder.path)
        try run.waitForOutput("FAILED  a")
        run.interrupt()
        let outcome = run.wait()
        #expect(outcome.status == 130)
        #expect(outcome.errors == "playctl: interrupted: 1 of 2 were run\n")
    }

    @Test func `an invalid scenario fails, and the others run`() throws {
        let folder = try suite(["a": "stepps: []\n", "b": ""])
        let run = try run(folder, ".")
        #expect(run.status == 1)
        #expect(run.output.contains("unknown key 'stepps'; did you mean 'steps'?"))
        #expect(run.output.contains("a.play.yaml:3"))
        #expect(run.output.contains("passed  b"))
        let list = try self.run(folder, "--list", ".")
        #expect(list.status == 1)
        #expect(list.errors.hasPrefix("playctl: a.play.yaml:3:1: unknown key 'stepps'"))
    }

    @Test func `repeated runs of a scenario with a seed are equal`() throws {
        let folder = try suite(["a": "network: {rate: 1M, loss: 5%}\nseed: 7\n"])
        let run = try run(folder, "--n-runs", "3", "a.play.yaml")
        #expect(run.status == 0)
        #expect(run.lines.last == "1 passed, 0 failed")
    }

    @Test func `a run that differs is reported with its first different line`() throws {
        var count = 0
        let result = Repetition.run(3) {
            count += 1
            var result = ScenarioResult(name: "a")
            result.trace = ["0 same", "1 run \(min(count, 2))"]
            result.wallTime = .seconds(count)
            return result
        }
        #expect(count == 2)
        let check = try #require(result.checks.last)
        #expect(check.code == "scenario.nondeterministic")
        guard case .failed(let failure) = check.outcome else {
            Issue.record("\(check)")
            return
        }
        #expect(failure.expected == "run 2 as the first: 1 run 1")
        #expect(failure.found == "1 run 2")
        #expect(
            failure.context.last == TraceExcerptLine(number: 2, text: "1 run 1", isMarked: true))
        #expect(result.wallTime == .seconds(3))
    }

    @Test func `shards together run everything once`() throws {
        let folder = try suite(["a": "", "b": "", "c": "", "d": "", "e": ""])
        let lists = try (1...3).map { try run(folder, "--list", "--shard", "\($0)/3", ".") }
        #expect(lists.flatMap(names).sorted() == ["a", "b", "c", "d", "e"])
        #expect(lists[1].errors == "playctl: shard 2 of 3 (--shard)\n")
        try folder.put("{\"a\": 9, \"b\": 1, \"c\": 1, \"d\": 1, \"e\": 1}", at: "costs.json")
        let dear = try run(
            folder, "--list", "--shard", "1/2", "--costs", "costs.json", ".")
        #expect(names(dear) == ["a"])
    }

    @Test func `the results of an earlier run are accepted as costs of shards`() throws {
        let folder = try suite(["a": "", "b": "", "c": "", "d": ""])
        #expect(try run(folder, "--json", "last.json", ".").status == 0)
        let lists = try (1...2).map {
            try run(folder, "--list", "--shard", "\($0)/2", "--costs", "last.json", ".")
        }
        #expect(lists.map { names($0).count }.allSatisfy { $0 > 0 })
        #expect(lists.flatMap(names).sorted() == ["a", "b", "c", "d"])
        let whole = try run(folder, "--list", "--costs", "last.json", ".")
        #expect(whole.errors == "playctl: --costs has no effect, because the run is not divided\n")
    }

    @Test func `a shard without scenarios is a success`() throws {
        let folder = try suite(["a": ""])
        let runs = try (1...2).map { try run(folder, "--shard", "\($0)/2", ".") }
        #expect(runs.map(\.status) == [0, 0])
        #expect(runs.filter { $0.errors.contains("this shard has nothing to run") }.count == 1)
    }

    @Test func `the environment of test runners determines the shard`() throws {
        let folder = try suite(["a": "", "b": ""])
        let environment =
            "TEST_SHARD_INDEX=0 TEST_TOTAL_SHARDS=1 TEST_SHARD_STATUS_FILE='\(folder.path)/touched'"
        let run = try Playctl.shell("\(environment) \"$PLAYCTL\" run --list '\(folder.path)'")
        #expect(run.status == 0)
        #expect(
            run.errors
                == "playctl: shard 1 of 1 (Bazel: TEST_SHARD_INDEX, TEST_TOTAL_SHARDS)\n")
        #expect(FileManager.default.fileExists(atPath: folder.path + "/touched"))
    }

    @Test func `servers are refused unless the network is allowed`() throws {
        let folder = ScratchFolder()
        try folder.put(
            "playctl: 1\nassets: ['http://127.0.0.1:9/a.m3u8']\n", at: "a.play.yaml")
        let refused = try run(folder, "a.play.yaml")
        #expect(refused.status == 2)
        #expect(refused.errors.contains("(--allow-network)"))
        let allowed = try run(folder, "--allow-network", "a.play.yaml")
        #expect(allowed.output.contains("cannot reach 127.0.0.1"))
    }

    @Test(arguments: [
        (["run"], "FILE is missing"), (["run", "nowhere"], "nowhere: No such file or directory"),
        (["run", ".", "--shard", "3/2"], "'--shard' cannot be '3/2': expected I/N"),
        (["run", ".", "--shard", "1/2", "--shards", "2"], "exclude each other"),
        (["run", ".", "--jobs", "0"], "'--jobs' cannot be '0'"),
        (["run", ".", "--tags", "a,,b"], "'--tags' cannot be 'a,,b'"),
        (["run", ".", "--filtre", "a"], "did you mean '--filter'?"),
    ])
    func `wrong usage is reported in one line`(arguments: [String], message: String) throws {
        let folder = try suite(["one": "", "two": ""])
        let run = try Playctl(arguments, in: folder.path).wait()
        #expect(run.status == 2)
        #expect(run.output == "")
        #expect(run.errorLines.last?.contains(message) == true)
    }

    @Test func `two scenarios of one name are reported in one line`() throws {
        let folder = try suite(["one": "name: same\n", "two": "name: same\n"])
        let run = try run(folder, ".")
        #expect(run.status == 2)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.contains("'same' is the name of one.play.yaml and of two.play.yaml"))
    }

    @Test func `missing earlier results are a note, and everything is run`() throws {
        let folder = try suite(["a": ""])
        let parts = try (1...2).map {
            try run(folder, ".", "--shard", "\($0)/2", "--costs", "none.json")
        }
        #expect(parts.map(\.status) == [0, 0])
        for part in parts {
            #expect(part.errors.contains("none.json: no such file of earlier results"))
            #expect(part.errors.contains("divided by name"))
        }
        let whole = try run(folder, ".", "--costs", "none.json")
        #expect(whole.status == 0)
        #expect(whole.errorLines == ["playctl: none.json: no such file of earlier results"])
    }

    @Test(arguments: ["{", "[1]", "{\"a\": \"soon\"}", "{\"results\": [{}]}"])
    func `invalid costs are refused, with and without shards`(text: String) throws {
        let folder = try suite(["a": ""])
        try folder.put(text, at: "costs.json")
        for arguments in [["run", "."], ["run", ".", "--shard", "1/1"]] {
            let run = try Playctl(arguments + ["--costs", "costs.json"], in: folder.path).wait()
            #expect(run.status == 2)
            #expect(run.output == "")
            #expect(run.errorLines.last?.contains("costs.json: ") == true)
        }
    }

    @Test func `with fail-fast, a trace that differs from its golden trace ends the run`() throws {
        let folder = try suite(["a": "", "b": "", "c": ""])
        #expect(try run(folder, ".", "--golden", "kept", "--update").status == 0)
        try folder.put("# playctl trace 1\nother\n", at: "kept/a.trace")
        let run = try run(folder, ".", "--golden", "kept", "-x", "-j", "1")
        #expect(run.status == 1)
        #expect(run.output.contains("golden.trace"))
        #expect(run.errorLines.last == "playctl: ended early: 1 of 3 were run")
    }

    @Test func `a golden trace without a scenario is a warning if whole folders are run`() throws {
        let folder = try suite(["in/a": "", "in/b": ""])
        #expect(try run(folder, "in", "--golden", "kept", "--update").errors == "")
        try folder.remove("in/b.play.yaml")
        let whole = try run(folder, "in", "--golden", "kept")
        #expect(whole.status == 0)
        let warning = "playctl: warning: kept/b.trace: no scenario of this run has this trace"
        #expect(whole.errorLines == [warning])
        #expect(try run(folder, "in/a.play.yaml", "--golden", "kept").errors == "")
        #expect(try run(folder, "in", "-k", "a", "--golden", "kept").errors == "")
    }

    @Test func `every report states that a run ended early`() throws {
        let folder = try suite(["a": "expect: [{duration: 99s}]\n", "b": "", "c": ""])
        let run = try run(
            folder, ".", "-x", "--junit", "a.xml", "--html", "a.html", "--tap", "a.tap")
        #expect(run.status == 1)
        let words = "1 of 3 were run"
        #expect(run.errors.contains(words))
        #expect(folder.text("a.xml").contains(words))
        #expect(folder.text("a.tap").contains(words))
        #expect(folder.text("a.html").contains("only 1 of 3 scenarios were run"))
    }

    @Test func `Ctrl-C ends a run`() throws {
        let folder = try suite(["a": "player: {verification: decode}\n"])
        let run = try Playctl(
            ["run", "-v", "--n-runs", "1000000", "a.play.yaml"], in: folder.path)
        // The version is written after the tool has begun to watch for signals.
        try run.waitForErrors("playctl: version:")
        run.interrupt()
        #expect(run.wait().status == 130)
    }
}
