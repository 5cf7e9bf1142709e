import Linting
import Testing

/// Each rule about text on a correct asset, on the nearest legal one, and on one that breaks it.
@Suite struct RuleFixtureTests {
    private func breaches(_ asset: FixtureAsset) throws -> [LintBreach] {
        AssetLinter(.apple).lint(try asset.linted())
    }

    private func words(_ breaches: [LintBreach]) -> String {
        breaches.map { "\($0.rule.code) \($0.file):\($0.line ?? 0): \($0.problem)" }
            .joined(separator: "; ")
    }

    @Test(arguments: FixtureAsset.byName.keys.sorted())
    func `a correct asset breaks no rule at all`(name: String) throws {
        let found = try breaches(try #require(FixtureAsset.byName[name]))
        #expect(found.isEmpty, "\(words(found))")
    }

    @Test(arguments: RuleFixture.all)
    func `text that barely keeps a rule passes, and text that clearly breaks it does not`(
        fixture: RuleFixture
    ) throws {
        #expect(try fixture.near().files != fixture.benign().files, "both texts are the same")
        let near = try breaches(fixture.near())
        #expect(!near.contains { $0.rule.code == fixture.code }, "\(words(near))")
        let severe = try breaches(fixture.severe())
        let breach = severe.first { $0.rule.code == fixture.code }
        let found = try #require(breach, "found only \(words(severe))")
        #expect(!found.problem.isEmpty && !found.expected.isEmpty)
        #expect((found.line ?? 0) > 0)
    }

    @Test func `every implemented rule has its fixtures`() {
        let covered = Set(
            RuleFixture.all.map(\.code) + MediaRow.all.map(\.code) + AnswerRow.all.map(\.code)
                + AnswerRow.live.map(\.code) + VersionRow.all.map(\.code) + WatchRuleTests.codes
                + RuleFixture.codesOfRealMedia)
        let built = LintRule.asset.filter(\.isBuilt).map(\.code)
        #expect(built.filter { !covered.contains($0) } == [])
        #expect(covered.subtracting(built).sorted() == [])
    }

    @Test func `codes of rules are unique, and their sentences end with a period`() {
        #expect(Set(LintRule.all.map(\.code)).count == LintRule.all.count)
        #expect(LintRule.all.allSatisfy { $0.sentence.hasSuffix(".") && !$0.section.isEmpty })
        #expect(LintRule.all.count > 380)
    }
}
