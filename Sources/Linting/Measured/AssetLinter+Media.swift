import Playlists

extension AssetLinter {
    /// Returns the breaches of an asset, sorted by file and line.
    ///
    /// The breaches that playlist comments suppress are included, and have a
    /// ``LintBreach/suppression``.
    ///
    /// - Parameters:
    ///   - asset: The playlists.
    ///   - streams: The media of the playlists, which may be read only in part; `nil` when only
    ///     playlists were read.
    ///   - answers: The headers of server responses.
    /// - Returns: The breaches found in the texts, by comparison of the playlists, in the media and
    ///   in the headers.
    package func lint(
        _ asset: LintedAsset, media streams: [MeasuredStream]?, answers: [AnsweredResource]
    ) -> [LintBreach] {
        var log = BreachLog(profile)
        AnswerRules(asset: asset, answers: answers).check(&log)
        let others = streams.map { lint(asset, media: $0) } ?? lint(asset)
        return log.breaches.isEmpty ? others : Self.sorted(others + log.breaches, of: asset)
    }

    /// Returns the breaches of an asset whose media was read, sorted by file and line.
    ///
    /// The breaches that playlist comments suppress are included, and have a
    /// ``LintBreach/suppression``.
    ///
    /// - Parameters:
    ///   - asset: The playlists.
    ///   - streams: The media of the playlists, which may be read only in part.
    /// - Returns: The breaches found in the texts, by comparison of the playlists and in the media.
    package func lint(_ asset: LintedAsset, media streams: [MeasuredStream]) -> [LintBreach] {
        var log = BreachLog(profile)
        let read = Dictionary(streams.map { ($0.key, $0) }) { first, _ in first }
        var playlists: [String: LintedPlaylist] = [:]
        var listed: [String: MeasuredStream] = [:]
        for playlist in asset.mediaFiles {
            playlists[playlist.listed] = playlist
            listed[playlist.listed] = read[playlist.key]
        }
        let isIndependent = asset.main.multivariant?.hasIndependentSegments == true
        var model: (stream: MeasuredStream, media: MediaPlaylist)?
        for playlist in asset.mediaPlaylists {
            guard let media = playlist.media, let stream = read[playlist.key] else { continue }
            var rules = SegmentMediaRules(playlist: playlist, media: media, stream: stream)
            rules.declaresIndependence = isIndependent
            rules.check(&log)
            PartMediaRules(playlist: playlist, media: media, stream: stream).check(&log)
            guard !playlist.isOfSubtitles, !playlist.isOfIFrames else { continue }
            BreakMediaRules(playlist: playlist, media: media, stream: stream).check(&log)
            // A stream that could not be read provides no media clock. The first stream is
            // preferred, because it contains video. A later stream replaces it only if the first
            // was read in part and the later one completely.
            let isBetter = model.map { !$0.stream.isWhole && stream.isWhole } ?? true
            if isBetter, stream.segments.contains(where: { !$0.isLost }) { model = (stream, media) }
        }
        let clock = model.map { ProgrammeClock($0.stream, $0.media) }
        for playlist in asset.mediaPlaylists where playlist.isOfSubtitles {
            guard let media = playlist.media, let stream = read[playlist.key] else { continue }
            SubtitleRules(playlist: playlist, media: media, stream: stream, clock: clock).check(
                &log)
        }
        SideFileRules(asset: asset).check(&log)
        let windows = EndedWindows(asset.mediaPlaylists)
        StreamSetRules(
            asset.mediaPlaylists.map(windows.shortened), read.mapValues(windows.shortened)
        ).check(&log)
        if let multivariant = asset.main.multivariant {
            ClaimRules(
                main: asset.main, multivariant: multivariant, streams: listed, playlists: playlists
            ).check(&log)
            LanguageRules(
                main: asset.main, multivariant: multivariant, streams: listed, playlists: playlists
            ).check(&log)
        }
        return Self.sorted(lint(asset, windows) + log.breaches, of: asset)
    }

    /// The rules whose breaches are consequences of another rule's breach in the same playlist.
    private static let followers: [(cause: String, effects: Set<String>)] = [
        (
            "segment.missing-file",
            [
                "segment.discontinuity-undeclared", "media.pts-gap", "segment.extinf-drift",
                "av.length", "set.start", "set.timestamps",
            ]
        ),
        ("cue.out-without-in", ["set.cues"]),
        ("segment.date-jump", ["ad.not-on-boundary", "ad.not-on-keyframe"]),
        ("set.duration", ["rendition.partial"]),
        ("segment.discontinuity-undeclared", ["set.timestamps"]),
        (
            "segment.extinf-wrong",
            [
                "set.boundaries", "set.discontinuities", "set.dates", "set.cues", "set.duration",
                "segment.date-jump", "segment.date-drift", "cue.duration-differs",
                "ad.not-on-boundary", "ad.not-on-keyframe", "segment.extinf-drift",
                "set.timestamps",
            ]
        ),
    ]

    /// Finds the breaches that are consequences of other breaches, together with their causes.
    ///
    /// - Parameter breaches: The breaches of an asset.
    /// - Returns: For the index of each consequence, the index of the breach that caused it.
    package static func causes(of breaches: [LintBreach]) -> [Int: Int] {
        var causes: [Int: Int] = [:]
        for (cause, effects) in followers {
            var first: [String: Int] = [:]
            for (index, breach) in breaches.enumerated()
            where causes[index] == nil && breach.rule.code == cause && first[breach.file] == nil {
                first[breach.file] = index
            }
            guard !first.isEmpty else { continue }
            for (index, breach) in breaches.enumerated()
            where causes[index] == nil && effects.contains(breach.rule.code) {
                causes[index] = first[breach.file]
            }
        }
        return causes
    }

    /// Returns the breaches for display, with each consequence listed under its cause.
    ///
    /// Verdicts and counts are based on all breaches, not on the returned ones.
    package static func folded(_ breaches: [LintBreach]) -> [LintBreach] {
        let causes = causes(of: breaches)
        guard !causes.isEmpty else { return breaches }
        var folded = breaches
        for (index, breach) in breaches.enumerated() {
            if let cause = causes[index] { folded[cause].consequences.append(breach) }
        }
        return folded.indices.filter { causes[$0] == nil }.map { folded[$0] }
    }
}
