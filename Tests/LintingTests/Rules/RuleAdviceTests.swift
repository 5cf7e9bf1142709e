import Linting
import Testing

/// Every rule has a cause, an effect and a cure; those about variants and media have their own.
@Suite struct RuleAdviceTests {
    @Test(arguments: LintRule.asset)
    func `a rule has advice in words`(rule: LintRule) {
        let advice = RuleAdvice(for: rule)
        for text in [advice.cause, advice.consequence, advice.cure] {
            #expect(text.count > 7 && !text.hasSuffix("."), "\(rule.code): \(text)")
        }
        let isWritten = RuleAdvice.written[rule.code] != nil
        let needsOwn = rule.measure == .media || rule.code.hasPrefix("variant.")
        #expect(isWritten || !needsOwn, "\(rule.code) has no advice of its own")
    }

    @Test func `advice and platforms are those of rules in the table`() {
        let codes = Set(LintRule.asset.map(\.code))
        let subjects = Set(codes.map { String($0.prefix { $0 != "." }) })
        #expect(Set(RuleAdvice.written.keys).isSubset(of: codes))
        #expect(Set(LintRule.platformsByCode.keys).isSubset(of: codes))
        #expect(Set(RuleAdvice.consequences.keys).isSubset(of: subjects))
    }

    @Test func `a rule of the authoring specification has its platforms`() {
        #expect(LintRule.named("ladder.cellular")?.platforms == [.iOS])
        #expect(LintRule.named("variant.only-one")?.platformWords == "all")
        #expect(LintRule.named("text.header")?.platforms == [])
    }
}
