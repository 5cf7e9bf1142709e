import HeadlessPlaybackTesting
import Testing

/// The comparison of expected cue points with the markers of a playlist.
@Suite struct MarkerComparisonTests {
    /// Verifies a ten-second playlist with lines inserted before segments, keyed by segment number.
    private func verify(
        _ lines: [Int: String], _ cuePoints: CuePointCollection,
        _ configure: (inout AssetVerifier) -> Void = { _ in }
    ) async -> AssetVerification {
        let sample = CopiedSample("single")
        sample.edit("index.m3u8") { text in
            var text = text.replacing(
                "#EXTINF", with: "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n#EXTINF",
                maxReplacements: 1)
            for (number, line) in lines {
                let next =
                    number < 5 ? "#EXTINF:2.000000,\nsegment-\(number).ts" : "#EXT-X-ENDLIST"
                text = text.replacing(next, with: "\(line)\n\(next)")
            }
            return text
        }
        return await sample.verify(expecting: cuePoints) {
            $0.keyframeTolerance = .off
            configure(&$0)
        }
    }

    /// Returns the codes of the failed checks.
    private func codes(_ verification: AssetVerification) -> [String] {
        verification.problems.map { String($0.prefix { $0 != ":" }) }
    }

    private static func ad(
        _ second: Int64, _ properties: [String: PropertyValue] = [:]
    ) -> CuePoint {
        .at(.seconds(second), type: "AdSlot", properties: properties)
    }

    // MARK: Marks of breaks

    @Test(
        arguments: [
            ([:], []), ([4: "#EXT-X-CUE-IN"], ["marker.missing"]),
            ([2: "#EXT-X-CUE-OUT:4", 4: "#EXT-X-CUE-IN"], []),
            ([2: "#EXT-X-CUE-OUT:4"], []),
            ([4: "#EXT-OATCLS-SCTE35:/DAB"], ["marker.missing", "range.scte35-unreadable"]),
        ] as [([Int: String], [String])])
    func `an AdSlot needs a marker if the asset has any mark of a break`(
        lines: [Int: String], failures: [String]
    ) async {
        let verification = await verify(lines, [Self.ad(4)])
        #expect(codes(verification) == failures)
    }

    @Test func `a marker that cannot be read may be the marker of a break`() async {
        let tag = [2: "#EXT-OATCLS-SCTE35:/DAB"]
        let verification = await verify(tag, [Self.ad(4)])
        #expect(codes(verification) == ["range.scte35-unreadable"])
        #expect(verification.skipped == ["marker.missing"])
        let strict = await verify(tag, [Self.ad(4)]) { $0.requiresMarkers = true }
        #expect(codes(strict) == ["marker.missing", "range.scte35-unreadable"])
    }

    @Test func `a misspelt tag of a break is not read, and an AdSlot needs a marker`() async {
        let misspelt = await verify([2: "#EXT-X-CUEOUT:4"], [Self.ad(4)])
        #expect(codes(misspelt) == ["marker.missing"])
        #expect(misspelt.problems[0].hasSuffix("none; not read as a marker: EXT-X-CUEOUT"))
        #expect(misspelt.skipped == ["marker.missing"])
        let dialect = await verify([2: "#EXT-X-AD-START"], [Self.ad(4)])
        #expect(dialect.problems == [])
        #expect(dialect.skipped == ["marker.missing"])
        let date = "START-DATE=\"2026-01-01T00:00:04Z\""
        let chapter = await verify([2: "#EXT-X-DATERANGE ID=\"a\",\(date)"], [Self.ad(4)])
        #expect(chapter.problems == [])
        #expect(chapter.skipped == ["marker.missing"])
    }

    @Test func `the assets of an interstitial with an SCTE 35 message are not read`() async {
        let range =
            "#EXT-X-DATERANGE:ID=\"i\",CLASS=\"com.apple.hls.interstitial\",X-ASSET-URI=\"a.m3u8\","
            + "START-DATE=\"2026-01-01T00:00:04Z\","
            + "SCTE35-OUT=0xFC302000000000000000FFF00F05000000017FFFFE000AFC80000100000000FBE0EF21"
        let verification = await verify([2: range], [Self.ad(4)])
        #expect(verification.problems == [])
        #expect(verification.skipped == ["variant.played"])
    }

    @Test(arguments: ["X-ASSET-URI=\"ad.m3u8\"", "X-ASSET-LIST=\"ads.json\""])
    func `an interstitial is the marker of an AdSlot, and its assets are not read`(
        assets: String
    ) async {
        let lines = [
            2: "#EXT-X-DATERANGE:ID=\"i\",CLASS=\"com.apple.hls.interstitial\",\(assets),"
                + "START-DATE=\"2026-01-01T00:00:04Z\""
        ]
        let right = await verify(lines, [Self.ad(4)])
        #expect(right.problems == [])
        #expect(right.skipped == ["variant.played"])
        let wrong = await verify(lines, [Self.ad(6)])
        #expect(codes(wrong) == ["marker.missing", "marker.unexpected"])
        #expect(wrong.problems[0].contains("no marker (out or interstitial): the nearest is at 4"))
        let chapters = await verify(lines, [.at(.seconds(6), type: "CODE")])
        #expect(chapters.problems == [])
    }

