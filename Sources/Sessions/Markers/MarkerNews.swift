package import VirtualTime

/// A mark that a version of a live playlist has added.
package enum MarkerNews: Equatable, Sendable {
    /// A cue point at which the app is notified.
    case listed(CuePoint)
    /// A cue point whose position the playhead had already passed; only a seek back reaches it.
    case late(CuePoint)
    /// A mark that does not result in a cue point.
    case unusable(MarkerTrouble)

    /// The reason why the cue point of the mark is lost; `nil` unless a cue point is surely lost.
    package var loss: String? {
        guard case .unusable(let trouble) = self, trouble.losesCuePoint else { return nil }
        return trouble.reason
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
    /// The reasons why other marks do not result in cue points.
    package var troubles: [MarkerTrouble] = []
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
