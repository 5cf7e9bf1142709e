import Foundation
import RunResults
import TestSupport
import Testing

/// Traces, results, events and scenarios state a version; unknown versions are refused with advice.
@Suite struct FormatVersionTests {
    private let folder = ScratchFolder()

    @Test func `the output of events begins with the version of its format`() throws {
        let run = try Playctl.run("play", "single/index.m3u8", "--events", "ndjson")
        let first = try #require(try run.objects.first)
        #expect(first["event"] as? String == "format")
        #expect(first["format"] as? String == "playctl-events")
        #expect(first["version"] as? Int == 1)
        #expect(Set(first.keys).isSuperset(of: ["t", "session", "event"]))
    }

    @Test(arguments: ["0", "2", "null", "\"1\""])
    func `results of another version are refused`(version: String) throws {
        _ = try folder.put([ResultFiles.result("a", .passed)], at: "a.json")
        let text = folder.text("a.json")
        try folder.put(
            text.replacing("\"version\":1", with: "\"version\":\(version)"), at: "b.json")
        #expect(folder.text("b.json") != text)
        let run = try Playctl(["report", "merge", "b.json"], in: folder.path).wait()
        #expect(run.status == 2)
        #expect(run.errors.contains("version is not 1, the version that is read"))
        #expect(run.errors.contains("run again with --json FILE"))
    }

    @Test func `a scenario of another version is refused`() throws {
        try folder.put("playctl: 2\nassets: [a]\n", at: "a.play.yaml")
        let run = try Playctl(["run", "a.play.yaml"], in: folder.path).wait()
        #expect(run.status == 2)
        #expect(run.errors.contains("expected 1, the version that is read"))
        #expect(run.errors.contains("'playctl schema'"))
    }

    @Test(arguments: ["# playctl trace 0\n", "# playctl trace 2\n", "0.000  a\n", ""])
    func `a trace of another version is refused`(start: String) throws {
        let file = try folder.put([ResultFiles.result("a", .passed)], at: "a.json")
        _ = try folder.makeFolder("kept")
        try folder.put(start + "       0.000  begins\n", at: "kept/a.trace")
        let run = try Playctl(["report", "merge", file, "--golden", "kept"], in: folder.path).wait()
        #expect(run.status == 1)
        #expect(run.output.contains("golden.version"))
        #expect(run.output.contains("run again with --update"))
    }

    @Test func `the trace that play writes has the format of golden traces`() throws {
        let run = try Playctl(
            ["play", SampleMedia.single.path, "--trace", "a.trace"], in: folder.path
        ).wait()
        #expect(run.status == 0)
        #expect(folder.text("a.trace").hasPrefix("# playctl trace 1\n"))
    }
}
