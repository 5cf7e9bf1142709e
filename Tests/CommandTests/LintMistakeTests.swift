import TestSupport
import Testing

/// `playctl lint` on an asset of ten minutes, without a mistake and with one of each kind.
@Suite(.serialized) struct LintMistakeTests {
    /// A mistake with the rule and the words that must be reported.
    struct Row: Sendable, CustomStringConvertible {
        let mistake: Mistake
        var extent = Mistake.Extent.one
        let rule: String
        let words: String
        /// Rules that may be broken too, because they report the same at another place.
        var besides: Set<String> = []

        var description: String { "\(mistake) in \(extent)" }
    }

    static let rows: [Row] = [
        Row(
            mistake: .segmentGone, rule: "segment.missing-file", words: "film1-12",
            besides: ["variant.peak-off"]),
        Row(
            mistake: .bandwidthTooLow, rule: "variant.bandwidth-sum", words: "variant 3 declares",
            besides: ["variant.peak-off", "variant.average-above-peak"]),
        Row(
            mistake: .wrongCodecs, rule: "variant.codecs-mismatch",
            words: "declares hvc1.1.6.L93.B0,ec-3, and the media is avc1."),
        Row(
            mistake: .wrongResolution, rule: "variant.resolution-mismatch",
            words: "declares 128x96, and the video is 128x72", besides: []),
        Row(mistake: .audioEndsEarly, rule: "set.duration", words: "de/index.m3u8"),
        Row(
            mistake: .wrongProgramDateTime, rule: "set.dates", words: "7.000 s after that of",
            besides: ["segment.date-jump"]),
        Row(
            mistake: .wrongProgramDateTime, extent: .all, rule: "segment.date-jump",
            words: "7.000 s too late"),
        Row(
            mistake: .dateRangeTwice, rule: "range.same-id-differs",
            words: "break-1 is used twice", besides: ["set.date-ranges"]),
        Row(
            mistake: .discontinuityMissing, rule: "set.discontinuities", words: "180.000 s",
            besides: [
                "segment.discontinuity-undeclared", "segment.discontinuity-parameters",
                "segment.date-drift", "vtt.timestamp-map-off", "variant.codecs-profile",
            ]),
        Row(
            mistake: .discontinuityMissing, extent: .all, rule: "segment.discontinuity-undeclared",
            words: "EXT-X-DISCONTINUITY is missing",
            besides: ["set.discontinuities", "segment.discontinuity-parameters"]),
        Row(
            mistake: .subtitlesLate, rule: "vtt.timestamp-map-off",
            words: "after the end of its segment"),
        Row(
            mistake: .wrongDuration, rule: "segment.extinf-wrong",
            words: "EXTINF states 3.000 s, and the video of film1-7",
            besides: [
                "set.boundaries", "set.duration", "set.dates", "segment.date-drift",
                "segment.date-jump", "set.cues", "variant.peak-off", "set.discontinuities",
                "ad.not-on-boundary",
            ]),
        Row(
            mistake: .targetDurationTooSmall, rule: "media.longer-than-target",
            words: "longer than the target duration",
            besides: ["set.target-duration", "variant.peak-off"]),
        Row(mistake: .nameTwice, rule: "rendition.name-twice", words: "two renditions of a group"),
        Row(
            mistake: .audioGroupMissing, rule: "variant.undefined-group", words: "AUDIO other",
            besides: ["rendition.group-unused"]),
        Row(
            mistake: .cueOutLate, rule: "set.cues", words: "CUE-OUT is at 186.000 s",
            besides: ["cue.duration-differs"]),
        Row(mistake: .cueInMissing, rule: "cue.out-without-in", words: "has no CUE-IN"),
        Row(
            mistake: .segmentsSwapped, rule: "segment.discontinuity-undeclared",
            words: "timestamps jump by", besides: ["media.pts-gap", "media.pts-overlap"]),
        Row(
            mistake: .subtitleFileGone, rule: "segment.missing-file", words: "5.vtt: "),
        Row(
            mistake: .endListMissing, rule: "media.vod-without-endlist",
            words: "EXT-X-ENDLIST is missing"),
    ]

    private func findings(_ text: String) -> Set<String> {
        var codes: Set<String> = []
        for line in text.split(separator: "\n") where !line.hasPrefix(" ") && line.hasSuffix("]") {
            guard let start = line.lastIndex(of: "["),
                line.contains(": error: ") || line.contains(": warning: ")
            else { continue }
            codes.insert(String(line[line.index(after: start)...].dropLast()))
        }
        return codes
    }

    @Test(arguments: TenMinuteAsset.Kind.allCases)
    func `a correct asset has no error and no warning`(kind: TenMinuteAsset.Kind) throws {
        let asset = try TenMinuteAsset(kind)
        let outcome = try Playctl.run(["lint", asset.path])
        #expect(findings(outcome.output).isEmpty, "\(outcome.output)")
        #expect(outcome.status == 0)
    }

    @Test(arguments: rows)
    func `a mistake is reported by its rule, and nothing else is`(row: Row) throws {
        let asset = try TenMinuteAsset(.transportStream)
        row.mistake.make(in: asset, row.extent)
        let outcome = try Playctl.run(["lint", asset.path])
        let found = findings(outcome.output)
        #expect(outcome.status == 1)
        #expect(found.contains(row.rule), "\(outcome.output)")
        #expect(outcome.output.contains(row.words), "\(outcome.output)")
        #expect(found.isSubset(of: row.besides.union([row.rule])), "\(outcome.output)")
    }

    @Test(arguments: [Mistake.Extent.one, .all])
    func `lost bytes of a segment are reported`(extent: Mistake.Extent) throws {
        let asset = try TenMinuteAsset(.transportStream)
        Mistake.bytesLost.make(in: asset, extent)
        let outcome = try Playctl.run(["lint", asset.path])
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("film1-12.ts"), "\(outcome.output)")
    }

    @Test func `an initialization section that is missing after a break is reported`() throws {
        let asset = try TenMinuteAsset(.fragments)
        Mistake.mapMissing.make(in: asset)
        let outcome = try Playctl.run(["lint", asset.path])
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("[segment.map-missing]"), "\(outcome.output)")
    }
}
