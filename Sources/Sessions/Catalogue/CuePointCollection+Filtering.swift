import VirtualTime

// Half-open, open and closed ranges in one vocabulary: `after` and `before` leave their bound out,
// `atOrAfter` and `atOrBefore` take it in.

extension CuePointCollection {
    /// The cue points that lie behind a position.
    public func after(_ position: CuePoint.Position) -> CuePointCollection {
        part(past(position)..<count)
    }

    /// The cue points that lie at a position or behind it.
    public func atOrAfter(_ position: CuePoint.Position) -> CuePointCollection {
        part(upTo(position)..<count)
    }

    /// The cue points that lie ahead of a position.
    public func before(_ position: CuePoint.Position) -> CuePointCollection {
        part(0..<upTo(position))
    }

    /// The cue points that lie at a position or ahead of it.
    public func atOrBefore(_ position: CuePoint.Position) -> CuePointCollection {
        part(0..<past(position))
    }

    /// The cue points that lie exactly at a position.
    public func at(_ position: CuePoint.Position) -> CuePointCollection {
        part(upTo(position)..<past(position))
    }

    /// The cue points between two positions, without those at the positions themselves.
    ///
    /// - Parameters:
    ///   - start: The position ahead of the first.
    ///   - end: The position behind the last; empty when it lies ahead of `start`.
    /// - Returns: The cue points in between, which share the storage.
    public func after(
        _ start: CuePoint.Position, before end: CuePoint.Position
    ) -> CuePointCollection {
        part(from: past(start), to: upTo(end))
    }

    /// The cue points that a playhead passes on its way from one position to another.
    ///
    /// - Parameters:
    ///   - start: The position ahead of the first.
    ///   - end: The last position taken in; empty when it lies ahead of `start`.
    /// - Returns: The cue points in between, which share the storage.
    public func after(
        _ start: CuePoint.Position, atOrBefore end: CuePoint.Position
    ) -> CuePointCollection {
        part(from: past(start), to: past(end))
    }

    /// The cue points from one position up to, but not at, another.
    ///
    /// - Parameters:
    ///   - start: The first position taken in.
    ///   - end: The position behind the last; empty when it lies ahead of `start`.
    /// - Returns: The cue points in between, which share the storage.
    public func atOrAfter(
        _ start: CuePoint.Position, before end: CuePoint.Position
    ) -> CuePointCollection {
        part(from: upTo(start), to: upTo(end))
    }

    /// The cue points from one position to another, both taken in.
    ///
    /// - Parameters:
    ///   - start: The first position taken in.
    ///   - end: The last position taken in; empty when it lies ahead of `start`.
    /// - Returns: The cue points in between, which share the storage.
    public func atOrAfter(
        _ start: CuePoint.Position, atOrBefore end: CuePoint.Position
    ) -> CuePointCollection {
        part(from: upTo(start), to: past(end))
    }

    /// The cue points of a type; looks at each one.
    ///
    /// - Parameter type: The type, compared letter by letter.
    /// - Returns: The cue points of the type, in the same order.
    public func ofType(_ type: String) -> CuePointCollection {
        var matching = CuePointCollection(filter { $0.type == type })
        matching.ignoreCuePoints = ignoreCuePoints
        return matching
    }

    private func part(from start: Int, to end: Int) -> CuePointCollection {
        part(start..<Swift.max(start, end))
    }

    /// The place of the first cue point that does not lie ahead of the position.
    private func upTo(_ position: CuePoint.Position) -> Int {
        firstPlace { $0.position >= position }
    }

    /// The place of the first cue point that lies behind the position.
    private func past(_ position: CuePoint.Position) -> Int {
        firstPlace { $0.position > position }
    }
}
