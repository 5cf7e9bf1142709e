public import HeadlessPlayback

/// Something in an asset that marks a place on the presentation timeline.
public struct Marker: Sendable, Hashable {
    /// The meaning of a marker.
    public enum Kind: String, Sendable, CaseIterable {
        /// A break begins: other content may be shown from here on.
        case out
        /// The programme resumes: a break ends.
        case `in`
        /// A segment of a programme begins or ends, such as a chapter.
        case segmentation
        /// Other content is to be played here.
        case interstitial
        /// A span of dates with a meaning of its own begins.
        case dateRange = "date-range"
        /// An event message.
        case event
        /// An ID3 tag.
        case id3
        /// A message that cannot be read.
        case unreadable

        /// Whether all markers of this kind at one position count as one, regardless of their text.
        var isSaidOnce: Bool { self == .out || self == .in }
    }

    /// The position.
    public var place: MediaTime
    /// The duration of the marked part; `nil` when not given.
    public var duration: MediaTime?
    /// The meaning.
    public var kind: Kind
    /// The source: a tag, a packet identifier, a scheme of event messages, `ID3`.
    public var source: String
    /// A description of the content, on one line.
    public var text: String
    /// The name of the marked part: that of a type, a class or an identifier.
    public var name: String?
    /// The number of its event; `nil` when it has none.
    public var eventID: UInt32?
    /// The identifier of the content; `nil` without one.
    public var contentID: String?

    /// Creates a marker.
    ///
    /// - Parameters:
    ///   - kind: The meaning.
    ///   - place: The position.
    ///   - source: The source.
    ///   - text: The content in words.
    public init(_ kind: Kind, at place: MediaTime, source: String, text: String) {
        self.kind = kind
        self.place = place
        self.source = source
        self.text = text
    }
}

/// Markers of an asset with the same meaning at the same position, from any source.
public struct MarkerGroup: Sendable, Equatable {
    /// One marker, and the streams that have it.
    public struct Member: Sendable, Equatable {
        /// The marker.
        public var marker: Marker
        /// The indices of the streams in the survey.
        public var streams: [Int]
        /// The first place of the marker in each of these streams.
        var places: [MediaTime]
    }

    private static let mostCompared = 64

    /// The meaning of the markers.
    public var kind: Marker.Kind
    /// The position of the markers: in a survey, their position in the first variant stream that
    /// has one; otherwise the earliest position.
    public var place: MediaTime
    /// The markers, in the order of their streams.
    public var members: [Member]

    /// The duration of the marked part, from the first marker that states it.
    public var duration: MediaTime? { members.lazy.compactMap(\.marker.duration).first }

    /// The name of the marked part, from the first marker that states it.
    public var name: String? { members.lazy.compactMap(\.marker.name).first }

    /// The indices in the survey of the streams with at least one of the markers.
    public var streams: Set<Int> { Set(members.flatMap(\.streams)) }

    /// Joins the markers of streams.
    ///
    /// - Parameters:
    ///   - markers: The markers of each stream.
    ///   - tolerance: The largest distance of markers for the same position.
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
                    groups[$0].kind == kind && marker.place - groups[$0].place <= tolerance
                        && (kind.isSaidOnce
                            || groups[$0].members.first?.marker.text == marker.text)
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
        let order = groups.indices.sorted { (groups[$0].place, $0) < (groups[$1].place, $1) }
        return order.map { groups[$0] }
    }

    private mutating func add(_ marker: Marker, of stream: Int) {
        // Equal markers of different streams are near each other in the list.
        let known = members.suffix(Self.mostCompared).lastIndex {
            $0.marker.source == marker.source && $0.marker.text == marker.text
        }
        if let known {
            if !members[known].streams.contains(stream) {
                members[known].streams.append(stream)
                members[known].places.append(marker.place)
            }
        } else {
            members.append(Member(marker: marker, streams: [stream], places: [marker.place]))
        }
    }
}

extension MarkerGroup {
    /// Whether all of its markers are date ranges.
    var isOfDateRanges: Bool {
        members.allSatisfy { $0.marker.source.contains("EXT-X-DATERANGE") }
    }
}
