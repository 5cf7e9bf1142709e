import TestSupport

/// The expected findings of verification for one mistake.
struct MistakeRow: CustomStringConvertible {
    let mistake: Mistake
    let kind: TenMinuteAsset.Kind
    let extent: Mistake.Extent
    /// The codes of the checks that must fail.
    var codes: Set<String>
    /// The codes of further checks, which may report the mistake in other streams.
    var besides: Set<String> = []
    /// The texts that must be in the report.
    var words: [String]
    /// The texts that must not be in the report, because they blame correct parts.
    var notSaid: [String] = []

    var description: String {
        "row \(mistake.rawValue), \(mistake) in \(extent), \(kind.rawValue)"
    }

    /// The rows of the mistakes that verification finds, for each kind of asset.
    static let all: [MistakeRow] = TenMinuteAsset.Kind.allCases.flatMap { kind in
        [Mistake.Extent.one, .all].flatMap { extent in
            Mistake.allCases.compactMap { row($0, kind, extent) }
        }
    }

    private static func row(
        _ mistake: Mistake, _ kind: TenMinuteAsset.Kind, _ extent: Mistake.Extent
    ) -> MistakeRow? {
        guard mistake.isPossible(in: kind), !Mistake.leftToLint.contains(mistake) else {
            return nil
        }
        guard extent == .one || mistake.hasExtents else { return nil }
        var row = MistakeRow(mistake: mistake, kind: kind, extent: extent, codes: [], words: [])
        let mid = "variant 2 (128x72"
        let others = ["variant 1 (", "variant 3 ("]
        switch (mistake, extent) {
        case (.cuePointOff, _):
            row.codes = [
                "ad.not-on-keyframe", "ad.not-on-boundary", "marker.missing", "marker.unexpected",
            ]
            row.words = ["391.000"]
        case (.cuePointBetweenKeyframes, _):
            row.codes = ["ad.not-on-keyframe"]
            row.words = ["63.400"]
        case (.segmentGone, _):
            row.codes = ["variant.played"]
            row.words = ["film1-12.\(kind == .fragments ? "m4s" : "ts")", mid]
            row.notSaid = ["subtitles English with"] + others
        case (.audioEndsEarly, _):
            row.codes = ["variant.played"]
            row.words = ["audio Deutsch", "not judged because of it: its length"]
            row.notSaid = ["audio English"]
        case (.discontinuityMissing, .one):
            row.codes = ["segment.discontinuity-undeclared"]
            row.words = ["180.000", mid]
            row.notSaid = ["210.000", "390.", "396.", "420.", "audio"]
        case (.discontinuityMissing, .all):
            row.codes = ["segment.discontinuity-undeclared"]
            row.words = ["180.000", mid] + others
            row.notSaid = ["210.000", "390.", "396.", "420.", "audio"]
        case (.audioGroupMissing, _):
            row.codes = ["variant.undefined-group"]
            row.words = ["AUDIO group \"other\" has no rendition", mid] + others
        case (.cueOutLate, _):
            row.codes = ["set.cues"]
            row.besides = ["marker.unexpected"]
            row.words = ["186.000", mid]
            row.notSaid = others
        case (.bytesLost, .one):
            row.codes = ["variant.played"]
            row.words = ["film1-12.ts", mid]
            row.notSaid = others
        case (.bytesLost, .all):
            row.codes = ["variant.played"]
            row.words = ["film1-12.ts", mid] + others
        case (.segmentsSwapped, _):
            row.codes = ["variant.played"]
            row.besides = ["set.boundaries"]
            row.words = ["66.000", mid]
            row.notSaid = ["66.000 (1 of 101) | 66.000", "subtitles English with"]
        case (.subtitleFileGone, _):
            row.codes = ["variant.played"]
            row.words = ["subtitles Deutsch", "5.vtt"]
            row.notSaid = ["with variant 3", "with subtitles"]
        case (.mapMissing, _):
            row.codes = ["segment.map-missing"]
            row.words = [mid, "EXT-X-MAP at 180.000", "advertisement1-0.m4s"]
            row.notSaid = ["variant 3 (", "audio", "subtitles"]
        case (.endListMissing, .one):
            row.codes = ["media.vod-without-endlist"]
            row.words = [mid]
            row.notSaid = others + ["audio", "subtitles"]
        case (.endListMissing, .all):
            row.codes = ["media.vod-without-endlist"]
            row.words = [mid, "audio Deutsch"] + others
        default: fatalError("row \(mistake.rawValue) has no sentence")
        }
        return row
    }
}

extension Mistake {
    /// Whether the mistake can be made in one variant stream as well as in all of them.
    fileprivate var hasExtents: Bool {
        [.discontinuityMissing, .bytesLost, .endListMissing].contains(self)
    }
}
