import AssetChecking
import Formats
import Linting

/// The table of rules for people.
enum RuleText {
    /// Returns the rules of a profile, one per line.
    static func table(_ profile: LintRule.Profile) -> String {
        let rules = LintRule.asset.filter { $0.isPart(of: profile) }
        let width = rules.map(\.code.utf8.count).max() ?? 0
        var text = ""
        for rule in rules {
            let gap = String(repeating: " ", count: width - rule.code.utf8.count + 2)
            let severity = rule.severity(in: profile).rawValue
            let space = String(repeating: " ", count: 8 - severity.utf8.count)
            let mark = rule.isBuilt ? "" : " (not checked)"
            text += "\(rule.code)\(gap)\(severity)\(space)\(rule.sentence)\(mark)\n"
        }
        let built = rules.count(where: \.isBuilt)
        return text + "\(built) rules are checked, \(rules.count - built) are not\n"
    }

    /// Returns the explanation of a rule.
    static func explanation(of rule: LintRule) -> String {
        var lines = [
            "\(rule.code): \(rule.sentence)", "",
            "  stated by  \(rule.section)",
            "  weight     \(rule.severity.rawValue)"
                + (rule.appleSeverity == rule.severity
                    ? "" : ", \(rule.appleSeverity.rawValue) with --profile apple"),
            "  profile    \(rule.profile == .apple ? "apple" : "rfc, apple")",
            "  judged by  \(measure(rule.measure))",
            "  mended by  the \(rule.owner.rawValue)",
        ]
        if !rule.isBuilt { lines.append("  state      not checked yet") }
        if let cure = RuleCure.of(rule) {
            lines += ["", "  cause      \(cure.cause)", "  cure       \(cure.cure)"]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func measure(_ measure: LintRule.Measure) -> String {
        switch measure {
        case .text: "the text of one playlist"
        case .set: "the playlists of an asset"
        case .media: "the media"
        case .decoded: "the decoded media"
        case .answers: "the headers of answers"
        case .versions: "several versions of a playlist"
        }
    }

    /// Returns the annotations of GitHub Actions for findings.
    static func annotations(of result: InspectedAsset) -> String {
        result.breaches.map { breach in
            let level = breach.severity == .info ? "notice" : breach.severity.rawValue
            var place = "file=\(escaped(InspectedAsset.shown(breach.file), isProperty: true))"
            if let line = breach.line { place += ",line=\(line)" }
            if let column = breach.column { place += ",col=\(column)" }
            return "::\(level) \(place),title=\(breach.rule.code)::"
                + "\(escaped(breach.problem, isProperty: false))\n"
        }.joined()
    }

    private static func escaped(_ text: String, isProperty: Bool) -> String {
        var text = text.replacing("%", with: "%25").replacing("\n", with: "%0A")
            .replacing("\r", with: "%0D")
        if isProperty { text = text.replacing(":", with: "%3A").replacing(",", with: "%2C") }
        return text
    }
}

/// The usual causes of breaches and their cures, for rules that packagers break often.
enum RuleCure {
    /// A cause with its cure.
    typealias Advice = (cause: String, cure: String)

    private static let advice: [String: Advice] = [
        "variant.peak-off": (
            "BANDWIDTH was taken from the target bitrate of the encoder",
            "ffmpeg: -maxrate and -bufsize beside -b:v; Shaka Packager and Bento4 measure it"
        ),
        "variant.average-off": (
            "AVERAGE-BANDWIDTH was taken from the target bitrate of the encoder",
            "write the measured value; Shaka Packager and Bento4 measure it"
        ),
        "variant.codecs-mismatch": (
            "the multivariant playlist was written by hand, or for another encoding",
            "take CODECS from the packager: ffmpeg -master_pl_name, Shaka Packager, mp4hls"
        ),
        "variant.resolution-mismatch": (
            "the ladder was changed, and the playlist was not", "write the playlist with the media"
        ),
        "video.no-idr": (
            "segments were cut where no keyframe is",
            "ffmpeg: -force_key_frames 'expr:gte(t,n_forced*6)' or -g with -sc_threshold 0"
        ),
        "media.longer-than-target": (
            "keyframes are farther apart than segments should be long",
            "ffmpeg: keyframes at multiples of -hls_time; Shaka Packager: --segment_duration"
        ),
        "segment.extinf-integer": (
            "the playlist was written with whole seconds", "ffmpeg: -hls_flags -round_durations"
        ),
        "media.type-missing": ("the packager writes none", "ffmpeg: -hls_playlist_type vod"),
        "media.vod-without-endlist": (
            "the packager was ended early", "let it finish; ffmpeg: no -hls_flags omit_endlist"
        ),
        "media.file-without-endlist": (
            "the packager was ended early", "let it finish; ffmpeg: no -hls_flags omit_endlist"
        ),
        "media.independent-undeclared": (
            "the packager does not write the tag", "ffmpeg: -hls_flags independent_segments"
        ),
        "iframe.missing": (
            "the packager writes no I-frame playlists",
            "Shaka Packager: iframe_playlist_name=; Bento4: mp4hls"
        ),
        "vtt.timestamp-map-off": (
            "subtitles were cut without the start time of the video",
            "ffmpeg: the same -output_ts_offset; Shaka Packager: --transport_stream_timestamp_offset_ms"
        ),
    ]

    /// Returns the advice for a rule; `nil` where none is known.
    static func of(_ rule: LintRule) -> Advice? { advice[rule.code] }
}
