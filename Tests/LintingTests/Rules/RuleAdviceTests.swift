import Linting
import Testing

/// Each rule has a cause, an effect and a cure.
///
/// Rules about variants or media have texts of their own.
@Suite struct RuleAdviceTests {
    @Test(arguments: LintRule.asset)
    func `every rule has a cause, a consequence and a cure`(rule: LintRule) {
        let advice = RuleAdvice(for: rule)
        for text in [advice.cause, advice.consequence, advice.cure] {
            #expect(text.count > 7 && !text.hasSuffix("."), "\(rule.code): \(text)")
        }
        let isWritten = RuleAdvice.written[rule.code] != nil
        let needsOwn = rule.measure == .media || rule.code.hasPrefix("variant.")
        #expect(isWritten || !needsOwn, "\(rule.code) has no advice of its own")
    }

    @Test func `advice and platforms exist only for rules in the table`() {
        let codes = Set(LintRule.asset.map(\.code))
        let subjects = Set(codes.map { String($0.prefix { $0 != "." }) })
        #expect(Set(RuleAdvice.written.keys).isSubset(of: codes))
        #expect(Set(ToolOptions.cures.keys).isSubset(of: codes))
        #expect(Set(ToolOptions.cures.keys).isDisjoint(with: RuleAdvice.written.keys))
        #expect(Set(LintRule.platformsByCode.keys).isSubset(of: codes))
        #expect(Set(RuleAdvice.consequences.keys).isSubset(of: subjects))
        #expect(Set(RuleAdvice.singleConsequences.keys).isSubset(of: codes))
        #expect(
            Set(RuleAdvice.singleConsequences.keys).isDisjoint(with: RuleAdvice.written.keys))
    }

    @Test func `the cures of at least a hundred rules name an encoding or packaging tool`() {
        let tools = ["ffmpeg", "Shaka", "Bento4", "mp4hls", "x265"]
        let named = LintRule.asset.filter { rule in
            tools.contains { RuleAdvice(for: rule).cure.contains($0) }
        }
        #expect(named.count >= 100, "\(named.count)")
    }

    @Test(arguments: [
        ("ts.continuity", "no packet of a transport stream is lost"),
        ("variant.peak-off", "the peak of the media exceeds BANDWIDTH by at most 10 %"),
        ("media.iframe-no-moof", "I-frame segments of fMP4 start with their moof box"),
    ])
    func `the expectation of a lint rule is the expected sentence`(code: String, words: String) {
        #expect(LintRule.named(code)?.expectation == words)
    }

    @Test func `a rule of the authoring specification has its platforms`() {
        #expect(LintRule.named("ladder.cellular")?.platforms == [.iOS])
        #expect(LintRule.named("variant.only-one")?.platformWords == "all")
        #expect(LintRule.named("text.header")?.platforms == [])
    }
}
