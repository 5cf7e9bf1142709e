public import VirtualTime

/// Content that interrupts or replaces the primary content, described by a date range.
///
/// Reference: rfc8216bis, appendix D (Interstitials).
public struct Interstitial: Equatable, Sendable {
    /// The class of the date ranges that are interstitials.
    public static let dateRangeClass = "com.apple.hls.interstitial"

    /// The content of an interstitial.
    public enum Content: Hashable, Sendable {
        /// One asset, from `X-ASSET-URI`.
        case asset(uri: String)
        /// A JSON list of assets, from `X-ASSET-LIST`.
        case list(uri: String)
    }

    /// The content to play.
    public let content: Content
    /// The offset at which primary content resumes, from `X-RESUME-OFFSET`.
    ///
    /// The offset is counted from the start date of the interstitial. `nil` means that it equals
    /// the duration for which the interstitial played.
    public let resumeOffset: MediaTime?
    /// The maximum duration for which the interstitial is played, from `X-PLAYOUT-LIMIT`.
    public let playoutLimit: MediaTime?
    /// The transitions that snap to segment boundaries, `OUT` or `IN` or both, from `X-SNAP`.
    public let snaps: [String]
    /// The actions that are forbidden to the user, `SKIP` or `JUMP` or both, from `X-RESTRICT`.
    public let restrictions: [String]
    /// Whether the content may differ between clients, from `X-CONTENT-MAY-VARY`.
    public let mayVary: Bool
    /// The space taken on the timeline, `POINT` or `RANGE`, from `X-TIMELINE-OCCUPIES`.
    public let timelineOccupies: String
    /// The appearance on the timeline, `HIGHLIGHT` or `PRIMARY`, from `X-TIMELINE-STYLE`.
    public let timelineStyle: String
    /// The time at which the skip control appears, from `X-SKIP-CONTROL-OFFSET`.
    ///
    /// The time is counted from the start of the interstitial.
    public let skipControlOffset: MediaTime?
    /// The duration for which the skip control is visible, from `X-SKIP-CONTROL-DURATION`.
    public let skipControlDuration: MediaTime?
    /// The label of the skip control, from `X-SKIP-CONTROL-LABEL-ID`.
    public let skipControlLabelID: String?
}

extension DateRange {
    /// The date range as an interstitial; `nil` if it has another class or no content.
    public var interstitial: Interstitial? {
        guard rangeClass == Interstitial.dateRangeClass else { return nil }
        let content: Interstitial.Content
        if let uri = self[attribute: "X-ASSET-URI"] {
            content = .asset(uri: uri)
        } else if let uri = self[attribute: "X-ASSET-LIST"] {
            content = .list(uri: uri)
        } else {
            return nil
        }
        return Interstitial(
            content: content,
            resumeOffset: time("X-RESUME-OFFSET"),
            playoutLimit: time("X-PLAYOUT-LIMIT"),
            snaps: list("X-SNAP"),
            restrictions: list("X-RESTRICT"),
            mayVary: self[attribute: "X-CONTENT-MAY-VARY"] != "NO",
            timelineOccupies: self[attribute: "X-TIMELINE-OCCUPIES"] ?? "POINT",
            timelineStyle: self[attribute: "X-TIMELINE-STYLE"] ?? "HIGHLIGHT",
            skipControlOffset: time("X-SKIP-CONTROL-OFFSET"),
            skipControlDuration: time("X-SKIP-CONTROL-DURATION"),
            skipControlLabelID: self[attribute: "X-SKIP-CONTROL-LABEL-ID"])
    }

    private func time(_ name: String) -> MediaTime? {
        self[attribute: name].flatMap { Numeral.time($0, signed: true) }
    }

    private func list(_ name: String) -> [String] {
        self[attribute: name].map { commaSeparated($0) } ?? []
    }
}
