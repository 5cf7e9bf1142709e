import Formats
import Playlists
import Presentation
import VirtualTime

/// The discontinuity sequence numbers of a complete playlist, to be compared with another one.
///
/// Reference: rfc8216bis, section 6.2.4 (Providing Variant Streams and Renditions).
struct DiscontinuityNumbers {
    /// The first segment, and each later one that starts a discontinuity, with their numbers.
    private var places: [(time: MediaTime, number: Int)] = []
    /// Whether earlier segments may have been removed from the playlist.
    private let isWindow: Bool

    /// Collects the numbers of a playlist.
    ///
    /// - Parameter media: The rendition; the result is `nil` if its playlist may grow, is empty or
    ///   stands for a single file.
    init?(_ media: RenditionMedia) {
        let playlist = media.playlist
        guard playlist.hasEndList, !media.isFollowed, !media.isSingleFile else { return nil }
        isWindow = playlist.playlistType == nil && playlist.sequenceNumbers.lowerBound > 0
        var time = MediaTime.zero
        for segment in playlist.segments {
            if segment.startsDiscontinuity || places.isEmpty {
                places.append((time, segment.discontinuitySequence))
            }
            time += segment.duration
        }
        guard !places.isEmpty else { return nil }
    }

    /// Returns how the numbers of audio differ from these numbers of its variant stream, in words.
    ///
    /// - Parameter audio: The numbers of the audio.
    /// - Returns: The difference; `nil` if there is none.
    func difference(of audio: DiscontinuityNumbers) -> String? {
        // The windows of an ended broadcast may begin with different segments.
        let first =
            isWindow && audio.isWindow
            ? max(audio.places[0].number, places[0].number) : .min
        let own = audio.places.filter { $0.number >= first }
        let others = places.filter { $0.number >= first }
        guard own.count == others.count else {
            let found = own.count.counted("discontinuity sequence number")
            return "the audio has \(found), and the variant stream \(others.count)"
        }
        for (own, other) in zip(own, others) where own.number != other.number {
            return "the audio has the discontinuity sequence number \(own.number) at \(own.time) s,"
                + " and the variant stream \(other.number)"
        }
        return nil
    }
}
