import RunResults
import Testing

/// Names of checks that are stored in two parts, and joined when they are read.
@Suite struct CheckNameTests {
    private let parted = Check("cue-point.passed", of: "cue point 1", "is passed once", .passed)
    private let whole = Check("cue-point.passed", "cue point 1 is passed once", .passed)

    @Test func `the name of a check consists of its subject and its claim`() {
        #expect(parted.name == "cue point 1 is passed once")
        #expect(whole.name == parted.name)
    }

    @Test func `checks with equal codes, names and outcomes are equal`() {
        #expect(parted == whole)
        #expect(parted != Check("cue-point.passed", of: "cue point 2", "is passed once", .passed))
        #expect(parted != Check("cue-point.passed", of: "cue point 1", "is marked", .passed))
        #expect(whole != Check("ad.not-on-keyframe", whole.name, .passed))
        #expect(whole != Check(whole.code, whole.name, .skipped("media is lost")))
    }

    @Test func `a new name replaces subject and claim`() {
        var check = parted
        check.name = "another name"
        #expect(check.name == "another name")
        #expect(check == Check("cue-point.passed", "another name", .passed))
    }

    @Test func `secrets of a subject are hidden, also in checks that pass`() {
        var result = ScenarioResult(name: "names")
        let secret = "cue point 1 \"https://me:word@example.com/a?token=abcdefgh\""
        result.checks = [
            parted, Check("cue-point.passed", of: secret, "is passed once", .passed),
            Check("issue.absent", "https://me:word@example.com/", .skipped("plain")),
            Check("issue.absent", "plain", .skipped("https://me:word@example.com/")),
        ]
        let shown = result.withoutSecrets().checks
        #expect(shown[0] == parted)
        #expect(shown[1].name.hasPrefix("cue point 1 \"https://example.com/a?token=…"))
        #expect(shown[1].name.hasSuffix("\" is passed once"))
        #expect(shown[2].name == "https://example.com/")
        #expect(shown[3].outcome == .skipped("https://example.com/"))
    }

    @Test func `names of files are shown as they are, and relative URLs in other texts are not`() {
        var result = ScenarioResult(
            name: "what?a=bcdefgh", file: "suite/what?a=bcdefgh.play.yaml",
            command: "playctl run 'suite/what?a=bcdefgh.play.yaml' http://u:p@h/")
        result.trace = ["segment.ts?token=abcdefgh"]
        let failure = Failure(
            problem: "segment.ts?token=abcdefgh is lost", expected: "a", found: "b")
        result.checks = [Check("a.b", "c", .failed(failure))]
        let shown = result.withoutSecrets()
        #expect(shown.name == result.name)
        #expect(shown.file == result.file)
        #expect(shown.command == "playctl run 'suite/what?a=bcdefgh.play.yaml' http://h/")
        #expect(shown.trace[0].hasPrefix("segment.ts?token=…"))
        #expect(!"\(shown.checks)".contains("abcdefgh"))
    }
}
