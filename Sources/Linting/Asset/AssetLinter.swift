/// Checks an asset with the rules of a profile.
package struct AssetLinter: Sendable {
    /// The profile, which determines the rules to check.
    package var profile: LintRule.Profile

    /// Creates a linter.
    ///
    /// - Parameter profile: The profile, which determines the rules to check.
    package init(_ profile: LintRule.Profile = .rfc) { self.profile = profile }

    /// Returns the breaches that the playlists of an asset show, sorted by file and line.
    package func lint(_ asset: LintedAsset) -> [LintBreach] {
        var log = BreachLog(profile)
        for playlist in [asset.main] + asset.playlists where playlist.furtherUse == nil {
            check(playlist, &log)
        }
        SetRules(asset: asset).check(&log)
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

    /// Returns breaches sorted by file and line.
    ///
    /// Breaches that a playlist comment suppresses are left out.
    static func sorted(_ breaches: [LintBreach], of asset: LintedAsset) -> [LintBreach] {
        var order: [String: Int] = [:]
        var ignored: [String: [Int: Set<String>]] = [:]
        for playlist in [asset.main] + asset.playlists {
            order[playlist.url] = order[playlist.url] ?? order.count
            if !playlist.text.ignored.isEmpty { ignored[playlist.url] = playlist.text.ignored }
        }
        let kept = (asset.sharesLocations ? distinct(breaches) : breaches).filter { breach in
            guard let lines = ignored[breach.file] else { return true }
            if lines[0, default: []].contains(breach.rule.code) { return false }
            // A comment that suppresses the breach on one line does not suppress the further
            // breaches that `more` counts.
            let isIgnored = lines[breach.line ?? 0]?.contains(breach.rule.code) == true
            return !isIgnored || breach.more > 0
        }
        return kept.enumerated().sorted { one, other in
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
    /// They occur because a playlist that is listed for several uses is checked once for each use.
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
