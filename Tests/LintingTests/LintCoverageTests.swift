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

    @Test func `a watch states which rules it checked by the rules about an origin`() throws {
        var coverage = LintCoverage(of: LintRule.all, try FixtureAsset.film.linted(), media: [])
        func reason(_ code: String) -> String? {
            coverage.unchecked.first { $0.rule.code == code }?.reason
        }
        #expect(reason("origin.edits") == "the broadcast was not watched")
        coverage.adoptWatch([.edits], lacking: [])
        #expect(coverage.checked.contains(.edits))
        #expect(reason("live.segment-changed") == "the watch checked origin.edits")
        #expect(reason("live.after-endlist") == "one version was read")
        #expect(reason("origin.blocking") == "no blocking reload was made")
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

    @Test func `huge session keys are breaches, and those beyond the bound are stated`() throws {
        func film(_ count: Int) throws -> LintedAsset {
            let keys = (0..<count).map { "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"\($0).key\"\n" }
            let edit = FixtureAsset.Edit(
                "main", "#EXT-X-STREAM-INF", keys.joined() + "#EXT-X-STREAM-INF")
            var asset = try FixtureAsset.film.with([edit]).linted()
            asset.loadFiles(
                { _ in Result<[UInt8], FixtureError>.failure(FixtureError(text: "too large")) },
                isLarge: { _ in true })
            return asset
        }
        let codes = AssetLinter(.apple).lint(try film(1), media: []).map(\.rule.code)
        #expect(codes.contains("key.size"), "\(codes)")
        let omissions = LintCoverage(of: LintRule.asset, try film(300), media: []).omissions
        let unread = try #require(omissions.first { $0.reason.hasPrefix("44 of 300 files") })
        #expect(Set(unread.rules.map(\.code)).isSuperset(of: ["key.size", "key.unavailable"]))
    }

    @Test func `images for previews that are missing or not images are breaches`() throws {
        let tags = ["list.m3u8", "gone.m3u8", "page.m3u8"].map {
            "#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=1,URI=\"\($0)\"\n"
        }
        let edit = FixtureAsset.Edit(
            "main", "#EXT-X-STREAM-INF", tags.joined() + "#EXT-X-STREAM-INF")
        func film(_ names: [String]) throws -> LintedAsset {
            var asset = try FixtureAsset.film.with([edit]).linted()
            let lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:6", "#EXT-X-IMAGES-ONLY"]
            let images = names.flatMap { ["#EXTINF:6,", $0] }
            let files: [String: [UInt8]] = [
                "list.m3u8": Array((lines + images).joined(separator: "\n").utf8),
                "page.m3u8": Array("<html></html>".utf8), "a.jpg": [0xFF, 0xD8, 0xFF, 0xE0],
                "b.png": [0x89, 0x50, 0x4E, 0x47], "page.jpg": Array("<html></html>".utf8),
            ]
            asset.loadFiles { url in
                files[url.split(separator: "/").last.map(String.init) ?? ""].map(Result.success)
                    ?? .failure(FixtureError(text: "no such file"))
            }
            return asset
        }
        let asset = try film(["a.jpg", "page.jpg", "b.png", "gone.jpg"])
        let found = AssetLinter(.rfc).lint(asset, media: []).filter {
            $0.problem.hasPrefix("https://media.example/film/")
        }
        let problems = found.map { "\($0.rule.code) \($0.problem.dropFirst(27))" }
        #expect(
            problems.sorted() == [
                "segment.missing-file gone.jpg: no such file",
                "segment.unreadable page.jpg: it is not an image",
                "set.unreachable gone.m3u8: no such file",
                "text.not-a-playlist page.m3u8: it is not a media playlist",
            ])
        #expect(Set(found.compactMap(\.line)).count == 3, "each tag has its line")
        let many = try film((0..<300).map { "\($0).jpg" })
        let reasons = LintCoverage(of: LintRule.asset, many, media: []).omissions.map(\.reason)
        #expect(reasons.contains("47 of 300 images for previews were not read"), "\(reasons)")
        let text = LintCoverage(
            of: LintRule.asset, try FixtureAsset.film.with([edit]).linted(), media: nil)
        #expect(text.omissions.map(\.reason) == ["image playlists were not read"])
    }

    // MARK: Live playlists

    /// Returns the film as a broadcast: its playlists have no type and no end.
    private func broadcast(_ edits: [FixtureAsset.Edit] = []) throws -> LintedAsset {
        let names = ["mid", "high", "low", "tiny", "cell", "en", "de", "text", "fast", "slow"]
        let open = names.flatMap { name in
            [
                FixtureAsset.Edit(name, "#EXT-X-ENDLIST\n", ""),
                FixtureAsset.Edit(name, "#EXT-X-PLAYLIST-TYPE:VOD\n", ""),
            ]
        }
        return try FixtureAsset.film.with(open + edits).linted()
    }

    @Test(arguments: [
        "set.duration", "set.discontinuities", "set.boundaries", "set.cues", "rendition.partial",
    ])
    func `a rule that compares only ended playlists is not checked on live ones`(
        code: String
    ) throws {
        let rule = try #require(LintRule.named(code))
        let live = LintCoverage(of: [rule], try broadcast(), media: nil)
        #expect(live.unchecked.map(\.rule) == [rule])
        #expect(live.isEmpty)
        let end = ["mid", "low"].map {
            FixtureAsset.Edit($0, "\($0)-7.m4s\n", "\($0)-7.m4s\n#EXT-X-ENDLIST\n")
        }
        #expect(LintCoverage(of: [rule], try broadcast(end), media: nil).partly == [rule])
        let ended = LintCoverage(of: [rule], try FixtureAsset.film.linted(), media: nil)
        #expect(ended.checked == [rule])
    }

    @Test func `a live playlist that lists no segment yet is an omission`() throws {
        let empty = FixtureAsset.Edit("low", "*", "#EXTM3U\n#EXT-X-TARGETDURATION:6\n")
        let asset = try FixtureAsset.film.with([empty]).linted()
        let streams = asset.mediaPlaylists.map { MeasuredStream(url: $0.url) }
        let found = LintCoverage(of: LintRule.asset, asset, media: streams).omissions.filter {
            $0.reason == "no segment is listed"
        }
        #expect(found.map(\.file) == [asset.main.url.replacing("main", with: "low")])
    }

    @Test(arguments: [
        "range.scte35-out-without-in", "range.outside-playlist", "ad.not-on-boundary",
        "cue.in-without-out", "cue.out-without-in",
    ])
    func `a rule about whole breaks is not checked on a playlist that may grow`(
        code: String
    ) throws {
        let rule = try #require(LintRule.named(code))
        let reason = "a playlist without EXT-X-ENDLIST may list only a part of a break"
        let live = LintCoverage(of: [rule], try broadcast(), media: nil)
        #expect(live.unchecked.map(\.reason) == [reason])
        let ended = LintCoverage(of: [rule], try FixtureAsset.film.linted(), media: nil)
        #expect(ended.checked == [rule])
        let event = FixtureAsset.Edit("low", "#EXT-X-ENDLIST\n", "")
        let mixed = LintCoverage(
            of: [rule], try FixtureAsset.film.with([event]).linted(), media: nil)
        #expect(mixed.partly == [rule])
        #expect(mixed.omissions.map(\.reason) == [reason])
    }

    @Test(arguments: [
        ("set.duration", true), ("set.discontinuities", true), ("set.boundaries", false),
        ("set.cues", false),
    ])
    func `an ended audio rendition does not count where only variant streams are compared`(
        code: String, isCompared: Bool
    ) throws {
        let rule = try #require(LintRule.named(code))
        let end = ["mid", "en"].map {
            FixtureAsset.Edit($0, "\($0)-7.m4s\n", "\($0)-7.m4s\n#EXT-X-ENDLIST\n")
        }
        let coverage = LintCoverage(of: [rule], try broadcast(end), media: nil)
        #expect(coverage.partly == (isCompared ? [rule] : []))
        #expect(coverage.unchecked.map(\.rule) == (isCompared ? [] : [rule]))
    }

    @Test(arguments: ["set.start", "set.timestamps", "set.keyframes", "vtt.cues-beside-start"])
    func `a rule that compares only ended media is not checked on live media`(
        code: String
    ) throws {
        let rule = try #require(LintRule.named(code))
        let streams = Array(try MeasuredFixture().streams.values)
        let live = LintCoverage(of: [rule], try broadcast(), media: streams)
        #expect(live.unchecked.map(\.rule) == [rule])
        let ended = LintCoverage(of: [rule], try FixtureAsset.film.linted(), media: streams)
        #expect(ended.checked == [rule])
    }

    @Test(arguments: [(1, true), (2, false)])
    func `cues without dates are not compared with a live programme whose numbers differ`(
        sequence: Int, isCompared: Bool
    ) throws {
        let rule = try #require(LintRule.named("vtt.timestamp-map-off"))
        let tag = "#EXT-X-MEDIA-SEQUENCE:"
        let edit = FixtureAsset.Edit("text", "\(tag)1\n", "\(tag)\(sequence)\n")
        let streams = Array(try MeasuredFixture().streams.values)
        let coverage = LintCoverage(of: [rule], try broadcast([edit]), media: streams)
        #expect(coverage.checked == (isCompared ? [rule] : []))
        #expect(coverage.unchecked.map(\.rule) == (isCompared ? [] : [rule]))
    }

    @Test func `date ranges of live playlists are compared where both list their start`() throws {
        let rule = try #require(LintRule.named("set.date-ranges"))
        func files(_ edits: [FixtureAsset.Edit]) throws -> [String] {
            let asset = try broadcast(edits)
            #expect(LintCoverage(of: [rule], asset, media: nil).partly == [rule])
            return AssetLinter(.rfc).lint(asset).filter { $0.rule == rule }.map(\.file)
        }
        let other = FixtureAsset.Edit("low", "ID=\"one\"", "ID=\"two\"")
        #expect(try files([]) == [])
        #expect(try files([other]).map { $0.hasSuffix("/low.m3u8") } == [true])
    }
}
