import Linting
import Testing

/// Rules about text, each checked on a correct, a barely correct and an incorrect asset.
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

    @Test(
        arguments: [
            ("", "", true), ("?_HLS_skip=YES", "", false), ("?a=b&_HLS_skip=v2", "", false),
            ("?_HLS_skip=YES", ",CAN-SKIP-UNTIL=24.00000", true), ("?_HLS_skipped=1", "", true),
        ])
    func `skipped segments need a request for them and an offer of the playlist`(
        query: String, absent: String, isBreach: Bool
    ) throws {
        var edits = [
            FixtureAsset.Edit(
                "main", "#EXT-X-MAP", "#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n#EXT-X-MAP")
        ]
        if !absent.isEmpty { edits.append(FixtureAsset.Edit("main", absent, "")) }
        let asset = try FixtureAsset.live.with(edits)
        let playlist = LintedPlaylist(
            try #require(asset.files["main.m3u8"]), url: "\(asset.folder)main.m3u8\(query)")
        let codes = AssetLinter(.rfc).lint(LintedAsset(main: playlist)).map(\.rule.code)
        #expect(codes.contains("media.skip-unrequested") == isBreach, "\(codes)")
    }

    @Test func `reports may name playlists whose redirects add tokens`() throws {
        let fixture = try #require(FixtureAsset.byName["reports"])
        let asset = try LintedAsset(at: fixture.folder + "main.m3u8") { place in
            let name = String(place.dropFirst(fixture.folder.count))
            guard let bytes = fixture.files[name] else {
                return .failure(FixtureError(text: "no file \(name)"))
            }
            return .success((name == "main.m3u8" ? place : "\(place)?token=of-\(name)", bytes))
        }
        let codes = AssetLinter(.rfc).lint(asset).map(\.rule.code)
        #expect(!codes.contains("report.missing"), "\(codes)")
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
