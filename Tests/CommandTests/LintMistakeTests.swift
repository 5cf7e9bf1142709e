import Foundation
import TestSupport
import Testing

/// `playctl lint` on an asset of ten minutes, without a mistake and with one mistake of each kind.
@Suite(.serialized) struct LintMistakeTests {
    /// A mistake with the rule and the words that must be reported.
    struct Row: Sendable, CustomStringConvertible {
        let mistake: Mistake
        var extent = Mistake.Extent.one
        var form = Mistake.Form.usual
        let rule: String
        let words: String
        /// Further rules that the mistake breaks.
        var besides: Set<String> = []
        /// Further rules that the mistake breaks only if the segments are movie fragments.
        var besidesInFragments: Set<String> = []

        /// Whether the rule reports a warning, which does not make the lint fail.
        var isWarning = false

        var description: String { "\(mistake) in \(extent), \(form)" }
    }

    static let rows: [Row] = [
        Row(mistake: .segmentGone, rule: "segment.missing-file", words: "film1-12"),
        Row(
            mistake: .bandwidthTooLow, rule: "variant.bandwidth-sum", words: "variant 3 declares",
            besides: ["variant.average-above-peak"], besidesInFragments: ["variant.peak-off"]),
        Row(
            mistake: .wrongCodecs, rule: "variant.codecs-mismatch",
            words: "declares hvc1.1.6.L93.B0,ec-3, and the media is avc1."),
        Row(
            mistake: .wrongResolution, rule: "variant.resolution-mismatch",
            words: "declares 128x96, and the video is 128x72", besides: []),
        Row(
            mistake: .wrongResolution, form: .profile, rule: "variant.codecs-profile",
            words: "declares avc1.F4"),
        Row(
            mistake: .wrongResolution, form: .frameRate, rule: "variant.frame-rate-mismatch",
            words: "declares 50"),
        Row(mistake: .audioEndsEarly, rule: "set.duration", words: "de/index.m3u8"),
        Row(
            mistake: .wrongProgramDateTime, rule: "set.dates", words: "7.000 s after that of",
            besides: ["segment.date-jump", "ad.not-on-keyframe"]),
        Row(
            mistake: .wrongProgramDateTime, extent: .all, rule: "segment.date-jump",
            words: "7.000 s too late", besides: ["ad.not-on-keyframe"]),
        Row(
            mistake: .dateRangeTwice, rule: "range.same-id-differs",
            words: "break-1 is used twice"),
        Row(
            mistake: .discontinuityMissing, rule: "set.discontinuities", words: "180.000 s",
            besides: ["segment.discontinuity-undeclared"]),
        Row(
            mistake: .discontinuityMissing, extent: .all, rule: "segment.discontinuity-undeclared",
            words: "EXT-X-DISCONTINUITY is missing",
            besides: ["set.discontinuities"]),
        Row(
            mistake: .subtitlesLate, rule: "vtt.timestamp-map-off",
            words: "after the end of its segment"),
        Row(
            mistake: .wrongDuration, rule: "segment.extinf-wrong",
            words: "EXTINF states 3.000 s, and the video of film1-7",
            besides: [
                "set.boundaries", "set.duration", "set.dates", "segment.date-jump", "set.cues",
                "set.discontinuities",
            ]),
        Row(
            mistake: .targetDurationTooSmall, rule: "media.longer-than-target",
            words: "longer than the target duration",
            besides: ["set.target-duration"]),
        Row(mistake: .nameTwice, rule: "rendition.name-twice", words: "two renditions of a group"),
        Row(
            mistake: .audioGroupMissing, rule: "variant.undefined-group",
            words: "names AUDIO other, a group without renditions",
            besides: ["rendition.group-unused"]),
        Row(
            mistake: .cueOutLate, rule: "set.cues", words: "CUE-OUT is at 186.000 s",
            besides: ["cue.duration-differs"]),
        Row(mistake: .cueInMissing, rule: "cue.out-without-in", words: "has no CUE-IN"),
        Row(
            mistake: .cueInMissing, form: .shortBreak, rule: "cue.duration-differs",
            words: "CUE-OUT states 30.000 s, and the break has 60"),
        Row(
            mistake: .bytesLost, rule: "media.lost-frames",
            words: "film1-12.ts: frames are missing"),
        Row(
            mistake: .bytesLost, extent: .all, rule: "ts.foreign-bytes",
            words: "film1-12.ts: bytes belong to no packet",
            besides: ["ts.continuity", "media.lost-frames", "media.corrupt"]),
        Row(
            mistake: .mapMissing, rule: "segment.map-missing", words: "EXT-X-MAP",
            besides: ["set.timestamps"]),
        Row(
            mistake: .segmentsSwapped, rule: "segment.discontinuity-undeclared",
            words: "timestamps jump by"),
        Row(
            mistake: .subtitleFileGone, rule: "segment.missing-file", words: "5.vtt: "),
        Row(
            mistake: .endListMissing, rule: "media.vod-without-endlist",
            words: "EXT-X-ENDLIST is missing"),
    ]

