/// The measured properties of a partial segment (`EXT-X-PART`).
package struct MeasuredPart: Equatable, Sendable {
    /// The index of the partial segment's media segment in the playlist.
    ///
    /// It is the number of listed segments when the media segment is not listed yet.
    package var segment: Int
    /// The index of the partial segment within its media segment.
    package var index: Int
    /// The location.
    package var url: String
    /// The tracks; empty when the partial segment was not read.
    package var tracks: [MeasuredTrack] = []
    /// The problem that prevents reading the partial segment; `nil` when it was read.
    package var problem: MeasuredProblem?
    /// The reason why the partial segment was not read; `nil` when ``problem`` states it.
    ///
    /// It is also `nil` when the partial segment was read.
    package var omission: String?

    /// Creates a partial segment that was not read.
    package init(segment: Int, index: Int, url: String) {
        self.segment = segment
        self.index = index
        self.url = url
    }

    /// Returns the track of a kind.
    package func track(_ kind: MeasuredTrack.Kind) -> MeasuredTrack? {
        tracks.first { $0.kind == kind }
    }

    /// Whether the partial segment was read and has tracks.
    var isRead: Bool { problem == nil && omission == nil && !tracks.isEmpty }

    /// The track whose times represent the partial segment: the video, or else the audio.
    var lead: MeasuredTrack? { track(.video) ?? track(.audio) }
}
