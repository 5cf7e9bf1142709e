public import VirtualTime

/// Markers of an asset with the same meaning at the same position, from any source.
public struct MarkerGroup: Sendable, Equatable {
    /// One marker, and the streams that have it.
    public struct Member: Sendable, Equatable {
        /// The marker.
        public var marker: Marker
        /// The streams that have the marker, as indices in the list of streams.
        public var streams: [Int]
        /// The first position of the marker in each of its ``streams``.
        package var places: [MediaTime]
    }

    private static let mostCompared = 64

    /// The default maximum distance at which markers count as being at the same position.
    package static let tolerance = MediaTime.milliseconds(100)

    /// The meaning of the markers.
    public var kind: Marker.Kind
    /// The position of the markers.
    ///
    /// In a survey of an asset, the value is the position in the first variant stream that has one
    /// of the markers. Otherwise it is the earliest position of the markers.
    public var place: MediaTime
    /// The markers, in the order of their streams.
    public var members: [Member]

    /// The duration of the marked part, from the first marker that states it; `nil` if none does.
    public var duration: MediaTime? { members.lazy.compactMap(\.marker.duration).first }

    /// The name of the marked part, from the first marker that states it; `nil` if none states it.
    public var name: String? { members.lazy.compactMap(\.marker.name).first }

    /// The position of the date if the interstitial starts at a segment boundary instead; or `nil`.
    package var datedPlace: MediaTime? {
        members.lazy.map(\.marker).first { $0.boundary != nil }?.place
    }

    /// The streams with at least one of the markers, as indices in the list of streams.
    public var streams: Set<Int> { Set(members.flatMap(\.streams)) }

    /// Groups the markers of several streams by meaning and position.
    ///
    /// - Parameters:
    ///   - markers: The markers of each stream.
    ///   - tolerance: The maximum distance at which markers count as being at the same position.
    /// - Returns: The groups, in the order of their positions.
    public static func join(_ markers: [[Marker]], tolerance: MediaTime) -> [MarkerGroup] {
        var groups: [MarkerGroup] = []
        for kind in Marker.Kind.allCases {
            var all: [(stream: Int, marker: Marker)] = []
            for (stream, markers) in markers.enumerated() {
                for marker in markers where marker.kind == kind { all.append((stream, marker)) }
            }
            let order = all.indices.sorted {
                (all[$0].marker.place, $0) < (all[$1].marker.place, $1)
            }
            for index in order {
                let (stream, marker) = all[index]
                let known = groups.indices.suffix(kind.isSaidOnce ? 1 : mostCompared).last {
                    groups[$0].means(marker, within: tolerance)
                }
                if let known {
                    groups[known].add(marker, of: stream)
                } else {
                    var group = MarkerGroup(kind: kind, place: marker.place, members: [])
                    group.add(marker, of: stream)
                    groups.append(group)
                }
            }
        }
        for index in groups.indices {
            groups[index].place = groups[index].members.first?.places.first ?? groups[index].place
        }
        let order = groups.indices.sorted { (groups[$0].place, $0) < (groups[$1].place, $1) }
        return order.map { groups[$0] }
    }

    /// Returns whether a marker belongs to the group.
    ///
    /// - Parameters:
    ///   - marker: The marker.
    ///   - tolerance: The maximum distance at which markers count as being at the same position.
    /// - Returns: Whether the marker has the meaning and the position of the group. A marker other
    ///   than the start or the end of a break must also have the text of the group's markers.
    package func means(_ marker: Marker, within tolerance: MediaTime) -> Bool {
        kind == marker.kind && max(marker.place - place, place - marker.place) <= tolerance
            && (kind.isSaidOnce || members.first?.marker.text == marker.text)
    }

    private mutating func add(_ marker: Marker, of stream: Int) {
        let place = marker.boundary ?? marker.place
        // Only the last markers are compared, because equal markers of different streams are near
        // each other in the list.
        let known = members.suffix(Self.mostCompared).lastIndex {
            $0.marker.source == marker.source && $0.marker.text == marker.text
                && $0.marker.states(asMuchAs: marker, within: Self.tolerance)
        }
        if let known {
            if !members[known].streams.contains(stream) {
                members[known].streams.append(stream)
                members[known].places.append(place)
            }
        } else {
            members.append(Member(marker: marker, streams: [stream], places: [place]))
        }
    }
}

extension Marker {
    /// Returns whether another marker states the same duration and the same event.
    ///
    /// - Parameters:
    ///   - other: The other marker.
    ///   - tolerance: The maximum difference of durations that count as equal. Durations may differ
    ///     by rounding, because dates are converted to positions in each stream.
    /// - Returns: Whether the markers agree; two markers also agree on a value that neither states.
    package func states(asMuchAs other: Marker, within tolerance: MediaTime) -> Bool {
        guard eventID == other.eventID else { return false }
        guard let duration, let length = other.duration else { return duration == other.duration }
        return max(duration - length, length - duration) <= tolerance
    }
}
