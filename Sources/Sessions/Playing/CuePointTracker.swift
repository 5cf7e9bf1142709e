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
///
/// The playlists of a broadcast add cue points while it is played. A position that the playhead had
/// passed by then is not passed again.
package struct CuePointTracker {
    /// The maximum number of cue points of playlists that have not been passed.
    private static let most = 10_000

    private let cuePoints: CuePointCollection
    /// The cue points that playlists have added, and that may still be passed.
    private var listed = CuePointCollection.empty
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

    /// Adds cue points that a playlist lists.
    ///
    /// - Parameter added: The cue points.
    /// - Returns: Their number, from the first one on, that the playhead had already passed.
    package mutating func list(_ added: [CuePoint]) -> Int {
        guard !added.isEmpty else { return 0 }
        let new = CuePointCollection(added)
        let late = place.position.map { new.atOrBefore($0).count } ?? 0
        listed = CuePointCollection(Array(listed) + new)
        return late
    }

    /// Forgets the listed cue points before a position that were passed, and the earliest of more
    /// than a maximum number.
    ///
    /// - Parameter start: The start of the window of the broadcast.
    /// - Returns: The forgotten cue points that were not passed.
    package mutating func forgetListed(before start: MediaTime) -> [CuePoint] {
        let left = listed.before(.time(start))
        guard !left.isEmpty else { return [] }
        let passed = place.position.map { left.atOrBefore($0).count } ?? 0
        let count = max(passed, listed.count - Self.most)
        guard count > 0 else { return [] }
        let forgotten = Array(listed.prefix(count).dropFirst(passed))
        listed = CuePointCollection(Array(listed.dropFirst(count)))
        return forgotten
    }

    private func passage(
        from origin: CuePointPassage.Place, to destination: CuePointPassage.Place
    ) -> CuePointPassage? {
        guard !cuePoints.ignoreCuePoints, !(cuePoints.isEmpty && listed.isEmpty) else {
            return nil
        }
        var passed = cuePoints.passed(from: origin.position, to: destination.position)
        let added = listed.passed(from: origin.position, to: destination.position)
        if !added.isEmpty { passed = CuePointCollection(Array(passed) + added) }
        guard !passed.isEmpty else { return nil }
        return CuePointPassage(previous: origin, current: destination, cuePoints: passed)
    }
}

extension CuePointCollection {
    /// Returns the cue points that a playhead passes between two positions; `nil` precedes all.
    fileprivate func passed(
        from origin: CuePoint.Position?, to destination: CuePoint.Position?
    ) -> CuePointCollection {
        guard let destination else { return .empty }
        guard let origin else { return atOrBefore(destination) }
        return origin <= destination
            ? after(origin, atOrBefore: destination)
            : atOrAfter(destination, before: origin)
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
