import Linting
import Testing
import VirtualTime

/// Rules about media, checked on correct values, the nearest legal values and breaches.
@Suite struct MediaRuleTests {
    private func words(_ breaches: [LintBreach]) -> String {
        breaches.map { "\($0.rule.code): \($0.problem)" }.joined(separator: "; ")
    }

    @Test func `media that is as its playlists claim breaks no rule`() throws {
        let found = try MeasuredFixture().breaches()
        #expect(found.isEmpty, "\(words(found))")
    }

    @Test(arguments: MediaRow.all)
    func `media that barely keeps a rule passes, and media that clearly breaks it does not`(
        row: MediaRow
    ) throws {
        var near = try MeasuredFixture()
        let benign = near
        row.near(&near)
        #expect(!near.isEqual(to: benign), "the nearest media is that without any finding")
        let kept = try near.breaches()
        #expect(!kept.contains { $0.rule.code == row.code }, "\(words(kept))")
        var severe = try MeasuredFixture()
        row.severe(&severe)
        let broken = try severe.breaches()
        #expect(broken.contains { $0.rule.code == row.code }, "\(words(broken))")
    }

    @Test func `the peak bitrate is measured over half to one and a half target durations`() {
        let second = MediaTime.seconds(1)
        // The peak is measured over consecutive segments of 3 to 9 s in total. A segment that is
        // longer than 9 s counts by itself.
        let long = PeakRate(
            [(.seconds(6), 60_000), (.seconds(10), 300_000), (.seconds(6), 60_000)],
            target: .seconds(6))
        #expect(long.peak == 240_000)
        // A segment of one second is shorter than 3 s, so it counts together with a neighbour.
        let rate = PeakRate(
            [(.seconds(6), 60_000), (second, 100_000), (.seconds(6), 60_000)], target: .seconds(6))
        #expect(Int(rate.peak.rounded()) == 160_000 * 8 / 7)
        #expect(Int(rate.average.rounded()) == 135_385)
        #expect(PeakRate([(second, 1000)], target: .seconds(6)).peak == 8000)
        #expect(PeakRate([], target: .seconds(6)).peak == 0)
    }
}

extension MediaRuleTests {
    @Test func `the attributes of a variant whose playlist is redirected are checked`() throws {
        var fixture = try MeasuredFixture()
        for index in 0..<8 { fixture.change("low", index) { $0.byteCount *= 3 } }
        let folder = fixture.asset.folder
        let files = fixture.asset.files
        let asset = try LintedAsset(at: folder + "main.m3u8") { place in
            let name = String(place.dropFirst(folder.count))
            guard let bytes = files[name] else {
                return .failure(FixtureError(text: "no file \(name)"))
            }
            return .success(
                (place == folder + "low.m3u8" ? "https://cdn.example/x.m3u8" : place, bytes))
        }
        let streams = fixture.streams.keys.sorted().compactMap { name -> MeasuredStream? in
            var stream = fixture.streams[name]
            if name == "low.m3u8" { stream?.url = "https://cdn.example/x.m3u8" }
            return stream
        }
        let found = AssetLinter(.rfc).lint(asset, media: streams)
        #expect(found.contains { $0.rule.code == "variant.peak-off" }, "\(words(found))")
    }

    @Test func `breaches caused by a missing file are grouped under its breach`() throws {
        var fixture = try MeasuredFixture()
        fixture.change {
            $0.isLost = true
            $0.tracks = []
            $0.problems = [MeasuredProblem("segment.missing-file", "no such file")]
        }
        let found = try fixture.breaches()
        #expect(found.map(\.rule.code) == ["segment.missing-file"], "\(words(found))")
        let rules = ["segment.missing-file", "av.length", "set.dates"].compactMap(LintRule.named)
        let breaches = rules.map {
            LintBreach($0, .warning, in: "a", line: 1, problem: "a", expected: "b")
        }
        let folded = AssetLinter.folded(breaches)
        #expect(folded.map(\.rule.code) == ["segment.missing-file", "set.dates"])
        #expect(folded.first?.consequences.map(\.rule.code) == ["av.length"])
    }

    @Test func `a partly read stream still reports breaches that more media cannot repair`() throws
    {
        var fixture = try MeasuredFixture()
        for index in 0..<8 { fixture.change("low", index) { $0.byteCount *= 3 } }
        var stream = try #require(fixture.streams["low.m3u8"])
        stream.segments.removeSubrange(3...)
        stream.ending = "the media was read to 18 s"
        fixture.streams["low.m3u8"] = stream
        let found = try fixture.breaches()
        #expect(found.map(\.rule.code) == ["variant.peak-off"], "\(words(found))")
        let rules = LintRule.asset
        let streams = fixture.streams.keys.sorted().compactMap { fixture.streams[$0] }
        let coverage = LintCoverage(of: rules, try fixture.asset.linted(), media: streams)
        let partly = Set(coverage.partly.map(\.code))
        #expect(partly.isSuperset(of: ["variant.peak-off", "segment.extinf-wrong", "av.length"]))
        #expect(coverage.checked.contains { $0.code == "segment.missing-file" })
        #expect(coverage.checked.count + partly.count + coverage.unchecked.count == rules.count)
    }

