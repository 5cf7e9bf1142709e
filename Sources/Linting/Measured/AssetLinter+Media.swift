import Playlists

extension AssetLinter {
    /// Returns the breaches of an asset whose media was read, in the order of their places.
    ///
    /// - Parameters:
    ///   - asset: The playlists.
    ///   - streams: The media of the playlists, as far as it was read.
    /// - Returns: The breaches of the text, of the set and of the media.
    package func lint(_ asset: LintedAsset, media streams: [MeasuredStream]) -> [LintBreach] {
        var log = BreachLog(profile)
        let byURL = Dictionary(streams.map { ($0.url, $0) }) { first, _ in first }
        var playlists: [String: LintedPlaylist] = [:]
        var listed: [String: MeasuredStream] = [:]
        for playlist in asset.mediaPlaylists {
            playlists[playlist.listed] = playlist
            listed[playlist.listed] = byURL[playlist.url]
        }
        let isIndependent = asset.main.multivariant?.hasIndependentSegments == true
        var model: (stream: MeasuredStream, media: MediaPlaylist)?
        for playlist in asset.mediaPlaylists {
            guard let media = playlist.media, let stream = byURL[playlist.url] else { continue }
            var rules = SegmentMediaRules(playlist: playlist, media: media, stream: stream)
            rules.declaresIndependence = isIndependent
            rules.check(&log)
            if model == nil, !playlist.isOfSubtitles, !playlist.isOfIFrames {
                model = (stream, media)
            }
        }
        for playlist in asset.mediaPlaylists where playlist.isOfSubtitles {
            guard let media = playlist.media, let stream = byURL[playlist.url] else { continue }
            SubtitleRules(playlist: playlist, media: media, stream: stream, model: model).check(
                &log)
        }
        if let multivariant = asset.main.multivariant {
            ClaimRules(
                main: asset.main, multivariant: multivariant, streams: listed, playlists: playlists
            ).check(&log)
        }
        return Self.sorted(lint(asset) + Self.folded(log.breaches), of: asset)
    }

    /// Returns breaches with those that follow from a missing file under it.
    private static func folded(_ breaches: [LintBreach]) -> [LintBreach] {
        let lost = Set(breaches.filter { $0.rule.code == "segment.missing-file" }.map(\.file))
        guard !lost.isEmpty else { return breaches }
        let consequences: Set<String> = [
            "segment.discontinuity-undeclared", "media.pts-gap", "segment.extinf-drift",
            "av.length",
        ]
        var kept: [LintBreach] = []
        var folded: [String: [LintBreach]] = [:]
        for breach in breaches {
            if lost.contains(breach.file), consequences.contains(breach.rule.code) {
                folded[breach.file, default: []].append(breach)
            } else {
                kept.append(breach)
            }
        }
        for index in kept.indices where kept[index].rule.code == "segment.missing-file" {
            kept[index].consequences = folded.removeValue(forKey: kept[index].file) ?? []
        }
        return kept
    }
}
