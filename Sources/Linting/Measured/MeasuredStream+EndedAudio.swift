import Playlists
import VirtualTime

extension MeasuredStream {
    /// The maximum time by which audio may end before the pictures.
    static let longestEarlyEnd = MediaTime.milliseconds(500)

    /// Returns the segment before the last one if the last one lacks only audio that has ended.
    ///
    /// The tracks of one film seldom have the same length. If the pictures of the last segment are
    /// shorter than the time by which the audio ends early, the segment has no audio.
    ///
    /// - Parameters:
    ///   - segment: The last segment.
    ///   - playlist: The playlist of the stream.
    /// - Returns: The segment before it, which has the end of the audio; `nil` if `segment` is not
    ///   the last one, or lacks another track or more than half a second of audio.
    func endOfAudio(before segment: MeasuredSegment, of playlist: MediaPlaylist) -> MeasuredSegment?
    {
        guard playlist.hasEndList, segment.index == playlist.segments.count - 1,
            !playlist.segments[segment.index].startsDiscontinuity, !segment.isLost,
            let lead = segment.track(.video),
            let earlier = segments.last(where: { $0.index == segment.index - 1 }), !earlier.isLost
        else { return nil }
        let audio = segment.tracks.filter { $0.kind == .audio }
        let ended = earlier.tracks.filter { track in
            track.kind == .audio && !audio.contains { $0.id == track.id }
        }
        guard !ended.isEmpty, segment.tracks.count + ended.count == earlier.tracks.count,
            ended.allSatisfy({
                (lead.end - $0.end).unwrapped(by: segment.clockWrap) <= Self.longestEarlyEnd
            })
        else { return nil }
        return earlier
    }
}
