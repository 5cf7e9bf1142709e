import Formats
import Playlists
import VirtualTime

/// The rule that compares the stated durations of interstitials with those of their assets.
///
/// Reference: rfc8216bis, appendix D.
struct AdvertisementDurationRules {
    private static let code = "ad.duration"
    /// The largest permitted difference, which rounding and the last frames can explain.
    private static let tolerance = MediaTime.milliseconds(500)

    private let asset: LintedAsset
    /// The durations of the assets of interstitials, by location.
    private let durations: [String: MediaTime]

    init(asset: LintedAsset) {
        self.asset = asset
        let known = asset.files.filter { $0.kind == .advertisement }.compactMap { file in
            file.duration.map { (file.url, $0) }
        }
        durations = Dictionary(known) { first, _ in first }
    }

    func check(_ log: inout BreachLog) {
        guard !durations.isEmpty else { return }
        for list in asset.files where list.kind == .assetList {
            for item in list.assets {
                guard let stated = item.duration, let duration = durations[item.url],
                    Self.differ(stated, duration)
                else { continue }
                log.note(
                    Self.code, in: list.playlist, line: list.line,
                    "\(SafeText.url(list.url)) states \(stated) s for \(SafeText.url(item.url)),"
                        + " which has \(duration) s",
                    expected: "\"DURATION\": \(duration)")
            }
        }
        // The playlists of an asset repeat its date ranges.
        var known: Set<String> = []
        for playlist in asset.mediaFiles {
            for range in playlist.media?.dateRanges ?? [] {
                guard let interstitial = range.interstitial, known.insert(range.id).inserted
                else { continue }
                check(range, interstitial, of: playlist, &log)
            }
        }
    }

    private func check(
        _ range: DateRange, _ interstitial: Interstitial, of playlist: LintedPlaylist,
        _ log: inout BreachLog
    ) {
        guard let stated = range.duration,
            let duration = duration(of: interstitial.content, in: playlist)
        else { return }
        // A stated duration may also be that of the break which the interstitial fills, or that for
        // which the interstitial is played.
        let others = [interstitial.resumeOffset, interstitial.playoutLimit].compactMap(\.self)
        guard ([duration] + others).allSatisfy({ Self.differ(stated, $0) }) else { return }
        log.note(
            Self.code, in: playlist.url,
            line: playlist.text.tags(.dateRange).first { $0["ID"]?.value == range.id }?.line,
            "the interstitial \"\(SafeText.quoted(range.id))\" states \(stated) s, and its asset has"
                + " \(duration) s",
            expected: "DURATION=\(duration)")
    }

    /// Returns the duration of an interstitial's assets; `nil` if one of them is unknown.
    private func duration(
        of content: Interstitial.Content, in playlist: LintedPlaylist
    ) -> MediaTime? {
        switch content {
        case .asset(let uri): return durations[URIReference.resolve(uri, against: playlist.url)]
        case .list(let uri):
            let url = URIReference.resolve(uri, against: playlist.url)
            guard let list = asset.files.first(where: { $0.kind == .assetList && $0.url == url })
            else { return nil }
            let items = list.assets.map { durations[$0.url] }
            guard !items.isEmpty, !items.contains(nil) else { return nil }
            return items.compactMap(\.self).reduce(.zero, +)
        }
    }

    private static func differ(_ stated: MediaTime, _ duration: MediaTime) -> Bool {
        (stated - duration).magnitude > tolerance
    }
}
