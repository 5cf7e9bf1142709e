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

    @Test func `a scenario checks its assets against lint rules`() throws {
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

    @Test func `a verification checks its asset against lint rules`() throws {
        let failed = try Playctl.run("verify", wrong, "--live", "--lint", "rfc", "--json", "-")
        #expect(failed.status == 1)
        #expect(failed.output.contains("set.target-duration"))
        let junit = try Playctl.run("verify", right, "--lint", "apple", "--junit", "-")
        #expect(junit.output.contains("(apple)"))
        #expect(try Playctl.run("verify", right, "--lint", "rfc").status == 0)
        let plain = try Playctl.run("verify", right, "--json", "-")
        #expect(!plain.output.contains("lint.asset"))
    }

    @Test func `media of a scenario is decrypted with its keys`() throws {
        let sample = ProtectedSample.cbcs
        let plain = try scenario(sample.path, "lint: rfc\n")
        #expect(plain.output.contains("no key was given"))
        for keys in [
            "given: {\(ProtectedSample.keyURI): \(ProtectedSample.key)}",
            "single: \(ProtectedSample.key)", "policies: \(sample.folder)/policies.json",
        ] {
            let run = try scenario(sample.path, "lint: rfc\nkeys: {\(keys)}\n")
            #expect(run.status == 0, "\(keys): \(run.output.suffix(2000))")
            #expect(!run.output.contains("no key was given"), "\(keys)")
        }
        let wrong = String(repeating: "0", count: 32)
        let run = try scenario(sample.path, "lint: rfc\nkeys: {single: \"\(wrong)\"}\n")
        #expect(run.status == 1)
    }

    @Test func `codes of checks from earlier versions are accepted with a warning`() throws {
        let asset = "\(SampleMedia.folder)/markers-wrong/index.m3u8"
        let words = ["verify", asset, "--live", "--json", "\(folder.path)/new.json"]
        let present = try Playctl.run(words)
        #expect(present.output.contains("set.keyframes"))
        // Results as an earlier version of the tool wrote them, with the old code of a check.
        let old = folder.text("new.json").replacing(
            "\"set.keyframes\"", with: "\"variant.keyframes\"")
        try folder.put(old.utf8, at: "old.json")
        let ignoring = try Playctl.run(words + ["--ignore", "variant.keyframes"])
        #expect(ignoring.errors.contains("--ignore: variant.keyframes is an old code of set."))
        #expect(!ignoring.output.contains("failed  set.keyframes"))
        let against = try Playctl.run(words + ["--against", "\(folder.path)/old.json"])
        #expect(against.errors.contains("old.json: variant.keyframes is an old code of set."))
        #expect(against.output.contains("no difference"), "\(against.output)")
        let report = try Playctl.run(
            "report", "merge", "\(folder.path)/old.json", "--junit", "\(folder.path)/new.xml")
        #expect(report.errors.contains("variant.keyframes is an old code of set.keyframes"))
        let xml = folder.text("new.xml")
        #expect(xml.contains("variant.keyframes"))
        try folder.put(xml.utf8, at: "old.xml")
        let joined = try Playctl.run(
            "report", "merge", "\(folder.path)/old.xml", "--junit", "\(folder.path)/joined.xml")
        #expect(joined.errors.contains("variant.keyframes is an old code of set.keyframes"))
        let known = try scenario(
            wrong,
            "lint: rfc\nknown-issues:\n  - {code: range.start-missing, text: START-DATE}\n"
                + "  - {code: marker.unplaced, text: dates, sometimes: true, bug: 'https://b.example'}\n"
                + "  - {code: set.target-duration, text: target duration}\n"
                + "  - {code: set.date-ranges, text: date range}\n")
        #expect(known.status == 0, "\(known.output)")
        #expect(known.errors.contains("marker.unplaced is an old code of range.no-date"))
    }

    @Test func `a finding is not hidden by a check that is ignored`() throws {
        let asset = try TenMinuteAsset(.transportStream)
        Mistake.segmentGone.make(in: asset)
        let run = try Playctl.run([
            "verify", asset.path, "--lint", "rfc", "--ignore", "variant.played",
        ])
        #expect(run.status == 1)
        #expect(run.output.contains("segment.missing-file"), "\(run.output)")
    }

    @Test func `verification with rules reports a defect once`() throws {
        let asset = try TenMinuteAsset(.transportStream)
        Mistake.endListMissing.make(in: asset)
        Mistake.segmentGone.make(in: asset)
        func count(_ code: String, _ arguments: [String]) throws -> Int {
            let run = try Playctl.run(["verify", asset.path, "--json", "-"] + arguments)
            #expect(run.status == 1)
            return run.output.ranges(of: "\"code\":\"\(code)\"").count
        }
        let code = "media.vod-without-endlist"
        #expect(try count(code, []) == 1)
        #expect(try count(code, ["--lint", "rfc"]) == 1)
        #expect(try count("segment.missing-file", ["--lint", "rfc"]) == 0)
        #expect(try count("variant.played", ["--lint", "rfc"]) >= 1)
    }

    @Test func `media that was not read is stated in the results`() throws {
        let asset = "\(folder.path)/asset"
        try FileManager.default.copyItem(
            atPath: "\(SampleMedia.folder)/single", toPath: asset)
        try FileManager.default.removeItem(atPath: "\(asset)/segment-2.ts")
        let outcome = try Playctl.run(
            "verify", "\(asset)/index.m3u8", "--lint", "rfc", "--json", "-")
        #expect(outcome.status == 1)
        // The stream is not played to its end, and this failure already names the file. The rule
        // `segment.missing-file` therefore does not report the file again.
        #expect(outcome.output.contains("segment-2.ts: no such file"))
        #expect(!outcome.output.contains("segment.missing-file"))
        #expect(outcome.output.contains("1 of 5 segments"))
    }
}
