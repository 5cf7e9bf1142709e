extension LintRule {
    /// The rules that check the origin of a live broadcast over time, in report order.
    package static let origin = [
        playlists, edits, counters, durations, updates, window, availability, decryption, blocking,
        reports, hints, dates, renditions,
    ]

    /// The rule that every load of a playlist succeeds.
    package static let playlists = LintRule(
        "origin.playlists", .error, .named("RFC 8216, section 6.2.1"), .versions, .origin,
        "Every load of a playlist succeeds, and lists segments.")
    /// The rule that a newer version only adds segments at the end and removes them at the start.
    package static let edits = LintRule(
        "origin.edits", .error, .named("rfc8216bis, section 6.2.1"), .versions, .origin,
        "A newer version adds at the end, removes from the start, and changes no location (except"
            + " its signature), duration, date, gap, discontinuity, key, map, cue tag or part of a"
            + " known segment, no date range, no target duration and no type; a delta update keeps"
            + " to the skip boundary.")
    /// The rule that the discontinuity sequence number counts the removed discontinuities.
    package static let counters = LintRule(
        "origin.counters", .error, .named("rfc8216bis, section 6.2.2"), .versions, .origin,
        "The discontinuity sequence number counts the discontinuities that were removed.")
    /// The rule that durations comply with the target durations.
    package static let durations = LintRule(
        "origin.durations", .error, .named("rfc8216bis, sections 4.4.3.1 and 4.4.4.9"), .versions,
        .origin,
        "No segment is longer than the target duration, and no part is longer than the part target"
            + " duration or shorter than 85 % of it.")
    /// The rule that new segments are listed within one and a half target durations.
    package static let updates = LintRule(
        "origin.updates", .error, .named("rfc8216bis, section 6.2.1"), .versions, .origin,
        "A new segment is listed within one and a half target durations.")
    /// The rule that a playlist still lasts three target durations when segments are removed.
    package static let window = LintRule(
        "origin.window", .error, .named("rfc8216bis, section 6.2.2"), .versions, .origin,
        "A playlist from which segments are removed keeps at least three target durations.")
    /// The rule that media is available while players may request it.
    package static let availability = LintRule(
        "origin.availability", .error, .named("rfc8216bis, section 6.2.2"), .versions, .origin,
        "The newest segment and part, their EXT-X-MAP, and a segment just removed start as media.")
    /// The rule that the listed keys decrypt the media.
    package static let decryption = LintRule(
        "origin.decryption", .error, .named("rfc8216bis, section 4.4.4.4"), .versions, .origin,
        "The newest segment is media once it is decrypted with its listed key.")
    /// The rule that a blocking reload returns a changed playlist within three target durations.
    package static let blocking = LintRule(
        "origin.blocking", .error, .named("rfc8216bis, section 6.2.5.2"), .versions, .origin,
        "A blocking reload is answered with a change, within three target durations.")
    /// The rule that rendition reports state the actual end of the described playlists.
    package static let reports = LintRule(
        "origin.reports", .error, .named("rfc8216bis, section 4.4.5.4"), .versions, .origin,
        "A rendition report states the last segment or part of the other playlist.")
    /// The rule that preload hints name the next parts of the playlist.
    package static let hints = LintRule(
        "origin.hints", .warning, .named("rfc8216bis, section 4.4.5.3"), .versions, .origin,
        "A preload hint names the part that is listed next.")
    /// The rule that dates of successive segments agree with the durations of the segments.
    package static let dates = LintRule(
        "origin.dates", .error, .named("rfc8216bis, section 4.4.4.6"), .versions, .origin,
        "The dates of successive segments differ by the duration of the first one, and the dates of"
            + " many segments do not drift away from the sum of their durations.")
    /// The rule that the playlists of a broadcast agree with each other.
    package static let renditions = LintRule(
        "origin.renditions", .error, .named("rfc8216bis, section 6.2.4"), .versions, .origin,
        "All playlists except subtitle playlists have one type, cover the same time and end together;"
            + " target durations and discontinuities agree too, except in I-frame playlists.")

    /// A clause that states why there was no data to check the rule.
    package var lackOfEvidence: String {
        switch self {
        case .blocking: "no blocking reload was made"
        case .reports: "no rendition report could be compared"
        case .hints: "no part was hinted"
        case .dates: "no two successive segments have dates"
        case .renditions: "no other playlist of this kind could be compared"
        case .window: "no segment was removed"
        case .availability: "no segment was to be requested"
        case .decryption: "no segment is encrypted with a key that can be loaded from a server"
        case .durations: "the playlist states no target duration"
        case WatchedRules.timestamps: "no timestamps of two segments were compared"
        default: "no newer version was received"
        }
    }
}
