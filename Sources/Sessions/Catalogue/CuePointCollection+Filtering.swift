import VirtualTime

// The names of the filters state which bounds are included: `after` and `before` exclude the
// bound, `atOrAfter` and `atOrBefore` include it.

extension CuePointCollection {
    /// Returns the cue points after a position.
    public func after(_ position: CuePoint.Position) -> CuePointCollection {
        part(past(position)..<count)
    }

    /// Returns the cue points at or after a position.
    public func atOrAfter(_ position: CuePoint.Position) -> CuePointCollection {
        part(upTo(position)..<count)
    }

    /// Returns the cue points before a position.
    public func before(_ position: CuePoint.Position) -> CuePointCollection {
        part(0..<upTo(position))
    }

    /// Returns the cue points at or before a position.
    public func atOrBefore(_ position: CuePoint.Position) -> CuePointCollection {
        part(0..<past(position))
    }

    /// Returns the cue points exactly at a position.
    public func at(_ position: CuePoint.Position) -> CuePointCollection {
        part(upTo(position)..<past(position))
    }

    /// Returns the cue points between two positions, excluding both positions.
    ///
    /// - Parameters:
    ///   - start: The position after which the result begins.
    ///   - end: The position before which the result ends; the result is empty if `end` precedes
    ///     `start`.
    /// - Returns: The cue points in between, which share the storage of this collection.
    public func after(
        _ start: CuePoint.Position, before end: CuePoint.Position
    ) -> CuePointCollection {
        part(from: past(start), to: upTo(end))
    }

    /// Returns the cue points after one position, up to and including another position.
    ///
    /// These are the cue points that a playhead passes when it moves from the first position to the
    /// second.
    ///
    /// - Parameters:
    ///   - start: The position after which the result begins.
    ///   - end: The last position to include; the result is empty if `end` precedes `start`.
    /// - Returns: The cue points in between, which share the storage of this collection.
    public func after(
        _ start: CuePoint.Position, atOrBefore end: CuePoint.Position
    ) -> CuePointCollection {
        part(from: past(start), to: past(end))
    }

    /// Returns the cue points from one position up to, but excluding, another position.
    ///
    /// - Parameters:
    ///   - start: The first position to include.
    ///   - end: The position before which the result ends; the result is empty if `end` precedes
    ///     `start`.
    /// - Returns: The cue points in between, which share the storage of this collection.
    public func atOrAfter(
        _ start: CuePoint.Position, before end: CuePoint.Position
    ) -> CuePointCollection {
        part(from: upTo(start), to: upTo(end))
    }

    /// Returns the cue points from one position to another, including both positions.
    ///
    /// - Parameters:
    ///   - start: The first position to include.
    ///   - end: The last position to include; the result is empty if `end` precedes `start`.
    /// - Returns: The cue points in between, which share the storage of this collection.
    public func atOrAfter(
        _ start: CuePoint.Position, atOrBefore end: CuePoint.Position
    ) -> CuePointCollection {
        part(from: upTo(start), to: past(end))
    }

    /// Returns the cue points of a type, in linear time.
    ///
    /// - Parameter type: The type; letters must match exactly, including their case.
    /// - Returns: The cue points of the type, in the same order.
    public func ofType(_ type: String) -> CuePointCollection {
        var matching = CuePointCollection(filter { $0.type == type })
        matching.ignoreCuePoints = ignoreCuePoints
        return matching
    }

    private func part(from start: Int, to end: Int) -> CuePointCollection {
        part(start..<Swift.max(start, end))
    }

    /// Returns the index of the first cue point that is at the position or after it.
    private func upTo(_ position: CuePoint.Position) -> Int {
        firstPlace { $0.position >= position }
    }

    /// Returns the index of the first cue point after the position.
    private func past(_ position: CuePoint.Position) -> Int {
        firstPlace { $0.position > position }
    }
}
