extension LintRule {
    /// The rules that an asset's playlists must meet together.
    static let sets: [LintRule] = [
        .init(
            "set.target-duration", .error, .bis("6.2.4"), .set, .packager,
            "Playlists of an asset, except for subtitles and I-frames, have one target duration."
        ),
        .init(
            "set.playlist-type", .error, .bis("6.2.4"), .set, .packager,
            "Playlists of an asset have one type."),
        .init(
            "set.duration", .error, .bis("6.2.4"), .set, .packager,
            "Playlists differ in length by less than half a target duration, subtitles by one."),
        .init(
            "set.start", .error, .bis("6.2.4"), .media, .packager,
            "Streams of an asset start with the same timestamp."),
        .init(
            "set.timestamps", .error, .bis("6.2.4"), .media, .packager,
            "Matching content has matching timestamps."),
        .init(
            "set.discontinuities", .error, .bis("6.2.4"), .set, .packager,
            "Playlists of an asset have the same discontinuities, with the same numbers."),
        .init(
            "set.boundaries", .warning, .apple("8.22"), .set, .packager,
            "Segments of the variants have the same boundaries."),
        .init(
            "set.keyframes", .warning, .apple("8.22"), .media, .encoder, profile: .apple,
            "Variants have keyframes at the same places."),
        .init(
            "set.dates", .error, .bis("6.2.4"), .set, .packager,
            "Either all playlists of an asset have EXT-X-PROGRAM-DATE-TIME or none; ended playlists"
                + " have equal dates at equal times, and live playlists cover the same time."),
        .init(
            "set.date-ranges", .error, .bis("6.2.4"), .set, .packager,
            "All playlists of an asset that have date ranges have the same date ranges."),
        .init(
            "set.cues", .error, .named("inferred"), .set, .packager,
            "Variants have the same CUE tags at the same segments."),
        .init(
            "set.audio-sample-rate", .warning, .bis("6.2.4"), .media, .encoder,
            "Variants have audio of one sample rate."),
        .init(
            "set.unreachable", .error, .bis("6.2.1"), .set, .origin,
            "The playlists of an asset can be loaded."),
    ]
}
