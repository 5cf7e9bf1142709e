extension LintRule {
    /// The rules for I-frame playlists and for comparisons between variants.
    static let ladder: [LintRule] = [
        .init(
            "iframe.missing", .error, .apple("6.1"), .text, .packager, profile: .apple,
            "An asset with video has I-frame playlists."),
        .init(
            "iframe.attributes", .error, .bis("4.4.6.3"), .text, .packager,
            "EXT-X-I-FRAME-STREAM-INF has no FRAME-RATE and no group but VIDEO."),
        .init(
            "iframe.codecs-missing", .error, .apple("9.3"), .text, .packager, profile: .apple,
            "An I-frame playlist has CODECS."),
        .init(
            "iframe.resolution-missing", .error, .apple("9.4"), .text, .packager, profile: .apple,
            "An I-frame playlist has RESOLUTION."),
        .init(
            "iframe.tag-missing", .error, .bis("4.4.6.3"), .set, .packager,
            "An I-frame playlist has EXT-X-I-FRAMES-ONLY."),
        .init(
            "iframe.sparse", .warning, .apple("6.2"), .set, .packager, profile: .apple,
            "An I-frame playlist has a picture each second."),
        .init(
            "iframe.one-bitrate", .warning, .apple("6.6"), .set, .packager, profile: .apple,
            "There are I-frame playlists of several bitrates."),
        .init(
            "iframe.bitrate", .warning, .apple("6.5"), .media, .packager, profile: .apple,
            "The bitrate of an I-frame playlist fits its picture rate."),
        .init(
            "iframe.no-sdr", .error, .apple("6.16"), .set, .packager, profile: .apple,
            "There is an I-frame playlist in SDR."),
        .init(
            "iframe.no-h264", .warning, .apple("6.14"), .set, .packager, profile: .apple,
            "There is an I-frame playlist in H.264."),
        .init(
            "ladder.first-not-2000k", .info, .apple("1.32"), .text, .author, profile: .apple,
            "The first variant has about 2,000 kb/s."),
        .init(
            "ladder.gap", .warning, .named("inferred"), .text, .author,
            "The next variant has at most two and a half times the bandwidth."),
        .init(
            "ladder.aspect-differs", .warning, .apple("1.33"), .text, .encoder, profile: .apple,
            "All variants have one aspect ratio."),
        .init(
            "ladder.cellular", .error, .apple("9.21"), .text, .author, profile: .apple,
            "One variant has at most 192 kb/s."),
        .init(
            "ladder.two-at-top", .warning, .apple("9.10"), .text, .author, profile: .apple,
            "The highest resolution has more than one variant."),
        .init(
            "ladder.codec-range", .warning, .apple("1.23"), .set, .author, profile: .apple,
            "Each codec covers the whole range of bandwidths."),
        .init(
            "ladder.no-sdr", .error, .apple("1.24"), .set, .author, profile: .apple,
            "There is a variant in SDR."),
        .init(
            "ladder.no-h264", .warning, .apple("1.12"), .set, .author, profile: .apple,
            "There is a variant in H.264."),
        .init(
            "ladder.hdr-no-30", .warning, .apple("1.20"), .set, .author, profile: .apple,
            "HDR above 30 frames per second has a variant of 30 or fewer."),
        .init(
            "ladder.uhd-over-15m", .warning, .apple("1.34"), .text, .author, profile: .apple,
            "Variants of 2,160 lines have at most 15 Mb/s on average."),
    ]
}
