import Playlists

/// Determines which rules about breaks are not checked on playlists without `EXT-X-ENDLIST`.
///
/// The window of such a playlist may contain only a part of a break, and a later version may add
/// the rest of it.
struct UnendedPlaylists {
    private let playlists: [LintedPlaylist]

    init(_ asset: LintedAsset) { playlists = asset.mediaFiles }

    /// Returns the playlists on which a rule is not checked; `nil` if there are none.
    func lack(of rule: LintRule) -> LintCoverage.Lack? {
        guard let concerns = Self.subject(of: rule) else { return nil }
        let concerned = playlists.filter { $0.media.map(concerns) ?? false }
        let lacking = concerned.filter { $0.media?.hasEndList == false }
        guard !lacking.isEmpty else { return nil }
        // Breaks that CUE tags mark have a place on the timeline of any playlist.
        let isOfCues =
            rule.code == "ad.not-on-keyframe"
            && playlists.contains { $0.media?.cueSegments.isEmpty == false }
        return LintCoverage.Lack(
            reason: "a playlist without EXT-X-ENDLIST may list only a part of a break",
            files: lacking.map(\.url), isTotal: lacking.count == concerned.count && !isOfCues)
    }

    /// Returns whether a playlist has what a rule is about; `nil` for a rule that needs no end.
    private static func subject(of rule: LintRule) -> ((MediaPlaylist) -> Bool)? {
        switch rule.code {
        case "cue.in-without-out", "cue.out-without-in": { !$0.cueSegments.isEmpty }
        case "range.outside-playlist": { !$0.dateRanges.isEmpty }
        case "range.scte35-out-without-in", "ad.not-on-boundary":
            { $0.dateRanges.contains { $0.scte35Out != nil } }
        case "range.scte35-in-without-out": { $0.dateRanges.contains { $0.scte35In != nil } }
        case "ad.not-on-keyframe":
            {
                $0.dateRanges.contains {
                    $0.scte35Out != nil || $0.rangeClass == Interstitial.dateRangeClass
                }
            }
        default: nil
        }
    }
}
