public import VirtualTime

/// The cue points that the playhead passed in one movement.
public struct CuePointPassage: Equatable, Sendable {
    /// A position of the playhead as cue-point events report it.
    public enum Place: Equatable, Sendable {
        /// The playhead has no position before the first play; events report minus infinity.
        case beforeStart
        /// A position in the media.
        case at(MediaTime)
        /// The playhead is after the end of the media; events report plus infinity.
        case afterEnd

        /// The position in seconds.
        ///
        /// It is minus infinity before the first play, and plus infinity after the end.
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
    /// The cue points between the previous and the current position, in order of position.
    public let cuePoints: CuePointCollection
}

/// Determines the cue points that the playhead has passed.
///
/// When the playhead moves forward, it passes a cue point at `p` if previous < p ≤ current
/// (`Documentation/Brightcove.md#cue-points`). The bounds of a backward seek are not documented.
/// Here the playhead passes the cue points with current ≤ p < previous, so a cue point at the
/// destination is reported on arrival, and not again when playback continues.
///
/// If a playlist starts in the middle (`EXT-X-START`), the first play counts as a seek to that
/// position: one event reports the cue points between zero and the start. A resumption does not
/// report cue points before its position, which were reported when the playhead passed them.
///
/// The playlists of a broadcast add cue points during playback. If the playhead had already passed
/// the position of an added cue point, the cue point is reported only when a seek moves back over
/// it.
package struct CuePointTracker {
    /// The maximum number of cue points from playlists that are kept until they are passed.
    private static let most = 10_000

    private let cuePoints: CuePointCollection
    /// The cue points that playlists have added, and that the playhead may still pass.
    private var listed = CuePointCollection.empty
    private var place = CuePointPassage.Place.at(.zero)

    package init(_ cuePoints: CuePointCollection) {
        self.cuePoints = cuePoints
    }

    /// Returns the cue points at or before zero, which count as passed when playback first starts.
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

    /// Moves the playhead without reporting cue points, for example when a session restarts.
    package mutating func reset(to destination: CuePointPassage.Place) {
        place = destination
    }

    /// Adds cue points that a playlist lists.
    ///
    /// - Parameter added: The cue points.
    /// - Returns: The number of added cue points that the playhead had already passed. These are
    ///   the first ones in the order of positions.
    package mutating func list(_ added: [CuePoint]) -> Int {
        guard !added.isEmpty else { return 0 }
        let new = CuePointCollection(added)
        let late = place.position.map { new.atOrBefore($0).count } ?? 0
        listed = CuePointCollection(Array(listed) + new)
        return late
    }

    /// Removes listed cue points before the start of the window, if the playhead passed them.
    ///
    /// If more cue points than the maximum are listed, the earliest are removed as well, even if
    /// the playhead has not passed them. Without a listed cue point before the start, the function
    /// removes nothing.
    ///
    /// - Parameter start: The start of the window of the broadcast.
    /// - Returns: The removed cue points that the playhead has not passed.
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
    /// Returns the cue points that a playhead passes between two positions.
    ///
    /// A position of `nil` is before all cue points.
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
    /// The position converted to the type that cue points use.
    ///
    /// It is `nil` before the first play; a `nil` position is before all cue points.
    fileprivate var position: CuePoint.Position? {
        switch self {
        case .beforeStart: nil
        case .at(let time): .time(time)
        case .afterEnd: .after
        }
    }
}
