extension LintRule {
    /// The rules about date ranges, breaks and interstitials.
    static let dateRanges: [LintRule] = [
        .init(
            "range.id", .error, .bis("4.4.5.1"), .text, .author,
            "A date range has ID."),
        .init(
            "range.start-missing", .error, .bis("4.4.5.1"), .text, .author,
            "A date range has START-DATE."),
        .init(
            "range.end-before-start", .error, .bis("4.4.5.1"), .text, .author,
            "A date range ends after its start."),
        .init(
            "range.next-without-class", .error, .bis("4.4.5.1"), .text, .author,
            "END-ON-NEXT is used only with CLASS."),
        .init(
            "range.next-with-end", .error, .bis("4.4.5.1"), .text, .author,
            "END-ON-NEXT is used without DURATION and END-DATE."),
        .init(
            "range.end-not-start-plus-duration", .error, .bis("4.4.5.1"), .text, .author,
            "END-DATE is START-DATE plus DURATION."),
        .init(
            "range.negative", .error, .bis("4.4.5.1"), .text, .author,
            "Durations of date ranges are not negative."),
        .init(
            "range.same-id-differs", .error, .bis("4.4.5.1"), .text, .author,
            "Date ranges of one ID have the same attributes."),
        .init(
            "range.class-overlap", .error, .bis("4.4.5.1"), .text, .author,
            "Date ranges of one CLASS with END-ON-NEXT do not overlap."),
        .init(
            "range.no-date", .error, .bis("4.4.5.1"), .text, .packager,
            "A playlist with date ranges has EXT-X-PROGRAM-DATE-TIME."),
        .init(
            "range.client-attribute", .error, .bis("4.4.5.1"), .text, .author,
            "Client attributes are quoted strings, hexadecimal sequences or numbers."),
        .init(
            "range.scte35-unreadable", .error, .bis("4.4.5.1.1"), .text, .packager,
            "SCTE 35 of a date range or a cue tag is a splice_info_section."),
        .init(
            "range.scte35-out-without-in", .warning, .bis("4.4.5.1.1"), .text, .packager,
            "A splice out is followed by a splice in, or has a duration."),
        .init(
            "range.scte35-in-without-out", .warning, .bis("4.4.5.1.1"), .text, .packager,
            "A splice in has a splice out before it."),
        .init(
            "range.planned-differs", .warning, .bis("4.4.5.1.1"), .text, .packager,
            "DURATION is close to PLANNED-DURATION."),
        .init(
            "range.outside-playlist", .info, .named("inferred"), .text, .author,
            "Date ranges start within the dates of the playlist."),
        .init(
            "cue.out-without-in", .error, .named("inferred"), .text, .packager,
            "Each CUE-OUT has a CUE-IN."),
        .init(
            "cue.in-without-out", .warning, .named("inferred"), .text, .packager,
            "Each CUE-IN has a CUE-OUT."),
        .init(
            "cue.duration-differs", .error, .named("inferred"), .text, .packager,
            "A break is as long as its CUE-OUT states."),
        .init(
            "cue.duration-unreadable", .error, .named("inferred"), .text, .packager,
            "A duration that CUE-OUT states is a number of seconds."),
        .init(
            "cue.range-differs", .warning, .named("inferred"), .text, .packager,
            "CUE-OUT, the date range and SCTE 35 of a break state the same duration."),
        .init(
            "ad.asset-one-of", .error, .bis("App. D"), .text, .author,
            "An interstitial has either X-ASSET-URI or X-ASSET-LIST."),
        .init(
            "ad.attribute-values", .error, .bis("App. D"), .text, .author,
            "CUE and the attributes of interstitials have values that the specification defines."),
        .init(
            "ad.asset-list", .error, .bis("App. D"), .media, .origin,
            "An asset list is JSON with ASSETS, each of which has URI and DURATION."),
        .init(
            "ad.unreadable", .error, .bis("App. D"), .media, .origin,
            "The asset of an interstitial can be loaded, and is a playlist or media to play."),
        .init(
            "ad.duration", .warning, .bis("App. D"), .media, .author,
            "The asset of an interstitial has an end, and the duration that is stated for it."),
        .init(
            "ad.codecs", .warning, .apple("3.2"), .media, .encoder, profile: .apple,
            "Advertisements have the codecs of the programme."),
        .init(
            "ad.aspect", .warning, .apple("3.3"), .media, .encoder, profile: .apple,
            "Advertisements have the aspect ratio of the programme."),
        .init(
            "ad.bandwidth", .warning, .apple("3.4"), .media, .encoder, profile: .apple,
            "Advertisements have the bandwidths of the programme."),
        .init(
            "ad.frame-rate", .warning, .apple("3.5"), .media, .encoder, profile: .apple,
            "Advertisements have the frame rate of the programme."),
        .init(
            "ad.not-on-boundary", .warning, .named("inferred"), .text, .packager,
            "A break starts at the start of a segment."),
        .init(
            "ad.not-on-keyframe", .warning, .named("inferred"), .media, .packager,
            "A break starts at a keyframe."),
        .init(
            "ad.dialects-disagree", .warning, .named("inferred"), .media, .packager,
            obstacle: "lint does not compare the splice messages of the media, as verify does",
            "All notations of a break agree."),
    ]
}
