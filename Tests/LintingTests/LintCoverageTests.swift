import Linting
import Testing
import VirtualTime

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

    @Test(arguments: ["stpp", "wvtt"])
    func `subtitles whose cues are not read are an omission`(codec: String) throws {
        var fixture = try MeasuredFixture()
        let start = MediaTime.seconds(16)
        var track = MeasuredTrack(.text, start: start, end: start + .seconds(6))
        track.codec = codec
        fixture.change("text") { $0.tracks = [track] }
        let streams = fixture.streams.keys.sorted().compactMap { fixture.streams[$0] }
        let coverage = LintCoverage(
            of: LintRule.asset, try fixture.asset.linted(), media: streams)
        let reasons = coverage.omissions.filter(\.isOfOtherText).map(\.reason)
        #expect(
            reasons
                == (codec == "wvtt"
                    ? [] : ["the subtitles are not WebVTT, and their cues are not read"]))
        #expect(coverage.partly.contains { $0.code == "vtt.cue-lost" } == (codec == "stpp"))
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
