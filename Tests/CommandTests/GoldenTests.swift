import RunResults
import TestSupport
import Testing

/// Golden traces, compared and written.
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

    @Test func `an update writes changed traces and no other files`() throws {
        _ = try run(["0.000  a"], "--golden", "kept", "--update")
        try folder.put("mine", at: "kept/other.trace")
        // The test checks the output, because read-only files would not stop root from writing.
        let again = try run(["0.000  a"], "--golden", "kept", "--update")
        #expect(!again.lines.contains { $0.contains("written") })
        _ = try run(["0.000  b"], "--golden", "kept", "--update")
        #expect(folder.text("kept/ads.midroll.trace") == "# playctl trace 1\n0.000  b\n")
        #expect(folder.text("kept/other.trace") == "mine")
    }
}
