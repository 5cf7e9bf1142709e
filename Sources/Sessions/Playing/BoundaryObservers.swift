import VirtualTime

/// The callers that wait for the playhead to reach a position by playing.
struct BoundaryObservers {
    private var waiting: [(place: MediaTime, call: CallTable.Number)] = []
    /// The position up to which the cue points have been evaluated.
    private var floor = Self.aheadOfAll
    private static let aheadOfAll = MediaTime(ticks: -1)

    /// Adds a waiting caller.
    mutating func add(at place: MediaTime, _ call: CallTable.Number) {
        let index = waiting.firstIndex { $0.place > place } ?? waiting.endIndex
        waiting.insert((place, call), at: index)
    }

    /// The first awaited position after the playhead.
    var next: MediaTime? { waiting.first { $0.place > floor }?.place }

    /// Removes the callers whose position has been reached by playing, in the order of positions.
    mutating func take(upTo position: MediaTime) -> [CallTable.Number] {
        guard let next, next <= position else {
            pass(position)
            return []
        }
        let reached = waiting.filter { $0.place > floor && $0.place <= position }
        waiting.removeAll { $0.place > floor && $0.place <= position }
        floor = position
        return reached.map(\.call)
    }

    /// Records that the playhead reached a position by playing, before the next awaited one.
    mutating func pass(_ position: MediaTime) { floor = max(floor, position) }

    /// Records a jump, which does not count as playing.
    mutating func jump(to position: MediaTime) { floor = position }

    /// Records that the media plays from its start again; the start counts as reached by playing.
    mutating func startOver() { floor = Self.aheadOfAll }
}
