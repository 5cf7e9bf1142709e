import VirtualTime

/// The closures to call when playback reaches a position; seeks and jumps do not count.
struct BoundaryObservers {
    private var waiting: [(place: MediaTime, call: CallTable.Number)] = []
    /// The position that the playhead reached last; closures at later positions still wait.
    private var floor = Self.aheadOfAll
    private static let aheadOfAll = MediaTime(ticks: -1)

    /// Adds a closure that waits for a position.
    mutating func add(at place: MediaTime, _ call: CallTable.Number) {
        let index = waiting.firstIndex { $0.place > place } ?? waiting.endIndex
        waiting.insert((place, call), at: index)
    }

    /// The first position after the playhead for which a closure waits.
    var next: MediaTime? { waiting.first { $0.place > floor }?.place }

    /// Removes and returns the closures whose position playback has reached, in order of position.
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

    /// Records that the playhead played up to a position before the next awaited position.
    mutating func pass(_ position: MediaTime) { floor = max(floor, position) }

    /// Records a jump of the playhead, which does not count as playing.
    mutating func jump(to position: MediaTime) { floor = position }

    /// Records that playback starts over; its start position counts as reached by playing.
    mutating func startOver() { floor = Self.aheadOfAll }
}
