import Sessions
import VirtualTime

/// The positions of unreadable markers, by the streams that have them.
struct UnreadableMarkers {
    private let places: [Set<Int>: [MediaTime]]
    private let tolerance: MediaTime

    /// Collects the unreadable markers of an asset.
    ///
    /// - Parameters:
    ///   - groups: All markers of the asset, in the order of their positions.
    ///   - tolerance: The largest distance of markers that count as markers of one position.
    init(_ groups: [MarkerGroup], tolerance: MediaTime) {
        places = Dictionary(grouping: groups.filter { $0.kind == .unreadable }, by: \.streams)
            .mapValues { $0.map(\.place) }
        self.tolerance = tolerance
    }

    /// Returns the streams with unreadable markers that may be markers of a group.
    ///
    /// An unreadable message is at the position where it arrives, which is earlier than the
    /// position where it would take effect.
    func streams(near group: MarkerGroup) -> Set<Int> {
        let earliest = group.place - MarkerGroup.longestNotice
        return places.reduce(into: []) { streams, unreadable in
            let next = unreadable.value.firstPlace { $0 >= earliest }
            if next < unreadable.value.count,
                unreadable.value[next] <= group.place + tolerance
            {
                streams.formUnion(unreadable.key)
            }
        }
    }
}
