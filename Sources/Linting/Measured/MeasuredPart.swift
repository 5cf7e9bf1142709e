/// The measured properties of a part of a segment, from `EXT-X-PART`.
package struct MeasuredPart: Equatable, Sendable {
    /// The index of its segment in the playlist; the number of listed segments for a part of the
    /// segment that is not listed yet.
    package var segment: Int
    /// The index among the parts of its segment.
    package var index: Int
    /// The location.
    package var url: String
    /// The tracks; empty when it was not read.
    package var tracks: [MeasuredTrack] = []
    /// The problem that prevents reading it; `nil` when it was read.
    package var problem: MeasuredProblem?
    /// The reason why it was not read; `nil` when it was read, or when its problem states the
    /// reason.
    package var omission: String?

    /// Creates a part that was not read.
    package init(segment: Int, index: Int, url: String) {
        self.segment = segment
        self.index = index
        self.url = url
    }

    /// The track of a kind.
    package func track(_ kind: MeasuredTrack.Kind) -> MeasuredTrack? {
        tracks.first { $0.kind == kind }
    }

    /// Whether its media is known.
    var isRead: Bool { problem == nil && omission == nil && !tracks.isEmpty }

    /// The track whose times place the part: pictures, else sound.
    var lead: MeasuredTrack? { track(.video) ?? track(.audio) }
}
