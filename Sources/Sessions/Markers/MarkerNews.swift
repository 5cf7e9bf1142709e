package import VirtualTime

/// A mark that a version of a live playlist has added.
package enum MarkerNews: Equatable, Sendable {
    /// A cue point at which the app is notified.
    case listed(CuePoint)
    /// A cue point whose position the playhead had already passed; only a seek back reaches it.
    case late(CuePoint)
    /// A mark that does not result in a cue point, with the reason on one line.
    case unusable(String)

    /// The end of the reason for a date range that starts after the end of its broadcast.
    static let endsBefore = "the broadcast ends before it"
    /// The end of the reason for a date range without a start date.
    static let lacksStart = "it has no START-DATE"

    /// The reason why the cue point of the mark is lost; `nil` unless a cue point is surely lost.
    ///
    /// A date range that starts after the end of its broadcast has no cue point to lose. The tag
    /// with the start of a date range may have left the window before playback joined.
    package var loss: String? {
        guard case .unusable(let reason) = self,
            ![Self.endsBefore, Self.lacksStart].contains(where: reason.hasSuffix)
        else { return nil }
        return reason
    }

    /// The cue point; `nil` for a mark that does not result in one.
    package var cuePoint: CuePoint? {
        switch self {
        case .listed(let point), .late(let point): point
        case .unusable: nil
        }
    }
}

/// The marks that a version of a live playlist has added.
///
/// They are not yet compared with the playhead.
package struct AddedMarkers: Equatable, Sendable {
    /// The cue points, in the order of their positions.
    package var cuePoints: [CuePoint] = []
    /// The reasons why other marks do not result in cue points, each on one line.
    package var troubles: [String] = []
    /// The start of the playlist's window.
    ///
    /// Cue points before this position are not needed once the playhead has passed them.
    package var start: MediaTime

    /// Whether no mark was added.
    package var isEmpty: Bool { cuePoints.isEmpty && troubles.isEmpty }

    /// Creates a list without marks.
    ///
    /// - Parameter start: The start of the window.
    package init(from start: MediaTime) { self.start = start }
}
