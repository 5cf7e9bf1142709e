extension LintRule {
    /// The rules about segments.
    static let segments: [LintRule] = [
        .init(
            "segment.extinf-malformed", .error, .bis("4.4.4.1"), .text, .packager,
            "EXTINF has a number of seconds."),
        .init(
            "segment.extinf-missing", .error, .bis("4.4.4.1"), .text, .packager,
            "Each segment has EXTINF."),
        .init(
            "segment.extinf-comma", .warning, .bis("4.4.4.1"), .text, .packager,
            "EXTINF has a comma after its duration."),
        .init(
            "segment.extinf-excessive", .error, .bis("4.4.4.1"), .text, .packager,
            "No segment states a duration of more than a day."),
        .init(
            "segment.extinf-integer", .warning, .bis("4.4.4.1"), .media, .packager,
            "From version 3 on, EXTINF has decimals if the duration of the media has them."),
        .init(
            "segment.extinf-off", .warning, .bis("4.4.4.1"), .media, .packager,
            "EXTINF is the duration of the segment, to within a frame."),
        .init(
            "segment.extinf-drift", .warning, .apple("8.1"), .media, .packager, inApple: .error,
            "Over any run of segments, EXTINF adds up to the media's duration, to within a frame."),
        .init(
            "segment.extinf-wrong", .error, .bis("4.4.4.1"), .media, .packager,
            "EXTINF is the duration of the segment, to within half a second."),
        .init(
            "segment.zero-duration", .warning, .named("inferred"), .text, .packager,
            "No segment has a duration of zero."),
        .init(
            "segment.repeated", .warning, .named("inferred"), .text, .packager,
            "A segment is listed once."),
        .init(
            "segment.byterange-no-offset", .error, .bis("4.4.4.2"), .text, .packager,
            "A byte range without an offset follows another range of the same resource."),
        .init(
            "segment.byterange-beyond-end", .error, .bis("4.4.4.2"), .media, .packager,
            "A byte range is within its resource."),
        .init(
            "segment.byterange-overlap", .warning, .named("inferred"), .text, .packager,
            "Successive byte ranges do not overlap, and step back only at a discontinuity."),
        .init(
            "segment.missing-file", .error, .bis("6.2.1"), .media, .origin,
            "Segments without EXT-X-GAP can be loaded."),
        .init(
            "segment.unreadable", .error, .bis("3"), .media, .packager,
            "Segments are media of a supported format."),
        .init(
            "segment.gap-everywhere", .warning, .bis("4.4.4.7"), .set, .origin,
            "A gap of one variant is filled by another."),
        .init(
            "segment.gap-without-need", .info, .named("inferred"), .media, .origin,
            "A segment with EXT-X-GAP is absent."),
        .init(
            "segment.map-missing", .error, .bis("3.1.2"), .media, .packager,
            "Segments of fMP4 have EXT-X-MAP."),
        .init(
            "segment.map-key-without-iv", .error, .bis("4.4.4.5"), .text, .packager,
            "An initialization section under AES-128 has a key with IV."),
        .init(
            "segment.map-unused", .info, .named("inferred"), .text, .packager,
            "EXT-X-MAP applies to a segment."),
        .init(
            "segment.map-repeated", .info, .named("inferred"), .text, .packager,
            "EXT-X-MAP is stated again only where it changes."),
        .init(
            "segment.discontinuity-undeclared", .error, .bis("4.4.4.3"), .media, .packager,
            "Timestamps jump only at EXT-X-DISCONTINUITY."),
        .init(
            "segment.discontinuity-tracks", .error, .bis("4.4.4.3"), .media, .packager,
            "Format, number and type of tracks change only at EXT-X-DISCONTINUITY."),
        .init(
            "segment.discontinuity-parameters", .warning, .bis("4.4.4.3"), .media, .encoder,
            "Encoding parameters change only at EXT-X-DISCONTINUITY."),
        .init(
            "segment.frame-rate-change", .error, .apple("8.14"), .media, .encoder, profile: .apple,
            "The frame rate changes only at EXT-X-DISCONTINUITY."),
        .init(
            "segment.codec-change", .warning, .apple("8.16"), .media, .encoder, profile: .apple,
            "The codec stays the same at discontinuities."),
        .init(
            "segment.discontinuity-needless", .info, .named("inferred"), .media, .packager,
            "EXT-X-DISCONTINUITY marks a change."),
        .init(
            "segment.date-malformed", .error, .bis("4.4.4.6"), .text, .packager,
            "EXT-X-PROGRAM-DATE-TIME is a date."),
        .init(
            "segment.date-no-zone", .warning, .bis("4.4.4.6"), .text, .packager,
            "EXT-X-PROGRAM-DATE-TIME and the dates of date ranges have a time zone."),
        .init(
            "segment.date-backwards", .error, .bis("6.2.1"), .text, .packager,
            "Dates of successive segments ascend."),
        .init(
            "segment.date-drift", .error, .bis("6.2.1"), .text, .packager,
            "The time between two dates is the duration of the segments between them."),
        .init(
            "segment.date-jump", .error, .bis("4.4.4.6"), .text, .packager,
            "Dates do not jump at a discontinuity if they continue at another one."),
        .init(
            "segment.bitrate-off", .error, .bis("4.4.4.8"), .media, .packager,
            "EXT-X-BITRATE is within 10 % of the bitrate of its segments."),
    ]
}