    @Test(arguments: [(4000, true), (4800, true), (6000, false)])
    func `an interstitial that snaps out may be expected at its date`(
        place: Int64, isMarked: Bool
    ) async {
        let lines = [
            2: "#EXT-X-DATERANGE:ID=\"i\",CLASS=\"com.apple.hls.interstitial\",X-SNAP=\"OUT\","
                + "X-ASSET-URI=\"a.m3u8\",START-DATE=\"2026-01-01T00:00:04.8Z\""
        ]
        let verification = await verify(lines, [.at(.milliseconds(place), type: "AdSlot")]) {
            $0.boundaryTolerance = .off
        }
        #expect(codes(verification) == (isMarked ? [] : ["marker.missing", "marker.unexpected"]))
    }

    @Test func `a cue point that names an unknown marker has no marker`() async {
        let named = Self.ad(4, ["marker": "OUT"])
        let verification = await verify([2: "#EXT-X-CUE-OUT:4"], [named])
        #expect(codes(verification) == ["marker.missing", "marker.unexpected"])
    }

    @Test(arguments: [[], ["video-360p"], ["video-234p", "video-360p", "video-540p"]])
    func `tags of a break that only audio has do not mark it`(videos: [String]) async {
        let sample = CopiedSample("ts-multivariant")
        for name in ["audio-en", "audio-fr"] + videos {
            sample.edit("\(name)/index.m3u8") {
                $0.replacing("segment-1.ts\n", with: "segment-1.ts\n#EXT-X-CUE-OUT:4\n")
            }
        }
        let verification = await sample.verify(expecting: [Self.ad(8)]) {
            $0.keyframeTolerance = .off
            $0.boundaryTolerance = .off
        }
        let missing = verification.problems.filter { $0.hasPrefix("marker.missing") }
        #expect(missing.count == (videos.isEmpty ? 1 : 0), "\(verification.problems)")
        let ending = "and in no variant stream"
        #expect(missing.allSatisfy { $0.hasSuffix(ending) && $0.contains("English") })
    }

    @Test(arguments: [(4, []), (5, ["ad.not-on-keyframe"])] as [(Int64, [String])])
    func `a break may start with a gap, which has no keyframe`(
        second: Int64, failures: [String]
    ) async {
        let verification = await verify([2: "#EXT-X-GAP"], [Self.ad(second)]) {
            $0.keyframeTolerance = .frame
            $0.boundaryTolerance = .off
        }
        #expect(codes(verification) == failures)
    }

    // MARK: Properties of markers

    @Test(
        arguments: [
            (["duration": 4], []), (["duration": "4.000"], []), (["duration": 4.05], []),
            (["duration": 60], ["duration 4.000"]), (["duration": "x"], ["duration 4.000"]),
            (["event": 1], ["event none"]), (["duration": nil], []),
            (["duration": 4, "content": "a", "marker": "out"], ["content none"]),
        ] as [([String: PropertyValue], [String])])
    func `the properties of an AdSlot are compared with its marker`(
        properties: [String: PropertyValue], found: [String]
    ) async {
        let verification = await verify([2: "#EXT-X-CUE-OUT:4"], [Self.ad(4, properties)])
        #expect(
            verification.problems
                == found.map {
                    "marker.differs: cue point 1 at 4.000 AdSlot has a marker with \($0)"
                })
    }

    @Test func `the duration of a catalogue's cue point is not compared`() async {
        let point = CuePoint.at(.seconds(4), type: "AD", properties: ["duration": 4000])
        #expect(await verify([2: "#EXT-X-CUE-OUT:4"], [point]).problems == [])
    }

    // MARK: Before and after

    @Test func `breaks before and after the media have markers at its start and end`() async {
        let rolls: CuePointCollection = [.before(type: "AdSlot"), .after(type: "AdSlot")]
        let lines = [0: "#EXT-X-CUE-OUT:4", 2: "#EXT-X-CUE-IN", 5: "#EXT-X-CUE-OUT:30"]
        #expect(await verify(lines, rolls).problems == [])
        #expect(await verify(lines, rolls) { $0.requiresMarkers = true }.problems == [])
        #expect(await verify([:], rolls).problems == [])
        let strict = await verify([:], rolls) { $0.requiresMarkers = true }
        #expect(codes(strict) == ["marker.missing", "marker.missing"])
    }
}
