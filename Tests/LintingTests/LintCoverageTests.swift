import Linting
import Testing

/// The parts of an asset that were not inspected, as the coverage states them.
@Suite struct LintCoverageTests {
    /// Returns the film with an added interstitial, whose asset counts as loaded.
    private func film(_ uri: String, isMedia: Bool) throws -> LintedAsset {
        let edit = FixtureAsset.Edit(
            "low", "CLASS=\"break\"",
            "CLASS=\"com.apple.hls.interstitial\",X-ASSET-URI=\"\(uri)\"")
        var asset = try FixtureAsset.film.with([edit]).linted()
        asset.loadFiles(
            { _ in Result<[UInt8], FixtureError>.success([0x47]) }, isMedia: { _ in isMedia })
        return asset
    }

    @Test func `the name of an interstitial is stated without the query of its location`() throws {
        let asset = try film("https://ads.example/ad.ts?token=secret/part", isMedia: true)
        let coverage = LintCoverage(of: LintRule.asset, asset, media: [])
        let reasons = coverage.omissions.map(\.reason)
        #expect(reasons.contains("the media of the interstitial ad.ts is not read"), "\(reasons)")
        #expect(!reasons.contains { $0.contains("secret") || $0.contains("part is") })
    }

    @Test(arguments: [true, false])
    func `the asset of an interstitial that is not media must be a playlist`(
        isMedia: Bool
    ) throws {
        let asset = try film("ad.txt", isMedia: isMedia)
        let codes = AssetLinter(.apple).lint(asset, media: []).map(\.rule.code)
        #expect(codes.contains("ad.unreadable") != isMedia, "\(codes)")
    }
}
