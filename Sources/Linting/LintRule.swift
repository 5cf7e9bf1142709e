/// A rule that playlists must keep, as it is named in reports.
///
/// Rules are stable: reports, known issues and scripts refer to them by their codes.
package struct LintRule: Hashable, Sendable {
    /// The code: a word for the subject, and one for what is checked.
    package let code: String
    /// The section that states the rule.
    package let section: String
    /// The statement that is true while the rule is kept.
    package let sentence: String

    private init(_ code: String, _ section: String, _ sentence: String) {
        self.code = code
        self.section = section
        self.sentence = sentence
    }
}

// MARK: - Rules of an origin

extension LintRule {
    /// The rules that the origin of a broadcast must keep over time, in the order of reports.
    package static let origin = [
        playlists, edits, counters, durations, updates, window, availability, blocking, reports,
        dates, renditions,
    ]

    /// Every load of a playlist succeeds.
    package static let playlists = LintRule(
        "origin.playlists", "RFC 8216, section 6.2.1",
        "Every load of a playlist succeeds, and lists segments.")
    /// Versions follow one another.
    package static let edits = LintRule(
        "origin.edits", "rfc8216bis, section 6.2.1",
        "A newer version adds at the end, removes from the start, and changes nothing else.")
    /// Numbers count what was removed.
    package static let counters = LintRule(
        "origin.counters", "rfc8216bis, section 6.2.2",
        "The discontinuity sequence number counts the discontinuities that were removed.")
    /// Durations are within their targets.
    package static let durations = LintRule(
        "origin.durations", "rfc8216bis, sections 4.4.3.1 and 4.4.4.9",
        "No segment is longer than the target duration, and parts are neither longer than theirs"
            + " nor shorter than 85 % of it.")
    /// New segments come in time.
    package static let updates = LintRule(
        "origin.updates", "rfc8216bis, section 6.2.1",
        "A new segment is listed within one and a half target durations.")
    /// The window is long enough.
    package static let window = LintRule(
        "origin.window", "rfc8216bis, section 6.2.2",
        "A playlist from which segments are removed keeps three target durations.")
    /// Media is there while it may be requested.
    package static let availability = LintRule(
        "origin.availability", "rfc8216bis, section 6.2.2",
        "The newest segment can be loaded, and so can one that was just removed.")
    /// Blocking reloads wait.
    package static let blocking = LintRule(
        "origin.blocking", "rfc8216bis, section 6.2.5.2",
        "A blocking reload is answered with a change, within three target durations.")
    /// Reports are true.
    package static let reports = LintRule(
        "origin.reports", "rfc8216bis, section 4.4.5.4",
        "A rendition report states the last segment of the other playlist.")
    /// Dates continue.
    package static let dates = LintRule(
        "origin.dates", "rfc8216bis, section 4.4.4.6",
        "The dates of successive segments are as far apart as the first one is long.")
    /// Renditions agree.
    package static let renditions = LintRule(
        "origin.renditions", "rfc8216bis, section 6.2.4",
        "All playlists but those of subtitles have the same target duration and type.")
}
