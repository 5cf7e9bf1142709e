extension LintRule {
    /// The rules about variants.
    static let variants: [LintRule] = [
        .init(
            "variant.bandwidth-missing", .error, .bis("4.4.6.2"), .text, .packager,
            "A variant has BANDWIDTH."),
        .init(
            "variant.uri-missing", .error, .bis("4.4.6.2"), .text, .packager,
            "A variant has a URI."),
        .init(
            "variant.bandwidth-zero", .error, .bis("4.4.6.2"), .text, .packager,
            "BANDWIDTH is more than zero."),
        .init(
            "variant.codecs-missing", .warning, .bis("4.4.6.2"), .text, .packager, inApple: .error,
            "A variant has CODECS."),
        .init(
            "variant.codecs-syntax", .error, .bis("4.4.6.2"), .text, .packager,
            "CODECS has the names of RFC 6381."),
        .init(
            "variant.codecs-mismatch", .error, .bis("4.4.6.2"), .media, .packager,
            "CODECS lists the codecs of the media."),
        .init(
            "variant.codecs-profile", .error, .bis("4.4.6.2"), .media, .packager,
            "CODECS states the profile and the level of the media."),
        .init(
            "variant.codecs-incomplete", .error, .bis("4.4.6.2"), .media, .packager,
            "CODECS has the codec of each rendition of the variant's groups."),
        .init(
            "variant.imsc-not-in-codecs", .error, .bis("4.4.6.2"), .media, .packager,
            "CODECS has stpp where subtitles are IMSC."),
        .init(
            "variant.parameter-sets-in-band", .warning, .apple("1.10"), .text, .encoder,
            profile: .apple,
            "Parameter sets are in the initialization section."),
        .init(
            "variant.resolution-missing", .warning, .bis("4.4.6.2"), .text, .packager,
            inApple: .error,
            "A variant with video has RESOLUTION."),
        .init(
            "variant.resolution-mismatch", .error, .bis("4.4.6.2"), .media, .packager,
            "RESOLUTION is the resolution of the media."),
        .init(
            "variant.frame-rate-missing", .error, .bis("4.4.6.2"), .text, .packager,
            profile: .apple,
            "A variant with video has FRAME-RATE."),
        .init(
            "variant.frame-rate-mismatch", .error, .bis("4.4.6.2"), .media, .packager,
            "FRAME-RATE is the frame rate of the media, to three decimals."),
        .init(
            "variant.average-bandwidth-missing", .error, .apple("9.14"), .text, .packager,
            profile: .apple,
            "A variant has AVERAGE-BANDWIDTH."),
        .init(
            "variant.peak-off", .error, .bis("4.4.6.2"), .media, .packager,
            "The peak of the media exceeds BANDWIDTH by at most 10 %."),
        .init(
            "variant.peak-above", .warning, .apple("1.27"), .media, .packager, profile: .apple,
            "BANDWIDTH exceeds the peak of the media by at most 10 %."),
        .init(
            "variant.average-off", .error, .bis("4.4.6.2"), .media, .packager,
            "The average of the media exceeds AVERAGE-BANDWIDTH by at most 10 %."),
        .init(
            "variant.average-above", .warning, .apple("1.26"), .media, .packager, profile: .apple,
            "AVERAGE-BANDWIDTH exceeds the average of the media by at most 10 %."),
        .init(
            "variant.peak-over-twice-average", .warning, .apple("1.30"), .media, .encoder,
            profile: .apple,
            "The peak is at most twice the average."),
        .init(
            "variant.bandwidth-sum", .error, .bis("4.4.6.2"), .media, .packager,
            "BANDWIDTH covers the largest sum of renditions that play together."),
        .init(
            "variant.average-above-peak", .error, .named("inferred"), .text, .packager,
            "AVERAGE-BANDWIDTH is no higher than BANDWIDTH."),
        .init(
            "variant.video-range-missing", .error, .bis("4.4.6.2"), .media, .packager,
            "HDR video has VIDEO-RANGE."),
        .init(
            "variant.video-range-mismatch", .error, .bis("4.4.6.2"), .media, .packager,
            "VIDEO-RANGE is the range of the media."),
        .init(
            "variant.supplemental-codecs", .error, .bis("4.4.6.2"), .text, .packager,
            "SUPPLEMENTAL-CODECS has a codec and brands, and CODECS has its base."),
        .init(
            "variant.layout-empty", .error, .bis("4.4.6.2"), .text, .packager,
            "REQ-VIDEO-LAYOUT is not empty."),
        .init(
            "variant.layout-needless", .warning, .bis("4.4.6.2"), .text, .packager,
            "REQ-VIDEO-LAYOUT is absent where it would be only CH-MONO."),
        .init(
            "variant.layout-missing", .error, .apple("16.1"), .media, .packager, profile: .apple,
            "Spatial video has REQ-VIDEO-LAYOUT."),
        .init(
            "variant.undefined-group", .error, .bis("4.4.6.2"), .text, .author,
            "Groups that a variant names have renditions."),
        .init(
            "variant.captions-none-mixed", .error, .bis("4.4.6.2"), .text, .packager,
            "CLOSED-CAPTIONS is NONE in all variants or in none."),
        .init(
            "variant.captions-none-false", .error, .bis("4.4.6.2"), .media, .packager,
            "A variant with CLOSED-CAPTIONS=NONE has no captions within its video."),
        .init(
            "variant.captions-undeclared", .error, .apple("4.4"), .media, .packager,
            profile: .apple,
            "Captions within the video have an EXT-X-MEDIA."),
        .init(
            "variant.captions-absent", .warning, .named("inferred"), .media, .packager,
            "Declared captions are in the video."),
        .init(
            "variant.captions-gap", .warning, .named("inferred"), .media, .packager,
            "Caption data is in all segments between discontinuities, or in none."),
        .init(
            "variant.score-some", .warning, .bis("4.4.6.2"), .text, .author, inApple: .error,
            "SCORE is on all variants or on none."),
        .init(
            "variant.score-not-positive", .error, .bis("4.4.6.2"), .text, .author,
            "SCORE is a positive number."),
        .init(
            "variant.stable-id-characters", .error, .bis("4.4.6.2"), .text, .author,
            "Stable identifiers have only characters that the specification permits."),
        .init(
            "variant.stable-id-differs", .warning, .bis("4.4.6.2"), .text, .author,
            "One location has one stable identifier."),
        .init(
            "variant.same-twice", .info, .apple("10.2"), .text, .author,
            "Variants that differ only in their URI have a pathway."),
        .init(
            "variant.only-one", .error, .apple("9.9"), .text, .author, profile: .apple,
            "An asset has more than one variant."),
        .init(
            "variant.audio-only-listed", .warning, .apple("9.20"), .text, .author, profile: .apple,
            "An asset for television lists no variant with only audio."),
        .init(
            "variant.muxed-audio", .warning, .apple("9.5"), .media, .packager, profile: .apple,
            "Audio is separate from the video."),
        .init(
            "variant.muxed-audio-alternatives", .error, .apple("9.6"), .media, .packager,
            profile: .apple,
            "Audio is separate from the video if there are alternatives."),
    ]
}
