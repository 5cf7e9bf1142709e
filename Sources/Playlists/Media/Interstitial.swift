public import VirtualTime

/// Content to play instead of or between the primary content, as a date range describes it.
///
/// Reference: rfc8216bis, appendix D (Interstitials).
public struct Interstitial: Equatable, Sendable {
    /// The class of the date ranges that are interstitials.
    public static let dateRangeClass = "com.apple.hls.interstitial"

    /// What to play.
    public enum Content: Hashable, Sendable {
        /// One asset, from `X-ASSET-URI`.
        case asset(uri: String)
        /// A JSON list of assets, from `X-ASSET-LIST`.
        case list(uri: String)
    }

    /// What to play.
    public let content: Content
    /// Where in the primary content to go on, after the start, from `X-RESUME-OFFSET`.
    ///
    /// `nil` means after as long as the interstitial played.
    public let resumeOffset: MediaTime?
    /// How long to play at most, from `X-PLAYOUT-LIMIT`.
    public let playoutLimit: MediaTime?
    /// `IN` and `OUT`: which ends snap to segment boundaries, from `X-SNAP`.
    public let snaps: [String]
    /// `SKIP` and `JUMP`: what the user may not do, from `X-RESTRICT`.
    public let restrictions: [String]
    /// Whether clients may play different content, from `X-CONTENT-MAY-VARY`.
    public let mayVary: Bool
    /// `POINT` or `RANGE`: how much of the timeline it takes, from `X-TIMELINE-OCCUPIES`.
    public let timelineOccupies: String
    /// `HIGHLIGHT` or `PRIMARY`: how the timeline shows it, from `X-TIMELINE-STYLE`.
    public let timelineStyle: String
    /// When the control to skip appears, from `X-SKIP-CONTROL-OFFSET`.
    public let skipControlOffset: MediaTime?
    /// How long the control to skip stays, from `X-SKIP-CONTROL-DURATION`.
    public let skipControlDuration: MediaTime?
    /// What labels the control to skip, from `X-SKIP-CONTROL-LABEL-ID`.
    public let skipControlLabelID: String?
}

extension DateRange {
    /// The range as an interstitial; `nil` when its class is another or it has no content.
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
