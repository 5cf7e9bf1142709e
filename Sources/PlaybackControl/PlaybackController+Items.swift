import Sessions
import VirtualTime

/// Items that are selected by their place in the queue.
extension PlaybackController {
    /// Plays the first playable item behind another one; after the last one the first, if it may.
    func selectItem(after index: Int) -> Bool {
        let count = queue.videos.count
        let behind = (1..<max(count, 1)).map { index + $0 }
        let places = lockScreen.nextWrapsAround ? behind.map { $0 % count } : behind
        return select(firstOf: places.filter { $0 < count })
    }

    /// Plays the last playable item before another one.
    func selectItem(before index: Int) -> Bool {
        select(firstOf: queue.videos.indices.prefix(index).reversed())
    }

    /// Plays an item.
    func selectItem(at index: Int) -> Bool {
        queue.videos.indices.contains(index) && select(firstOf: [index])
    }

    private func select(firstOf places: [Int]) -> Bool {
        guard let place = places.first(where: { !queue.videos[$0].hasError }) else { return false }
        note(.selectItem(at: place))
        return world.loop.turn {
            let former = queue
            queue.place(before: place)
            if goOn() { return true }
            queue = former
            return false
        }
    }
}
