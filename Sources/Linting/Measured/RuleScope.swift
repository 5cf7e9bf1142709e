import Playlists

/// The parts of an asset that a rule inspects.
struct RuleScope {
    private let rule: LintRule
    private let subject: Substring
    private let name: Substring
    private var code: String { rule.code }

    init(_ rule: LintRule) {
        self.rule = rule
        subject = rule.code.prefix { $0 != "." }
        name = rule.code.dropFirst(subject.count + 1)
    }

    /// Whether the rule inspects only the text of a playlist, and needs no parsed playlist.
    var isAboutText: Bool {
        ["text", "attr", "define", "version"].contains(subject) || rule == LintCoverage.unreachable
    }

    /// Whether the rule requires that media can be loaded and read.
    ///
    /// Unreadable media breaches such a rule, and does not prevent the check of the rule.
    var isAboutReading: Bool {
        [
            "segment.missing-file", "segment.byterange-beyond-end", "segment.unreadable",
            "segment.map-missing", "key.unavailable", "vtt.no-signature",
        ].contains(code)
    }

    /// Whether the rule requires that the cues of subtitles can be read.
    var isAboutCues: Bool {
        subject == "vtt" && !["no-signature", "no-text", "in-media-type"].contains(name)
    }

    /// Whether the rule is about the files that playlists name besides their media.
    var isAboutSideFiles: Bool {
        if ["key.unavailable", "key.size"].contains(code) { return true }
        return rule.measure == .media && ["session-data", "steering", "ad"].contains(subject)
            && code != "ad.not-on-keyframe"
    }

    /// Whether the rule is about the codecs and kinds of streams.
    var isAboutStreams: Bool {
        ["audio", "av", "video"].contains(subject)
            || subject == "variant" && name.hasPrefix("codecs") || code == "rendition.track-missing"
    }

    /// Whether the rule is about the HTTP responses with which servers deliver media.
    var isAboutMediaAnswers: Bool {
        ["delivery.redirect", "delivery.no-ranges", "delivery.length-differs"].contains(code)
    }

    /// Returns whether a rule about media is checked on the media of a playlist.
    func isJudged(by playlist: LintedPlaylist, of asset: LintedAsset) -> Bool {
        guard rule.measure.isOfMedia else { return false }
        let isClaim = ["variant", "rendition", "set"].contains(subject)
        if isClaim, asset.main.multivariant == nil { return false }
        if isAboutReading, code != "vtt.no-signature" { return true }
        if subject == "part" { return playlist.media?.partInformation != nil }
        if playlist.isOfSubtitles {
            return ["vtt", "imsc"].contains(subject) || Self.rates.contains(code)
        }
        let isOfIFrames = subject == "media" && name.hasPrefix("iframe") || subject == "iframe"
        if playlist.isOfIFrames {
            return isOfIFrames || code == "segment.extinf-wrong"
                || Self.claimsOfIFrames.contains(code[...])
        }
        // Most rules about subtitles do not apply to video and audio. The exceptions compare the
        // times of cues with the timestamps of video or audio.
        return !isOfIFrames && (!["vtt", "imsc"].contains(subject) || Self.clocks.contains(code))
            && (!Self.clocks.contains(code) || asset.playlists.contains(where: \.isOfSubtitles))
    }

    /// The rules about bandwidth, which also apply to subtitle playlists.
    private static let rates: Set<String> = [
        "variant.peak-off", "variant.peak-above", "variant.average-off", "variant.average-above",
        "variant.peak-over-twice-average", "variant.bandwidth-sum",
    ]

    /// The rules about attributes that `EXT-X-I-FRAME-STREAM-INF` shares with `EXT-X-STREAM-INF`.
    static let claimsOfIFrames: Set<Substring> = [
        "variant.peak-off", "variant.peak-above", "variant.average-off", "variant.average-above",
        "variant.codecs-mismatch", "variant.codecs-profile", "variant.resolution-mismatch",
    ]

    /// The cue rules that can be checked only when the timestamps of video or audio are known.
    static let clocks: Set<String> = [
        "vtt.timestamp-map-off", "vtt.cue-outside-segment", "vtt.cue-beyond-end",
        "vtt.cue-missing-in-overlap", "vtt.cues-beside-start",
    ]
}
