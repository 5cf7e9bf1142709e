public import VirtualTime

/// Cue points that the playhead passed in one go.
public struct CuePointPassage: Equatable, Sendable {
    /// A place of the playhead, as cue-point events tell it.
    public enum Place: Equatable, Sendable {
        /// Before the first play: minus infinity.
        case beforeStart
        /// A position in the media.
        case at(MediaTime)
        /// After the end: plus infinity.
        case afterEnd

        /// The place in seconds, with infinities at both ends.
        public var timeInterval: Double {
            switch self {
            case .beforeStart: -.infinity
            case .at(let time): time.seconds
            case .afterEnd: .infinity
            }
        }
    }

    /// Where the playhead came from.
    public let previous: Place
    /// Where it is.
    public let current: Place
    /// The points in between, in the order of their positions.
    public let cuePoints: CuePointCollection
}

/// Knows which cue points the playhead has passed.
///
/// Forward, a point at `p` is passed when previous < p ≤ current (source document 003). The
/// document leaves open which end counts when seeking backward: here current ≤ p < previous, so a
/// point at the destination is told on arrival and not again when playback goes on.
package struct CuePointTracker {
    private let cuePoints: CuePointCollection
    private var place = CuePointPassage.Place.at(.zero)

    package init(_ cuePoints: CuePointCollection) {
        self.cuePoints = cuePoints
    }

    /// The points at or before the start, which are passed when playback first starts.
    package func atFirstPlay() -> CuePointPassage? {
        passage(from: .beforeStart, to: .at(.zero))
    }

    /// Moves the playhead to a place.
    ///
    /// - Parameter destination: The place, ahead of the last one or behind it.
    /// - Returns: The points that were passed, or `nil` when there are none.
    package mutating func move(to destination: CuePointPassage.Place) -> CuePointPassage? {
        defer { place = destination }
        return passage(from: place, to: destination)
    }

    /// Moves the playhead without telling, as a session does when it starts over.
    package mutating func reset(to destination: CuePointPassage.Place) {
        place = destination
    }

    private func passage(
        from origin: CuePointPassage.Place, to destination: CuePointPassage.Place
    ) -> CuePointPassage? {
        guard !cuePoints.ignoreCuePoints, !cuePoints.isEmpty else { return nil }
        let passed = passed(from: origin, to: destination)
        guard !passed.isEmpty else { return nil }
        return CuePointPassage(
            previous: origin, current: destination, cuePoints: CuePointCollection(passed))
    }

    private func passed(
        from origin: CuePointPassage.Place, to destination: CuePointPassage.Place
    ) -> ArraySlice<CuePoint> {
        let from = index(after: origin)
        let to = index(after: destination)
        if from <= to { return cuePoints.points[from..<to] }
        return cuePoints.points[index(atOrAfter: destination)..<index(atOrAfter: origin)]
    }

    private func index(after place: CuePointPassage.Place) -> Int {
        cuePoints.points.partition { order(of: $0) > order(of: place) }
    }

    private func index(atOrAfter place: CuePointPassage.Place) -> Int {
        cuePoints.points.partition { order(of: $0) >= order(of: place) }
    }

    /// Before is the zero of the timeline, and After lies beyond every position.
    private func order(of point: CuePoint) -> (Int, MediaTime) {
        switch point.position {
        case .before: (0, .zero)
        case .time(let time): (0, time)
        case .after: (1, .zero)
        }
    }

    private func order(of place: CuePointPassage.Place) -> (Int, MediaTime) {
        switch place {
        case .beforeStart: (-1, .zero)
        case .at(let time): (0, time)
        case .afterEnd: (2, .zero)
        }
    }
}

extension [CuePoint] {
    /// The first index from which on a predicate holds.
    fileprivate func partition(where holds: (CuePoint) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
