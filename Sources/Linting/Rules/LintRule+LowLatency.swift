extension LintRule {
    /// The rules about low latency.
    static let lowLatency: [LintRule] = [
        .init(
            "part.no-part-inf", .error, .bis("4.4.3.7"), .text, .packager,
            "A playlist with parts has EXT-X-PART-INF."),
        .init(
            "part.too-long", .error, .bis("4.4.3.7"), .text, .packager,
            "Parts are no longer than PART-TARGET."),
        .init(
            "part.too-short", .error, .bis("4.4.4.9"), .text, .packager,
            "Parts except the last of a segment are at least 85 % of PART-TARGET."),
        .init(
            "part.sum-differs", .warning, .bis("4.4.4.9"), .text, .packager,
            "The parts of a segment are as long as the segment."),
        .init(
            "part.longer-than-media", .error, .bis("4.4.4.9"), .media, .packager,
            "A part is as long as its media."),
        .init(
            "part.over-target", .error, .bis("4.4.3.7"), .media, .packager,
            "The media of a part is no longer than PART-TARGET."),
        .init(
            "part.media-differs", .error, .bis("4.4.4.9"), .media, .packager,
            "The parts of a segment have all media of the segment, and no other."),
        .init(
            "part.unreadable", .error, .bis("6.2.1"), .media, .origin,
            "A part without GAP=YES can be loaded and read."),
        .init(
            "part.independent-false", .error, .bis("4.4.4.9"), .media, .packager,
            "A part with INDEPENDENT=YES has an independent frame."),
        .init(
            "part.independent-unmarked", .warning, .bis("4.4.4.9"), .media, .packager,
            "A part with an independent frame is marked INDEPENDENT=YES."),
        .init(
            "part.independent-none", .warning, .bis("4.4.4.9"), .text, .packager,
            "Some parts are marked INDEPENDENT=YES."),
        .init(
            "part.old", .warning, .bis("4.4.4.9"), .text, .packager,
            "Parts are removed three target durations from the end."),
        .init(
            "part.gap-unmarked", .error, .bis("4.4.4.9"), .text, .packager,
            "Parts of a segment with EXT-X-GAP have GAP=YES."),
        .init(
            "part.hold-back-missing", .error, .bis("4.4.3.8"), .text, .packager,
            "A playlist with parts has PART-HOLD-BACK."),
        .init(
            "part.hold-back-short", .error, .bis("4.4.3.8"), .text, .packager,
            "PART-HOLD-BACK is at least twice PART-TARGET."),
        .init(
            "part.hold-back-below-three", .warning, .bis("4.4.3.8"), .text, .packager,
            inApple: .error,
            "PART-HOLD-BACK is at least three times PART-TARGET."),
        .init(
            "part.no-date", .error, .bis("App. B.1"), .text, .packager,
            "A low-latency playlist has EXT-X-PROGRAM-DATE-TIME."),
        .init(
            "server.hold-back", .error, .bis("4.4.3.8"), .text, .packager,
            "HOLD-BACK is at least three target durations."),
        .init(
            "server.skip-until", .error, .bis("4.4.3.8"), .text, .packager,
            "CAN-SKIP-UNTIL is at least six target durations."),
        .init(
            "server.skip-ranges-alone", .error, .bis("4.4.3.8"), .text, .packager,
            "CAN-SKIP-DATERANGES is used only with CAN-SKIP-UNTIL."),
        .init(
            "server.no-blocking-reload", .error, .bis("App. B.1"), .text, .origin,
            "A low-latency playlist has CAN-BLOCK-RELOAD=YES."),
        .init(
            "hint.with-endlist", .error, .bis("4.4.5.3"), .text, .packager,
            "A playlist that has ended has no EXT-X-PRELOAD-HINT."),
        .init(
            "hint.twice", .warning, .bis("4.4.5.3"), .text, .packager,
            "There is one EXT-X-PRELOAD-HINT of a type."),
        .init(
            "hint.missing", .error, .bis("App. B.1"), .text, .packager,
            "A low-latency playlist has EXT-X-PRELOAD-HINT."),
        .init(
            "hint.not-next", .warning, .bis("4.4.5.3"), .text, .packager,
            "A hint names a part that is not listed."),
        .init(
            "hint.never-there", .warning, .named("inferred"), .versions, .origin,
            "A hinted part is delivered."),
        .init(
            "report.missing", .error, .bis("App. B.1"), .set, .packager,
            "A low-latency playlist has a report of each other rendition."),
        .init(
            "report.self", .error, .bis("4.4.5.4"), .set, .packager,
            "A rendition report is about another playlist."),
        .init(
            "report.stale", .warning, .bis("4.4.5.4"), .versions, .origin,
            "Rendition reports are as new as their playlist."),
        .init(
            "report.absolute-uri", .warning, .bis("4.4.5.4"), .text, .packager,
            "The URI of a rendition report is relative."),
    ]
}
