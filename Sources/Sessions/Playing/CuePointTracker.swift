public import VirtualTime

/// The cue points that the playhead passed at once.
public struct CuePointPassage: Equatable, Sendable {
    /// A position of the playhead in cue-point events.
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

    /// The previous position of the playhead.
    public let previous: Place
    /// The current position of the playhead.
    public let current: Place
    /// The points in between, in the order of their positions.
    public let cuePoints: CuePointCollection
}

/// Determines the cue points that the playhead has passed.
///
/// Forward, a point at `p` is passed when previous < p ≤ current
/// (`Documentation/Brightcove.md#cue-points`). The bounds of a backward seek are not documented:
/// here current ≤ p < previous, so a point at the destination is reported on arrival and not again
/// when playback continues.
///
/// A playlist that starts in the middle (`EXT-X-START`) counts as a seek there at the first play:
/// one event reports the points between zero and the start. A resumption does not report points
/// before its position, which were reported when they were passed.
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

    /// Moves the playhead to a position.
    ///
    /// - Parameter destination: The position, after or before the previous one.
    /// - Returns: The passed points, or `nil` when there are none.
    package mutating func move(to destination: CuePointPassage.Place) -> CuePointPassage? {
        defer { place = destination }
        return passage(from: place, to: destination)
    }

    /// Moves the playhead without a report, as a session does when it starts over.
    package mutating func reset(to destination: CuePointPassage.Place) {
        place = destination
    }

    private func passage(
        from origin: CuePointPassage.Place, to destination: CuePointPassage.Place
    ) -> CuePointPassage? {
        guard !cuePoints.ignoreCuePoints, !cuePoints.isEmpty else { return nil }
        let passed = passed(from: origin.position, to: destination.position)
        guard !passed.isEmpty else { return nil }
        return CuePointPassage(previous: origin, current: destination, cuePoints: passed)
    }

    private func passed(
        from origin: CuePoint.Position?, to destination: CuePoint.Position?
    ) -> CuePointCollection {
        guard let destination else { return .empty }
        guard let origin else { return cuePoints.atOrBefore(destination) }
        return origin <= destination
            ? cuePoints.after(origin, atOrBefore: destination)
            : cuePoints.atOrAfter(destination, before: origin)
    }
}

extension CuePointPassage.Place {
    /// The position as a cue-point position; `nil` precedes all of them.
    fileprivate var position: CuePoint.Position? {
        switch self {
        case .beforeStart: nil
        case .at(let time): .time(time)
        case .afterEnd: .after
        }
    }
}
