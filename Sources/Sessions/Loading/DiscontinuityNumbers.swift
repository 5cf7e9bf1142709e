import Formats
import Playlists
import Presentation
package import VirtualTime

/// The discontinuity sequence numbers of a complete playlist, to be compared with another one.
///
/// Reference: rfc8216bis, section 6.2.4 (Providing Variant Streams and Renditions).
package struct DiscontinuityNumbers {
    /// The start of a part of the playlist, and the number of the part.
    package typealias Place = (time: MediaTime, number: Int)

    /// A difference between the numbers of two playlists.
    package enum Difference {
        /// The playlists have different quantities of numbers.
        case counts(own: Int, other: Int)
        /// A number at a position differs from the corresponding number of the other playlist.
        case number(own: Place, other: Int)
    }

    /// The first segment, and each later one that starts a discontinuity, with their numbers.
    private let places: [Place]
    /// Whether earlier segments may have been removed from the playlist.
    private let isWindow: Bool

    /// Creates the numbers of a complete playlist.
    ///
    /// - Parameters:
    ///   - places: The first segment, and each later one that starts a discontinuity; the result is
    ///     `nil` if there are none.
    ///   - isWindow: Whether earlier segments may have been removed from the playlist.
    package init?(_ places: [Place], isWindow: Bool) {
        guard !places.isEmpty else { return nil }
        self.places = places
        self.isWindow = isWindow
    }

    /// Collects the numbers of a playlist.
    ///
    /// - Parameter media: The rendition; the result is `nil` if its playlist may grow, is empty or
    ///   stands for a single file.
    init?(_ media: RenditionMedia) {
        let playlist = media.playlist
        guard playlist.hasEndList, !media.isFollowed, !media.isSingleFile else { return nil }
        var places: [Place] = []
        var time = MediaTime.zero
        for segment in playlist.segments {
            if segment.startsDiscontinuity || places.isEmpty {
                places.append((time, segment.discontinuitySequence))
            }
            time += segment.duration
        }
        self.init(places, isWindow: media.isWindow)
    }

    /// Compares the numbers of another playlist with these numbers.
    ///
    /// - Parameter others: The numbers of the other playlist, which are the own numbers of the
    ///   difference.
    /// - Returns: The difference; `nil` if there is none.
    package func difference(of others: DiscontinuityNumbers) -> Difference? {
        // The windows of an ended broadcast may begin with different segments.
        let first =
            isWindow && others.isWindow
            ? max(others.places[0].number, places[0].number) : .min
        var own = others.places.filter { $0.number >= first }
        var usual = places.filter { $0.number >= first }
        // If the playlists have equally many numbers, one of the numbers is wrong.
        if own.count != usual.count { (own, usual) = (others.places, places) }
        guard own.count == usual.count else {
            return .counts(own: own.count, other: usual.count)
        }
        for (own, usual) in zip(own, usual) where own.number != usual.number {
            return .number(own: own, other: usual.number)
        }
        return nil
    }
}

extension DiscontinuityNumbers.Difference {
    /// The difference between audio and its variant stream, in words.
    var wordsOfAudio: String {
        switch self {
        case .counts(let own, let other):
            let found = own.counted("discontinuity sequence number")
            return "the audio has \(found), and the variant stream \(other)"
        case .number(let own, let other):
            return "the audio has the discontinuity sequence number \(own.number) at \(own.time) s,"
                + " and the variant stream \(other)"
        }
    }
}

extension RenditionMedia {
    /// Whether earlier segments may have been removed from the playlist.
    package var isWindow: Bool {
        playlist.playlistType == nil && playlist.sequenceNumbers.lowerBound > 0
    }
}
