import Formats
import Playlists
import VirtualTime

/// The rule that compares the stated durations of interstitials with their assets' durations.
///
/// An asset without an end has no duration. Interstitials must be VOD assets (Apple, "Getting
/// Started with HLS Interstitials").
///
/// Reference: rfc8216bis, appendix D.
struct AdvertisementDurationRules {
    private static let code = "ad.duration"
    /// The largest permitted difference, which rounding and the last frames can explain.
    private static let tolerance = MediaTime.milliseconds(500)

    let asset: LintedAsset

    func check(_ log: inout BreachLog) {
        // Each location occurs only once among the files.
        var durations: [String: MediaTime] = [:]
        var endless: Set<String> = []
        for file in asset.files where file.kind == .advertisement {
            durations[file.url] = file.duration
            if file.isEndless { endless.insert(file.url) }
        }
        guard !durations.isEmpty || !endless.isEmpty else { return }
        for list in asset.files where list.kind == .assetList {
            let items = list.assets
            if items.contains(where: { endless.contains($0.url) }) { endless.insert(list.url) }
            let known = items.compactMap { durations[$0.url] }
            if !known.isEmpty, known.count == items.count {
                durations[list.url] = known.reduce(.zero, +)
            }
            for item in items {
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
            for range in playlist.media?.dateRanges.joinedByID ?? [] {
                guard let interstitial = range.interstitial, known.insert(range.id).inserted
                else { continue }
                check(range, interstitial, of: playlist, durations, endless, &log)
            }
        }
    }

    /// Compares the stated duration of an interstitial with the duration of its assets.
    ///
    /// - Parameters:
    ///   - range: The date range of the interstitial.
    ///   - interstitial: The interstitial.
    ///   - playlist: The playlist with the date range.
    ///   - durations: The known durations of assets and asset lists, by location.
    ///   - endless: The locations of assets without an end, and of the lists that name them.
    ///   - log: The log to which the function adds a breach.
    private func check(
        _ range: DateRange, _ interstitial: Interstitial, of playlist: LintedPlaylist,
        _ durations: [String: MediaTime], _ endless: Set<String>, _ log: inout BreachLog
    ) {
        let uri =
            switch interstitial.content {
            case .asset(let uri), .list(let uri): uri
            }
        let url = URIReference.resolve(uri, against: playlist.url)
        lazy var line = playlist.text.tags(.dateRange).first { $0["ID"]?.value == range.id }?.line
        // With a limit, playback of the interstitial ends even if its asset does not.
        if endless.contains(url), interstitial.playoutLimit == nil {
            log.note(
                Self.code, in: playlist.url, line: line,
                "an asset of the interstitial \"\(SafeText.quoted(range.id))\" has no end",
                expected: "EXT-X-ENDLIST in each media playlist of \(SafeText.url(url))")
        }
        guard let stated = range.duration, let duration = durations[url] else { return }
        // The stated duration may also be the length of the break that the interstitial fills, or
        // the time for which the interstitial is played.
        let others = [interstitial.resumeOffset, interstitial.playoutLimit].compactMap(\.self)
        guard ([duration] + others).allSatisfy({ Self.differ(stated, $0) }) else { return }
        log.note(
            Self.code, in: playlist.url, line: line,
            "the interstitial \"\(SafeText.quoted(range.id))\" states \(stated) s, and its asset has"
                + " \(duration) s",
            expected: "DURATION=\(duration)")
    }

    private static func differ(_ stated: MediaTime, _ duration: MediaTime) -> Bool {
        (stated - duration).magnitude > tolerance
    }
}