    /// Returns the codes of the broken rules in a report, remarks included.
    ///
    /// The code is at the end of a line.
    private func findings(_ text: String) -> Set<String> {
        var codes: Set<String> = []
        for line in text.split(separator: "\n") where line.hasSuffix("]") {
            guard let start = line.lastIndex(of: "[") else { continue }
            codes.insert(String(line[line.index(after: start)...].dropLast()))
        }
        return codes
    }

    @Test(arguments: TenMinuteAsset.Kind.allCases)
    func `a correct asset has no finding`(kind: TenMinuteAsset.Kind) throws {
        let asset = try TenMinuteAsset(kind)
        keep(asset, as: "correct-\(kind)")
        let outcome = try Playctl.run(["lint", asset.path])
        #expect(findings(outcome.output).isEmpty, "\(outcome.output)")
        #expect(outcome.status == 0)
    }

    @Test(arguments: rows, TenMinuteAsset.Kind.allCases)
    func `a mistake breaks exactly the rules that are expected for it`(
        row: Row, kind: TenMinuteAsset.Kind
    ) throws {
        guard row.mistake.isPossible(in: kind) else { return }
        let asset = try TenMinuteAsset(kind)
        row.mistake.make(row.form, in: asset, row.extent)
        let form = row.form == .usual ? "" : "-\(row.form)"
        keep(asset, as: "\(row.mistake.number)-\(row.mistake)\(form)-in-\(row.extent)-\(kind)")
        let outcome = try Playctl.run(["lint", asset.path])
        let found = findings(outcome.output)
        let expected = row.besides.union([row.rule])
            .union(kind == .fragments ? row.besidesInFragments : [])
        #expect(outcome.status == (row.isWarning ? 0 : 1))
        #expect(outcome.output.contains(row.words), "\(outcome.output)")
        #expect(found == expected, "\(outcome.output)")
    }

    /// Copies an asset for `Scripts/compare-validators`, if `PLAYCTL_MISTAKES` names a folder.
    private func keep(_ asset: TenMinuteAsset, as name: String) {
        guard let folder = ProcessInfo.processInfo.environment["PLAYCTL_MISTAKES"] else { return }
        let place = "\(folder)/\(name)"
        let source = asset.path.split(separator: "/").dropLast().joined(separator: "/")
        _ = ShellCommand.bytes(of: "mkdir -p '\(place)' && cp -rL '/\(source)/.' '\(place)'")
    }

    @Test func `the rules find every mistake except those in cue point expectations`() {
        let found = Set(Self.rows.map(\.mistake))
        let expectations: Set<Mistake> = [.cuePointOff, .cuePointBetweenKeyframes]
        #expect(found == Set(Mistake.allCases).subtracting(expectations))
    }
}

extension Mistake {
    /// The number of the mistake in the table, with two digits.
    fileprivate var number: String { rawValue < 10 ? "0\(rawValue)" : "\(rawValue)" }
}
