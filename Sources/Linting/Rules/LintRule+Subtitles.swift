extension LintRule {
    /// The rules about subtitles.
    static let subtitles: [LintRule] = [
        .init(
            "vtt.no-signature", .error, .named("WebVTT 4.1"), .media, .packager,
            "A WebVTT file starts with WEBVTT."),
        .init(
            "vtt.not-utf8", .error, .named("WebVTT 4.1"), .media, .author,
            "A WebVTT file is encoded in UTF-8, and its cues are without null characters."),
        .init(
            "vtt.no-text", .error, .bis("3.1.4"), .media, .packager,
            "A segment of subtitles in fMP4 has text."),
        .init(
            "vtt.syntax", .warning, .named("WebVTT 4.1"), .media, .author,
            "A WebVTT file follows the syntax of WebVTT."),
        .init(
            "vtt.cue-lost", .error, .named("WebVTT 4.1"), .media, .author,
            "Every cue has a pair of times, and ends after its start."),
        .init(
            "vtt.malformed-timestamp-map", .error, .rfc("3.5"), .media, .packager,
            "X-TIMESTAMP-MAP has both of its values, and is in the header."),
        .init(
            "vtt.no-timestamp-map", .warning, .rfc("3.5"), .media, .packager, inApple: .error,
            "A segment of WebVTT has X-TIMESTAMP-MAP."),
        .init(
            "vtt.timestamp-map-off", .error, .rfc("3.5"), .media, .packager,
            "X-TIMESTAMP-MAP, or the times in fMP4, place the cues within the programme."),
        .init(
            "vtt.cue-outside-segment", .warning, .rfc("3.5"), .media, .packager,
            "Cues of a segment are shown within it."),
        .init(
            "vtt.cues-beside-start", .warning, .named("inferred"), .media, .packager,
            "Cue times count from the start of the programme, or are times on the media clock."),
        .init(
            "vtt.cue-beyond-end", .error, .rfc("3.5"), .media, .packager,
            "Cues are shown before the end of the programme."),
        .init(
            "vtt.cue-missing-in-overlap", .warning, .rfc("3.5"), .media, .packager,
            "A cue that spans segments is in each of them."),
        .init(
            "vtt.cue-backwards", .warning, .named("WebVTT 4.1"), .media, .author,
            "Cues are in the order of their starts."),
        .init(
            "vtt.cue-duplicate-id", .warning, .named("WebVTT 4.1"), .media, .author,
            "Identifiers of cues are unique in a file."),
        .init(
            "vtt.in-media-type", .error, .apple("5.6"), .set, .packager, profile: .apple,
            "Live subtitles have the target duration of the video."),
        .init(
            "imsc.not-in-fmp4", .error, .apple("5.4"), .media, .packager, profile: .apple,
            "IMSC is in fMP4."),
        .init(
            "imsc.image-profile", .error, .apple("4.2"), .media, .packager, profile: .apple,
            "IMSC has the text profile."),
    ]
}
