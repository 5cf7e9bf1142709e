import Foundation
import TestSupport
import Testing

/// `playctl lint --config`: rules, severities, expected findings and a baseline in a file.
@Suite struct LintConfigTests {
    private let folder = ScratchFolder()
    private let asset = "\(SampleMedia.folder)/markers-wrong/index.m3u8"

    private func lint(_ text: String, _ arguments: String...) throws -> Playctl.Outcome {
        let path = try folder.put(text.utf8, at: "lint.yaml")
        return try Playctl.run(["lint", asset, "--no-media", "--config", path] + arguments)
    }

    @Test func `the configuration file selects rules and changes their severities`() throws {
        let only = try lint("rules: [cue]\nfail-on: warning\n")
        #expect(only.status == 1)
        #expect(only.output.contains("0 errors, 1 warning, 0 remarks"))
        // The command line takes precedence over the file.
        #expect(try lint("rules: [cue]\nfail-on: warning\n", "--fail-on", "error").status == 0)
        let changed = try lint("severities: {set: warning, range: off}\n")
        #expect(changed.status == 0)
        #expect(!changed.output.contains("[range.start-missing]"))
        #expect(changed.output.contains("warning: the target duration"))
        #expect(try lint("severities: {range: off}\n", "--severity", "range=error").status == 1)
        #expect(try lint("profile: apple\n").output.contains("ladder.gap") == false)
        #expect(try lint("rules: [delivery]\n").status == 2)
        let origin = "severities: {set: warning, range: off, origin.edits: warning}\n"
        #expect(try lint(origin).status == 0)
        #expect(try lint("rules: [origin]\n").errors.contains("that need --versions, --watch"))
    }

    @Test
    func `findings are ignored and counted only in playlists that the configuration file names`()
        throws
    {
        let text = """
            ignore:
              - rule: range
                paths: "low/*.m3u8"
                reason: breaks are tested
              - {rule: set.target-duration, paths: [high/index.m3u8]}
              - {rule: set.date-ranges, paths: [high/index.m3u8]}

            """
        let outcome = try lint(text)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains(", 4 ignored"))
        #expect(outcome.errors == "")
        let other = try lint(text.replacing("low/*", with: "mid/*"))
        #expect(other.status == 1)
        #expect(other.errors.contains("lint.yaml:2: no finding of range is ignored here"))
        let report = try lint(text, "--junit", "-")
        #expect(report.output.contains("breaks are tested"))
    }

    @Test func `the path of a baseline is relative to the configuration file`() throws {
        #expect(try lint("baseline: known.txt\n", "--update").status == 0)
        #expect(folder.text("known.txt").contains("range.start-missing"))
        #expect(try lint("baseline: known.txt\n").status == 0)
        #expect(try lint("fail-on: info\n", "--update").status == 2)
    }

    @Test func `a baseline forgives the same findings in another folder`() throws {
        let folders = [ScratchFolder(), ScratchFolder()]
        for folder in folders {
            let source = "\(SampleMedia.folder)/ts-multivariant"
            let copy = try Playctl.shell("cp -r '\(source)' '\(folder.path)/film'")
            try #require(copy.status == 0)
            try FileManager.default.removeItem(
                atPath: "\(folder.path)/film/video-360p/segment-2.ts")
            try FileManager.default.removeItem(
                atPath: "\(folder.path)/film/subtitles-fr/index.m3u8")
        }
        func lint(_ place: Int, _ more: String...) throws -> Playctl.Outcome {
            let words = ["lint", "film/index.m3u8", "--baseline", "\(folder.path)/known.txt"]
            return try Playctl(words + more, in: folders[place].path).wait()
        }
        #expect(try lint(0, "--update").status == 0)
        #expect(folder.text("known.txt").contains("segment-2.ts: no such file"))
        #expect(!folder.text("known.txt").contains("/tmp"), "\(folder.text("known.txt"))")
        for place in 0..<2 {
            let outcome = try lint(place)
            #expect(outcome.status == 0, "\(outcome.output)")
        }
        try FileManager.default.removeItem(
            atPath: "\(folders[1].path)/film/video-360p/segment-3.ts")
        #expect(try lint(1).status == 1)
    }

    @Test(arguments: [
        ("profil: apple\n", "did you mean 'profile'?"),
        ("severities: {segment.extinf-of: off}\n", "segment.extinf-off"),
        ("rules: [segmnt]\n", "segment"), ("fail-on: heavy\n", "one of info, warning, error"),
        ("ignore: [{paths: a}]\n", "'rule' is missing"), ("- a\n", "expected a mapping"),
    ])
    func `a mistake in the configuration file is wrong usage, reported with its line`(
        text: String, words: String
    ) throws {
        let outcome = try lint(text)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(outcome.errors.contains("lint.yaml:1:"), "\(outcome.errors)")
    }

    @Test func `the schema of the configuration file names all keys`() throws {
        let schema = try Playctl.run("schema", "lint").object
        let keys = try #require(schema["properties"] as? [String: Any])
        let known: Set<String> = [
            "profile", "fail-on", "rules", "severities", "ignore", "baseline",
        ]
        #expect(Set(keys.keys) == known)
        #expect(schema["additionalProperties"] as? Bool == false)
        #expect(try Playctl.run("schema", "lints").status == 2)
    }
}
