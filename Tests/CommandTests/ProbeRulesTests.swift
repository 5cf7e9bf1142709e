import TestSupport
import Testing

/// `playctl probe` counts the rules that playlists break, and fails on them with `--strict`.
@Suite struct ProbeRulesTests {
    private let wrong = "\(SampleMedia.folder)/markers-wrong/index.m3u8"
    private let right = "\(SampleMedia.folder)/markers/index.m3u8"

    @Test func `a probe ends with the number of broken rules`() throws {
        let outcome = try Playctl.run("probe", wrong)
        #expect(outcome.status == 0)
        #expect(outcome.lines.last?.hasPrefix("6 rules broken; playctl lint ") == true)
        #expect(try Playctl.run("probe", wrong, "--json").object["rulesBroken"] as? Int == 6)
    }

    @Test func `broken rules fail a probe only in strict mode`() throws {
        #expect(try Playctl.run("probe", wrong, "--strict").status == 1)
        #expect(try Playctl.run("probe", right, "--strict").status == 0)
        #expect(try Playctl.run("probe", right, "--strict", "--packets").status == 2)
    }
}
