import Foundation
import TestSupport
import Testing

/// The rules of `playctl lint` in `verify` and in scenarios.
@Suite struct LintedRunTests {
    private let folder = ScratchFolder()
    private let wrong = "\(SampleMedia.folder)/markers-wrong/index.m3u8"
    private let right = "\(SampleMedia.folder)/markers/index.m3u8"

    private func scenario(_ asset: String, _ more: String) throws -> Playctl.Outcome {
        let text = "playctl: 1\nassets: [\(asset)]\n\(more)"
        let path = try folder.put(text.utf8, at: "a.play.yaml")
        return try Playctl.run("run", path, "--json", "-")
    }

    @Test func `a scenario holds its assets against rules`() throws {
        let plain = try scenario(wrong, "")
        #expect(plain.status == 0)
        #expect(!plain.output.contains("lint.asset"))
        let failed = try scenario(wrong, "lint: rfc\n")
        #expect(failed.status == 1)
        #expect(failed.output.contains("range.start-missing"))
        let passed = try scenario(right, "lint: rfc\n")
        #expect(passed.status == 0)
        #expect(passed.output.contains("lint.asset"))
        #expect(try scenario(right, "lint: apples\n").status == 2)
        let known = """
            lint: rfc
            known-issues:
              - {code: range.start-missing, text: START-DATE}
              - {code: set.target-duration, text: target duration}
              - {code: set.date-ranges, text: break-2}

            """
        #expect(try scenario(wrong, known).status == 0)
        #expect(try scenario(right, known).status == 1)
    }

    @Test func `a verification holds its asset against rules`() throws {
        let failed = try Playctl.run("verify", wrong, "--live", "--lint", "rfc", "--json", "-")
        #expect(failed.status == 1)
        #expect(failed.output.contains("set.target-duration"))
        let junit = try Playctl.run("verify", right, "--lint", "apple", "--junit", "-")
        #expect(junit.output.contains("(apple)"))
        #expect(try Playctl.run("verify", right, "--lint", "rfc").status == 0)
        let plain = try Playctl.run("verify", right, "--json", "-")
        #expect(!plain.output.contains("lint.asset"))
    }

    @Test func `media that was not read is stated in the results`() throws {
        let asset = "\(folder.path)/asset"
        try FileManager.default.copyItem(
            atPath: "\(SampleMedia.folder)/single", toPath: asset)
        try FileManager.default.removeItem(atPath: "\(asset)/segment-2.ts")
        let outcome = try Playctl.run(
            "verify", "\(asset)/index.m3u8", "--lint", "rfc", "--json", "-")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("segment.missing-file"))
        #expect(outcome.output.contains("1 of 5 segments"))
    }
}
