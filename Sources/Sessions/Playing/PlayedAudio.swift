import Containers
import Presentation

/// Finds segments that lack the played audio track, although they have another audio track.
///
/// Players play the first audio track of a container. Another track does not replace it. If a track
/// has the number of an earlier track, but another codec or language, the encoder has numbered the
/// tracks again, and the played track is unknown.
struct PlayedAudio {
    private struct Place: Equatable {
        let media: String
        let domain: Int
    }

    private var place: Place?
    /// The audio tracks of the first segment; the first track is played.
    private var tracks: [TrackDescription] = []

    /// Returns the next segment of a stream, without audio if it lacks the played track.
    ///
    /// - Parameters:
    ///   - segment: The segment.
    ///   - media: The name of the stream.
    ///   - domain: The discontinuity domain of the segment.
    /// - Returns: The segment, unchanged if it has the played track, no video, or unknown tracks.
    mutating func take(
        _ segment: DemuxedSegment, of media: String, in domain: Int
    ) -> DemuxedSegment {
        let place = Place(media: media, domain: domain)
        if self.place != place { tracks = [] }
        self.place = place
        guard segment.playableTrack(.video) != nil else { return segment }
        let found = segment.playableTracks.lazy.map(\.description).filter { $0.kind == .audio }
        if tracks.isEmpty { tracks = Array(found) }
        guard let played = tracks.first, let other = found.first,
            !found.contains(where: { $0.id == played.id }),
            tracks.contains(where: {
                $0.id == other.id && $0.codec == other.codec && $0.language == other.language
            })
        else { return segment }
        var segment = segment
        segment.tracks.removeAll { $0.description.kind == .audio }
        return segment
    }
}
