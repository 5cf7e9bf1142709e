import Playlists

extension AssetLinter {
    /// Returns the breaches of an asset whose media was read, in the order of their places.
    ///
    /// - Parameters:
    ///   - asset: The playlists.
    ///   - streams: The media of the playlists, up to where it was read.
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
        return Self.sorted(Self.folded(lint(asset) + log.breaches), of: asset)
    }

    /// The breaches that follow from another one in the same playlist, by its rule.
    private static let followers: [(cause: String, effects: Set<String>)] = [
        (
            "segment.missing-file",
            [
                "segment.discontinuity-undeclared", "media.pts-gap", "segment.extinf-drift",
                "av.length",
            ]
        ),
        (
            "segment.extinf-wrong",
            [
                "set.boundaries", "set.discontinuities", "set.dates", "set.cues", "set.duration",
                "segment.date-jump", "segment.date-drift", "cue.duration-differs",
                "ad.not-on-boundary",
            ]
        ),
    ]

    /// Returns breaches with those that follow from another one under it.
    private static func folded(_ breaches: [LintBreach]) -> [LintBreach] {
        var breaches = breaches
        for (cause, effects) in followers {
            let files = Set(breaches.filter { $0.rule.code == cause }.map(\.file))
            guard !files.isEmpty else { continue }
            var kept: [LintBreach] = []
            var following: [String: [LintBreach]] = [:]
            for breach in breaches {
                if files.contains(breach.file), effects.contains(breach.rule.code) {
                    following[breach.file, default: []].append(breach)
                } else {
                    kept.append(breach)
                }
            }
            for index in kept.indices where kept[index].rule.code == cause {
                kept[index].consequences += following.removeValue(forKey: kept[index].file) ?? []
            }
            breaches = kept
        }
        return breaches
    }
}
