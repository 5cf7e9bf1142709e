import Playlists

/// Determines the extent to which the playlists of a live asset are compared with each other.
///
/// The windows of live playlists start and end at different times, and may have been loaded at
/// different times. Therefore most rules compare only playlists that have ended.
struct LiveSetComparison {
    /// The rules that compare only playlists that have ended, or their media.
    private static let endedOnly: Set<String> = [
        "set.duration", "set.discontinuities", "set.boundaries", "set.cues", "set.start",
        "set.timestamps", "set.keyframes", "rendition.partial",
    ]

    /// The rules among ``endedOnly`` that compare only variant streams, and no audio renditions.
    private static let variantsOnly: Set<String> = ["set.boundaries", "set.cues", "set.keyframes"]

    /// The location of the multivariant playlist.
    private let url: String
    /// Whether the asset has several playlists, of which some are live.
    private let concernsAsset: Bool
    /// The number of live playlists with dates.
    private let datedCount: Int
    /// The number of ended playlists of video and audio.
    private let endedCount: Int
    /// The number of ended playlists of variant streams.
    private let endedVariantCount: Int
    /// The locations of the subtitle playlists whose start in the programme is unknown.
    private let looseSubtitles: [String]
    /// The locations of the subtitle playlists that may start after the start of the programme.
    private let lateSubtitles: [String]
    /// The number of subtitle playlists.
    private let subtitleCount: Int

    init(_ asset: LintedAsset) {
        url = asset.main.url
        let playlists = asset.mediaPlaylists
        let live = playlists.filter { $0.media?.hasEndList == false }
        concernsAsset = !live.isEmpty && playlists.count > 1
        datedCount = live.count { $0.media?.endDate != nil }
        let ended = playlists.filter {
            $0.media?.hasEndList == true && !$0.isOfSubtitles && !$0.isOfIFrames
        }
        endedCount = ended.count
        endedVariantCount = ended.count { if case .variant = $0.role { true } else { false } }
        let programme = playlists.first { !$0.isOfSubtitles && !$0.isOfIFrames }?.media
        let alignment = programme.map(LiveAlignment.init)
        let subtitles = playlists.filter(\.isOfSubtitles)
        subtitleCount = subtitles.count
        looseSubtitles = subtitles.filter {
            guard let alignment, let media = $0.media else { return false }
            return alignment.start(of: media) == nil
        }.map(\.url)
        lateSubtitles = subtitles.filter {
            $0.media.map(SubtitleRules.mayStartLate) ?? false
        }.map(\.url)
    }

    /// Returns what a rule does not compare; `nil` if it compares all playlists or has only one.
    func lack(of rule: LintRule) -> LintCoverage.Lack? {
        if rule.code == "vtt.cues-beside-start", !lateSubtitles.isEmpty {
            return LintCoverage.Lack(
                reason: "the window of the playlist may start after the start of the programme",
                files: lateSubtitles, isTotal: lateSubtitles.count == subtitleCount)
        }
        guard concernsAsset else { return nil }
        let isOfVariants = Self.variantsOnly.contains(rule.code)
        let isTotal = (isOfVariants ? endedVariantCount : endedCount) < 2
        func lack(_ reason: String, isTotal: Bool) -> LintCoverage.Lack {
            LintCoverage.Lack(reason: reason, files: [url], isTotal: isTotal)
        }
        switch rule.code {
        case "set.dates" where datedCount > 1:
            return lack(
                "the dates of live playlists are compared only by the time that they cover",
                isTotal: false)
        case "set.date-ranges" where datedCount > 1:
            return lack(
                "the date ranges of live playlists are compared only by their identifiers,"
                    + " if all playlists list the time at which they start", isTotal: false)
        case "set.date-ranges":
            return lack(
                "the date ranges of live playlists without dates are not compared",
                isTotal: isTotal)
        case let code where Self.endedOnly.contains(code):
            return lack(
                "only ended playlists are compared, since live ones have no common start",
                isTotal: isTotal)
        case let code where RuleScope.clocks.contains(code) && !looseSubtitles.isEmpty:
            return LintCoverage.Lack(
                reason: "the dates do not show at which time of the programme the playlist starts",
                files: looseSubtitles, isTotal: looseSubtitles.count == subtitleCount)
        default: return nil
        }
    }
}
