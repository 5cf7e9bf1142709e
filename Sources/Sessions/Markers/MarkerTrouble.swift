/// The reason why a mark of a live playlist does not result in a cue point.
package struct MarkerTrouble: Equatable, Sendable {
    /// The reason on one line.
    package var reason: String
    /// Whether a cue point is surely lost.
    ///
    /// A date range that starts after the end of its broadcast has no cue point to lose. The tag
    /// with the start of a date range may have left the window before playback joined.
    package var losesCuePoint: Bool

    /// Creates a trouble.
    package init(_ reason: String, losesCuePoint: Bool = true) {
        self.reason = reason
        self.losesCuePoint = losesCuePoint
    }
}