    @Test func `a few segments with another resolution are found in a long stream`() throws {
        var fixture = try MeasuredFixture()
        for index in 3...4 { fixture.track("low", index) { $0.width = 320 } }
        let found = try fixture.breaches().first { $0.rule.code == "variant.resolution-mismatch" }
        #expect(found?.problem.hasSuffix("the video is 320x360 at 00:18") == true)
    }

    @Test(arguments: [(1000, false), (1001, true)])
    func `a report states when some playlist lines were not checked`(count: Int, isCut: Bool) throws
    {
        let lines = String(repeating: "#EXT-X-STRANGE\n", count: count)
        let edits = [FixtureAsset.Edit("low", "#EXT-X-ENDLIST", lines + "#EXT-X-ENDLIST")]
        let asset = try FixtureAsset.film.with(edits).linted()
        let coverage = LintCoverage(of: LintRule.asset, asset, media: nil)
        #expect(coverage.omissions.isEmpty != isCut)
        #expect(coverage.partly.contains { $0.code == "text.unknown-tag" } == isCut)
    }

    @Test func `columns count Unicode scalars, and not bytes`() throws {
        let edits = [
            FixtureAsset.Edit(
                "main", "NAME=\"Deutsch\"", "NAME=\"Dütsch \u{1F600}\",lANGUAGE=\"x\"")
        ]
        let found = AssetLinter(.rfc).lint(try FixtureAsset.film.with(edits).linted())
        let breach = try #require(found.first { $0.rule.code == "attr.unknown-name" })
        let line = "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"sound\",NAME=\"Dütsch \u{1F600}\","
        #expect(breach.column == line.unicodeScalars.count + 1)
    }

    @Test(arguments: ["mid", "low"])
    func `the playlist that differs from the others is at fault, also if it is the first`(
        name: String
    ) throws {
        let edits = [
            FixtureAsset.Edit(name, "DURATION:6", "DURATION:7"),
            FixtureAsset.Edit(name, "CUE-OUT:12.000", "CUE-OUT:15.000"),
            FixtureAsset.Edit(name, "TIME:2026-01-01T00:00:00", "TIME:2026-01-01T00:00:08"),
            FixtureAsset.Edit(name, "ID=\"one\"", "ID=\"two\""),
        ]
        let found = AssetLinter(.rfc).lint(try FixtureAsset.film.with(edits).linted())
        let set = found.filter { $0.rule.code.hasPrefix("set.") }
        #expect(
            Set(set.map(\.rule.code)).isSuperset(
                of: ["set.target-duration", "set.cues", "set.dates", "set.date-ranges"]))
        #expect(set.allSatisfy { $0.file.hasSuffix("/\(name).m3u8") }, "\(words(set))")
    }

    private static let variants = ["mid", "high", "low", "tiny", "cell"]

    @Test(arguments: [
        (["low"], 2, true), (["low"], 1, false), (["low", "de"], 2, false), (variants, 2, true),
        (variants, 1, false),
    ])
    func `windows of an ended broadcast are compared where they overlap`(
        names: [String], sequence: Int, isGood: Bool
    ) throws {
        var fixture = try MeasuredFixture()
        for name in ["mid", "high", "low", "tiny", "cell", "en", "de", "text", "fast", "slow"] {
            fixture.text(name, "#EXT-X-PLAYLIST-TYPE:VOD\n")
        }
        for name in names {
            fixture.text(
                name, "00:00:00.000Z\n#EXTINF:6.00000,\n\(name)-0.m4s\n", "00:00:06.000Z\n")
            fixture.text(name, "MEDIA-SEQUENCE:1", "MEDIA-SEQUENCE:\(sequence)")
            fixture.remove(name, 0)
            for index in 0..<7 { fixture.change(name, index) { $0.index = index } }
        }
        let found = try fixture.breaches().filter { $0.rule.code.hasPrefix("set.") }
        #expect(found.isEmpty == isGood, "\(words(found))")
    }

    @Test func `a report states when tags cannot be matched with their lines`() throws {
        let edits = [FixtureAsset.Edit("main", ",URI=\"fast.m3u8\"", "")]
        let asset = try FixtureAsset.film.with(edits).linted()
        let streams = try MeasuredFixture().streams.values.sorted { $0.url < $1.url }
        let coverage = LintCoverage(of: LintRule.asset, asset, media: streams)
        #expect(coverage.omissions.first?.reason.contains("EXT-X-I-FRAME-STREAM-INF") == true)
        #expect(coverage.partly.contains { $0.code == "iframe.bitrate" })
        let whole = LintCoverage(of: LintRule.asset, try FixtureAsset.film.linted(), media: streams)
        #expect(whole.omissions.isEmpty)
    }
}
