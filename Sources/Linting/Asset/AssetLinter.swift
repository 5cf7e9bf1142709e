import Playlists

/// Checks an asset with the rules of a profile.
package struct AssetLinter: Sendable {
    /// The profile, which determines the rules to check.
    package var profile: LintRule.Profile

    /// Creates a linter.
    ///
    /// - Parameter profile: The profile, which determines the rules to check.
    package init(_ profile: LintRule.Profile = .rfc) { self.profile = profile }

    /// Returns the breaches that the playlists of an asset show, sorted by file and line.
    ///
    /// The breaches that playlist comments suppress are included, and have a
    /// ``LintBreach/suppression``.
    package func lint(_ asset: LintedAsset) -> [LintBreach] {
        lint(asset, EndedWindows(asset.mediaPlaylists))
    }

    /// Returns the breaches that the playlists of an asset show, sorted by file and line.
    ///
    /// - Parameters:
    ///   - asset: The playlists.
    ///   - windows: The windows of the ended playlists, which are compared where they overlap.
    /// - Returns: The breaches, including the breaches that playlist comments suppress.
    func lint(
        _ asset: LintedAsset, _ windows: EndedWindows<LintedPlaylist.Key>
    ) -> [LintBreach] {
        var log = BreachLog(profile)
        for playlist in [asset.main] + asset.playlists where playlist.furtherUse == nil {
            check(playlist, &log)
        }
        SetRules(asset: asset, windows: windows).check(&log)
        return Self.sorted(log.breaches, of: asset)
    }

    private func check(_ playlist: LintedPlaylist, _ log: inout BreachLog) {
        ParserRules(playlist: playlist).check(&log)
        TextRules(playlist).check(&log)
        if let media = playlist.media {
            HeaderRules(playlist: playlist, media: media).check(&log)
            SegmentRules(playlist: playlist, media: media).check(&log)
            KeyRules(playlist: playlist, media: media).check(&log)
            LowLatencyRules(playlist: playlist, media: media).check(&log)
            DateRangeRules(playlist: playlist, media: media).check(&log)
            CueRules(playlist: playlist, media: media).check(&log)
        }
        if let multivariant = playlist.multivariant {
            VariantRules(playlist: playlist, multivariant: multivariant).check(&log)
            RenditionRules(playlist: playlist, multivariant: multivariant).check(&log)
        }
    }

    /// Returns breaches sorted by file and line; marks breaches that playlist comments suppress.
    static func sorted(_ breaches: [LintBreach], of asset: LintedAsset) -> [LintBreach] {
        var order: [String: Int] = [:]
        var comments: [String: IgnoredRules] = [:]
        for playlist in [asset.main] + asset.playlists {
            order[playlist.url] = order[playlist.url] ?? order.count
            if !playlist.text.ignored.isEmpty { comments[playlist.url] = playlist.text.ignored }
        }
        let marked = (asset.sharesLocations ? distinct(breaches) : breaches).map { breach in
            guard let line = comments[breach.file]?.comment(on: breach) else { return breach }
            var breach = breach
            breach.suppression = "ignored by the comment in line \(line)"
            return breach
        }
        return marked.enumerated().sorted { one, other in
            func key(_ item: (offset: Int, element: LintBreach)) -> (Int, Int, Int) {
                (
                    order[item.element.file] ?? order.count, item.element.line ?? .max, item.offset
                )
            }
            return key(one) < key(other)
        }.map(\.element)
    }

    /// Removes repeated breaches.
    ///
    /// Repetitions occur because a playlist with several listed uses is checked once for each use.
    private static func distinct(_ breaches: [LintBreach]) -> [LintBreach] {
        var known: [String: [LintBreach]] = [:]
        return breaches.filter { breach in
            let name = "\(breach.rule.code) \(breach.line ?? 0) \(breach.file)"
            guard known[name]?.contains(breach) != true else { return false }
            known[name, default: []].append(breach)
            return true
        }
    }
}
