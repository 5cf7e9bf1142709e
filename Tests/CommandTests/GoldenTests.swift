import Foundation
import RunResults
import TestSupport
import Testing

/// Comparison of traces with golden traces, and recording of golden traces.
@Suite struct GoldenTests {
    private let folder = ScratchFolder()

    private func run(_ trace: [String], _ arguments: String...) throws -> Playctl.Outcome {
        var result = ResultFiles.result("ads.midroll", .passed)
        result.trace = trace
        let file = try folder.put([result], at: "results.json")
        return try Playctl(["report", "merge", file] + arguments, in: folder.path).wait()
    }

    @Test func `a golden trace is written, compared and shown with its differences`() throws {
        let missing = try run(["0.000  a", "5.000  b"], "--golden", "kept/traces")
        #expect(missing.status == 1)
        #expect(missing.output.contains("run again with --update"))

        let recorded = try run(["0.000  a", "5.000  b"], "--golden", "kept/traces", "--update")
        #expect(recorded.status == 0)
        #expect(recorded.lines.contains("  written  ads.midroll.trace"))
        #expect(
            folder.text("kept/traces/ads.midroll.trace")
                == "# playctl trace 1\n0.000  a\n5.000  b\n")

        #expect(try run(["0.000  a", "5.000  b"], "--golden", "kept/traces").status == 0)

        let other = try run(["0.000  a", "5.400  b"], "--golden", "kept/traces")
        #expect(other.status == 1)
        #expect(other.output.contains("\n  -5.000  b\n  +5.400  b\n"))
    }

    @Test func `names that differ only in case are refused, because their files may be one`()
        throws
    {
        let results = ["Ads.mid", "ads.mid", "ads.end"].map { name in
            var result = ResultFiles.result(name, .passed)
            result.trace = ["0.000  \(name)"]
            return result
        }
        let file = try folder.put(results, at: "results.json")
        for options in [["--update"], []] {
            let run = try Playctl(
                ["report", "merge", file, "--golden", "kept"] + options, in: folder.path
            ).wait()
            #expect(run.status == 1)
            #expect(run.output.contains("golden.name"), "\(run.output)")
            #expect(run.output.contains("Ads.mid.trace"), "\(run.output)")
            #expect(run.output.contains("differs only in case"), "\(run.output)")
        }
        #expect(folder.text("kept/Ads.mid.trace") == "# playctl trace 1\n0.000  Ads.mid\n")
        #expect(folder.text("kept/ads.end.trace") == "# playctl trace 1\n0.000  ads.end\n")
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/kept/ads.mid.trace"))
    }

    @Test func `a stored trace whose name differs only in case is not replaced`() throws {
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/kept", withIntermediateDirectories: false)
        try folder.put("# playctl trace 1\n0.000  a\n", at: "kept/Ads.Midroll.trace")
        let run = try run(["0.000  a"], "--golden", "kept", "--update")
        #expect(run.status == 1)
        #expect(run.output.contains("Ads.Midroll.trace in the folder"), "\(run.output)")
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/kept/ads.midroll.trace"))
    }

    @Test func `an update writes changed traces and no other files`() throws {
        _ = try run(["0.000  a"], "--golden", "kept", "--update")
        try folder.put("mine", at: "kept/other.trace")
        // The test checks the output for written files. Making the files read-only would not
        // suffice, because root can write read-only files.
        let again = try run(["0.000  a"], "--golden", "kept", "--update")
        #expect(!again.lines.contains { $0.contains("written") })
        let changed = try run(["0.000  b"], "--golden", "kept", "--update")
        #expect(changed.lines.contains("  replaced ads.midroll.trace"), "\(changed.output)")
        #expect(folder.text("kept/ads.midroll.trace") == "# playctl trace 1\n0.000  b\n")
        #expect(folder.text("kept/other.trace") == "mine")
    }
}
