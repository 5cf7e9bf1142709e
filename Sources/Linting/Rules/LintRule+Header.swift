extension LintRule {
    /// The rules about the header of a media playlist.
    static let header: [LintRule] = [
        .init(
            "media.target-duration-missing", .error, .bis("4.4.3.1"), .text, .packager,
            "A media playlist has EXT-X-TARGETDURATION."),
        .init(
            "media.target-duration-fractional", .error, .bis("4.4.3.1"), .text, .packager,
            "The target duration is an integer."),
        .init(
            "media.longer-than-target", .error, .bis("4.4.3.1"), .text, .packager,
            "No EXTINF, rounded to a second, is longer than the target duration."),
        .init(
            "media.over-target-by-half-second", .error, .apple("7.7"), .media, .packager,
            profile: .apple,
            "No segment is longer than the target duration by more than half a second."),
        .init(
            "media.target-not-six", .info, .apple("7.5"), .text, .packager, profile: .apple,
            "The target duration is six seconds."),
        .init(
            "media.target-far-above-longest", .info, .named("inferred"), .text, .packager,
            "The target duration is less than twice the longest segment."),
        .init(
            "media.sequence-late", .error, .bis("4.4.3.2"), .text, .packager,
            "EXT-X-MEDIA-SEQUENCE comes before the first segment."),
        .init(
            "media.header-late", .warning, .bis("4.4.3"), .text, .packager,
            "Header tags come before the first segment."),
        .init(
            "media.discontinuity-sequence-late", .error, .bis("4.4.3.3"), .text, .packager,
            "EXT-X-DISCONTINUITY-SEQUENCE comes before segments and discontinuities."),
        .init(
            "media.duplicate-header-tag", .error, .bis("4.4.3"), .text, .author,
            "A header tag appears once."),
        .init(
            "media.duplicate-tag", .warning, .bis("4.4"), .text, .author,
            "A tag that describes a segment appears once for each segment."),
        .init(
            "media.vod-without-endlist", .error, .bis("4.4.3.5"), .text, .packager,
            "A playlist of type VOD has EXT-X-ENDLIST."),
        .init(
            "media.file-without-endlist", .warning, .bis("4.4.3.4"), .text, .packager,
            "A playlist in a file, which cannot grow, has EXT-X-ENDLIST."),
        .init(
            "media.type-missing", .error, .apple("8.6"), .text, .packager, profile: .apple,
            "A VOD or event playlist states its type."),
        .init(
            "media.type-unknown", .error, .bis("4.4.3.5"), .text, .author,
            "The playlist type is EVENT or VOD."),
        .init(
            "media.empty", .error, .named("inferred"), .text, .packager,
            "A multivariant playlist lists variants; a playlist that cannot grow lists segments."),
        .init(
            "media.skip-unrequested", .error, .bis("6.2.5.1"), .text, .origin,
            "A playlist skips segments only if a request asks for it and CAN-SKIP-UNTIL offers it."),
        .init(
            "media.obsolete", .info, .rfc("7"), .text, .packager,
            "Tags and attributes are part of the current protocol."),
        .init(
            "media.start-no-offset", .error, .bis("4.4.2.2"), .text, .author,
            "EXT-X-START has TIME-OFFSET."),
        .init(
            "media.start-beyond-end", .error, .bis("4.4.2.2"), .text, .author,
            "EXT-X-START points into the playlist."),
        .init(
            "media.start-differs", .error, .bis("4.4.2"), .set, .author,
            "Media playlists have the EXT-X-START of the multivariant playlist, or none."),
        .init(
            "media.start-near-live-edge", .warning, .bis("4.4.2.2"), .text, .author,
            "EXT-X-START of a live playlist is at least three target durations from its end."),
        .init(
            "media.independent-undeclared", .warning, .apple("9.11"), .media, .packager,
            inApple: .error,
            "EXT-X-INDEPENDENT-SEGMENTS is stated where every segment starts with an IDR picture."),
        .init(
            "media.independent-false", .error, .bis("4.4.2.1"), .media, .packager,
            "With EXT-X-INDEPENDENT-SEGMENTS, every segment can be decoded by itself."),
        .init(
            "media.iframe-not-single", .error, .bis("4.4.3.6"), .media, .packager,
            "A segment of an I-frame playlist is one I-frame."),
        .init(
            "media.iframe-no-moof", .error, .apple("6.10"), .media, .packager, profile: .apple,
            "I-frame segments of fMP4 start with their moof box."),
        .init(
            "media.iframe-no-initialization", .error, .bis("4.4.3.6"), .text, .packager,
            "I-frame segments have an initialization section."),
    ]
}
