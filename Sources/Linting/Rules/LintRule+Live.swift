extension LintRule {
    /// The rules about live playlists and delivery.
    static let live: [LintRule] = [
        .init(
            "live.sequence-backwards", .error, .bis("6.2.2"), .versions, .origin,
            "Media sequence numbers never decrease."),
        .init(
            "live.segment-changed", .error, .bis("6.2.2"), .versions, .origin,
            "A listed segment keeps its number, location, tags, date, date ranges and parts."),
        .init(
            "live.discontinuity-sequence", .error, .bis("6.2.2"), .versions, .packager,
            "The discontinuity sequence counts removed discontinuities."),
        .init(
            "live.discontinuity-sequence-absent", .error, .apple("8.17"), .text, .packager,
            profile: .apple,
            "A live playlist with discontinuities has EXT-X-DISCONTINUITY-SEQUENCE."),
        .init(
            "live.target-changes", .error, .bis("4.4.3.1"), .versions, .packager,
            "The target durations of segments and parts never change."),
        .init(
            "live.type-changes", .error, .bis("4.4.3.5"), .versions, .packager,
            "The type never changes."),
        .init(
            "live.after-endlist", .error, .bis("6.2.1"), .versions, .packager,
            "A playlist that has ended never changes."),
        .init(
            "live.event-removed", .error, .bis("4.4.3.5"), .versions, .packager,
            "An event playlist removes nothing."),
        .init(
            "live.removed-at-end", .error, .bis("6.2.1"), .versions, .origin,
            "A live playlist removes segments only from its start."),
        .init(
            "live.vod-changed", .error, .bis("4.4.3.5"), .versions, .packager,
            "A VOD playlist never changes."),
        .init(
            "live.window-short", .error, .bis("6.2.2"), .text, .packager,
            "A live playlist has at least three target durations."),
        .init(
            "live.window-six", .warning, .apple("8.11"), .text, .packager, profile: .apple,
            "A live playlist has at least six segments."),
        .init(
            "live.removed-early", .error, .bis("6.2.2"), .versions, .origin,
            "A removed segment stays available for its duration plus that of the longest playlist."
        ),
        .init(
            "live.update-late", .error, .bis("6.2.1"), .versions, .origin,
            "A new segment is listed within one and a half target durations."),
        .init(
            "live.stale", .warning, .apple("8.24"), .answers, .origin,
            "A live playlist was modified within three target durations."),
        .init(
            "live.no-date", .error, .apple("8.4"), .text, .packager, profile: .apple,
            "A live playlist has EXT-X-PROGRAM-DATE-TIME."),
        .init(
            "live.delta-unfit", .error, .bis("6.2.5.1"), .versions, .origin,
            "A delta update fits the playlist before it, and skips nothing near the end."),
        .init(
            "delivery.gzip", .error, .apple("10.1"), .answers, .origin, profile: .apple,
            "Playlists are compressed with gzip."),
        .init(
            "delivery.content-type", .warning, .bis("4"), .answers, .origin,
            "Resources have their media types."),
        .init(
            "delivery.redirect", .error, .apple("8.18"), .answers, .origin, profile: .apple,
            "Media is served without redirects."),
        .init(
            "delivery.no-ranges", .error, .named("RFC 9110"), .answers, .origin,
            "Byte-range media is served in ranges."),
        .init(
            "delivery.length-differs", .error, .named("RFC 9110"), .answers, .origin,
            "A body is as long as its header states."),
        .init(
            "delivery.http2", .error, .bis("App. B.1"), .answers, .origin,
            obstacle: "answers are kept without their version of HTTP",
            "Low latency is served over HTTP/2."),
        .init(
            "delivery.tls", .warning, .apple("11.1"), .answers, .origin, profile: .apple,
            "Resources are served over TLS."),
        .init(
            "delivery.cors", .info, .named("Fetch"), .answers, .origin,
            "Resources may be requested from other origins."),
        .init(
            "delivery.cache", .warning, .bis("6.2.1"), .answers, .origin,
            "Live playlists are cached for at most half a target duration."),
        .init(
            "delivery.slow", .warning, .named("TN2235"), .answers, .origin,
            obstacle: "the time of a load shows this machine's network and its other loads",
            "Segments arrive faster than they play."),
    ]
}
