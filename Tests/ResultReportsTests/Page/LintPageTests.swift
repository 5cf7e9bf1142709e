import ResultReports
import TestSupport
import Testing
import VirtualTime

/// Tests of the page that `playctl lint` writes.
@Suite struct LintPageTests {
    /// Returns the intervals of segments of six seconds.
    private static func segments(_ count: Int64) -> [Range<MediaTime>] {
        (0..<count).map { MediaTime.seconds($0 * 6)..<MediaTime.seconds($0 * 6 + 6) }
    }

    /// Returns an asset with findings of each severity, a curve above its bandwidth, and breaks.
    static func asset(_ text: String = "EXTINF states 3.000 s") -> LintView {
        var asset = LintView(address: "film/index.m3u8", name: text, profile: "rfc")
        asset.isBad = true
        var finding = LintView.Finding(
            .error, "segment.extinf-wrong", at: "film/mid/index.m3u8:12:1", problem: text,
            expected: "EXTINF:6", section: "rfc8216bis, section 4.4.4.1", owner: "packager")
        finding.time = .seconds(12)
        finding.advice = [("Usual cause", "a segment was replaced"), ("Effect", text)]
        finding.consequences = (0..<12).map { "the date is \($0) s off (set.dates)" }
        asset.findings = Array(repeating: finding, count: 8)
        finding.severity = .warning
        finding.excuse = "the baseline lists it"
        asset.findings.append(finding)
        asset.counts = [.error: 8, .warning: 1]
        var lane = LintView.Lane("Variant 1")
        lane.segments = segments(20)
        lane.discontinuities = [.seconds(60)]
        lane.breaks = [MediaTime.seconds(60)..<MediaTime.seconds(90)]
        var other = LintView.Lane("Audio \(text)")
        other.segments = lane.segments
        asset.lanes = [lane, other]
        let rates = (0..<20).map {
            LintView.Bandwidth.Rate(
                lane.segments[$0], $0 == 10 ? 1_900_000 : 700_000)
        }
        var bandwidth = LintView.Bandwidth(
            "Variant 1", declared: 800_000, rates: rates, average: 750_000)
        bandwidth.size = "640x360"
        bandwidth.declaredAverage = 700_000
        asset.bandwidths = [bandwidth]
        asset.unchecked = [("ts.programs", "it is not built")]
        asset.omissions = ["film/de/index.m3u8: no key was given, for 3 rules"]
        return asset
    }

    private func page(_ assets: [LintView]) -> String {
        String(decoding: LintPage(assets, command: "playctl lint film").html(), as: UTF8.self)
    }

    @Test func `findings are shown with cause, location, effect and consequences`() {
        let text = page([Self.asset()])
        for part in [
            "Findings, by cause", "segment.extinf-wrong", "film/mid/index.m3u8:12:1",
            "a segment was replaced", "Follows from it", "12 findings", "and 4 more",
            "3 more findings of segment.extinf-wrong", "Findings that are expected",
            "the baseline lists it", "no key was given", "it is not built", "00:12.000",
        ] { #expect(text.contains(part), "\(part)") }
    }

    @Test func `the bandwidth is drawn and described against the declared bandwidth`() {
        let text = page([Self.asset()])
        #expect(
            text.contains(
                "Variant 1 (640x360) declares 800 kb/s and peaks at 1.9 Mb/s at 01:00.000. It"
                    + " declares 700 kb/s on average, and has 750 kb/s."))
        #expect(text.contains(#"class="edge""#) && text.contains(#"class="at-fault""#))
        var tame = Self.asset()
        tame.bandwidths[0].rates = [tame.bandwidths[0].rates[0]]
        #expect(!page([tame]).contains("more than declared"))
    }

    @Test func `a page without media has no chart, and a page without assets states that`() {
        var asset = LintView(address: "a", name: "a", profile: "apple")
        asset.counts = [:]
        let text = page([asset])
        #expect(text.contains("There is none.") && text.contains("No error and no warning"))
        #expect(!text.contains("<figure"))
        #expect(page([]).contains("No asset was checked."))
    }

    @Test(arguments: PageSamples.hostile)
    func `names with HTML markup are shown as text`(text: String) {
        let (tame, wild) = (page([Self.asset("tame")]), page([Self.asset(text)]))
        for part in ["<", ">", "\"", "'"] {
            #expect(wild.ranges(of: part).count == tame.ranges(of: part).count, "\(part)")
        }
    }

    @Test func `a page of many findings and segments stays below 2.5 megabytes`() {
        var asset = Self.asset()
        asset.findings = (0..<20_000).map { number in
            var finding = asset.findings[0]
            finding.code = "rule.\(number % 3000)"
            finding.time = .seconds(Int64(number))
            return finding
        }
        asset.lanes[0].segments = Self.segments(100_000)
        asset.bandwidths[0].rates = asset.lanes[0].segments.map {
            LintView.Bandwidth.Rate($0, 700_000)
        }
        asset.lanes = Array(repeating: asset.lanes[0], count: 40)
        asset.bandwidths = Array(repeating: asset.bandwidths[0], count: 40)
        let page = LintPage(Array(repeating: asset, count: 5), command: "playctl lint").html()
        #expect(page.count < 2_500_000, "\(page.count)")
    }

    @Test func `the bandwidth chart counts variants beyond its limit and names those not measured`()
    {
        var asset = Self.asset()
        asset.bandwidths = Array(repeating: asset.bandwidths[0], count: 13)
        #expect(page([asset]).contains("1 more variant"))
        asset.bandwidths = [
            asset.bandwidths[0],
            LintView.Bandwidth(
                "Variant 2", declared: 1_000_000, rates: [], average: 0),
        ]
        #expect(page([asset]).contains("Variant 2 was not measured"))
    }

    @Test func `rules that were checked in part are counted separately`() {
        var asset = Self.asset()
        #expect(!page([asset]).contains("in part</dt>"))
        asset.partly = 25
        #expect(page([asset]).contains("in part</dt>"))
    }

    @Test func `the findings of each remote playlist are shown`() {
        var asset = Self.asset()
        let finding = asset.findings[0]
        asset.findings = (0..<8).map { number in
            var finding = finding
            finding.file = "https://media.example/\(number).m3u8"
            finding.place = "\(finding.file):12"
            return finding
        }
        let text = page([asset])
        for number in 0..<8 { #expect(text.contains("media.example/\(number).m3u8:12")) }
    }
}
