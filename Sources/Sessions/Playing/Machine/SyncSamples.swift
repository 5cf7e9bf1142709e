package import VirtualTime

/// The sync samples near the playhead, at which a seek may land.
package struct SyncSamples {
    /// The distance before the playhead within which sync samples are stored.
    private static let memory = MediaTime.seconds(60)

    /// The presentation times of the sync samples, in the order in which they were read.
    package private(set) var times: [MediaTime] = []

    package init() {}

    /// Adds the sync samples of a segment, and removes samples long before the playhead.
    ///
    /// - Parameters:
    ///   - new: The presentation times of the sync samples. Samples of a segment that was read
    ///     before are not added again.
    ///   - playhead: The position of the playhead.
    package mutating func add(_ new: [MediaTime], playhead: MediaTime) {
        let oldest = playhead - Self.memory
        times.removeAll { $0 < oldest }
        if let first = new.first, times.contains(first) { return }
        times.append(contentsOf: new)
    }

    /// Returns the sync sample nearest to a position within bounds; `nil` when there is none.
    func nearest(to position: MediaTime, in window: ClosedRange<MediaTime>) -> MediaTime? {
        times.filter(window.contains).min { distance($0, position) < distance($1, position) }
    }

    private func distance(_ left: MediaTime, _ right: MediaTime) -> MediaTime {
        left < right ? right - left : left - right
    }
}
