import Presentation
import VirtualTime

/// The state of a track in terms of its set: the extent of its ready media, and its next request.
///
/// A standing answers from the moment at which it was made. It is small, unlike a track, so that a set
/// reads each track once after a change.
struct TrackStanding {
    let number: Track.Number
    let role: Track.Role
    /// The position up to which the track is ready.
    let resolvedEnd: MediaTime
    /// The position up to which the playhead may move in the ready media.
    let playableEnd: MediaTime
    /// The presently known end of its media.
    let mediaEnd: MediaTime
    /// The number of resolved segments.
    let arrived: Int
    /// Whether everything up to the end of the track is ready.
    let isAtEnd: Bool
    /// Whether the track waits for a request.
    let isBusy: Bool
    /// Whether nothing more can be obtained.
    let hasFailed: Bool
    /// Whether the next segment cannot be requested yet.
    let awaitsPlaylist: Bool
    /// Whether another track will replace it.
    let isReplaced: Bool
    /// Whether media has arrived since the playhead was placed here.
    let hasStart: Bool
    /// Whether a viewer misses the media that the track does not have ready.
    let isMissed: Bool
    /// Whether the end of its media was measured.
    let isEndMeasured: Bool
    /// The mean promised duration of its segments.
    let averageSegment: MediaTime

    /// Reads a track.
    ///
    /// - Parameters:
    ///   - track: The track. It is not changed; as a value, it would be copied.
    ///   - withheld: The rule for the end of its media, which waits for the next segment.
    init(of track: inout Track, _ withheld: WithheldEnd) {
        number = track.number
        role = track.role
        resolvedEnd = track.resolvedEnd
        playableEnd =
            withheld != WithheldEnd() || track.arriving > .zero
            ? track.playableEnd(withheld) : resolvedEnd
        let bounds = track.media.bounds
        mediaEnd = bounds.end
        arrived = track.arrived
        isAtEnd = track.isAtEnd
        isBusy = track.isBusy
        hasFailed = track.failure != nil
        awaitsPlaylist = track.awaitsPlaylist
        isReplaced = track.end != nil
        hasStart = track.hasResolved || track.arriving > .zero
        isMissed = track.isMissed
        isEndMeasured = bounds.isEndMeasured
        averageSegment = bounds.averagePromise
    }

    /// Whether the next segment should be requested.
    var wantsMore: Bool { !isBusy && !hasFailed && !isAtEnd && !awaitsPlaylist }
}

/// The standings of the tracks that play.
extension [TrackStanding] {
    /// The presently known end of the presentation.
    var presentationEnd: MediaTime {
        var end: MediaTime?
        for track in self where track.role.blocksPlayhead && !track.isReplaced {
            end = end.map { Swift.max($0, track.mediaEnd) } ?? track.mediaEnd
        }
        return end ?? .zero
    }

    /// The position up to which all media that the playhead waits for is ready.
    var resolvedEnd: MediaTime { least(\.resolvedEnd) }

    /// The position up to which the playhead may move in the ready media.
    var playableEnd: MediaTime { least(\.playableEnd) }

    private func least(_ end: (TrackStanding) -> MediaTime) -> MediaTime {
        var least: MediaTime?
        for track in self where track.role.blocksPlayhead && !track.isAtEnd {
            least = least.map { Swift.min($0, end(track)) } ?? end(track)
        }
        return least ?? presentationEnd
    }

    /// The number of segments that have arrived of the track with fewest.
    var arrived: Int {
        var least: Int?
        var most = 0
        for track in self where track.role.blocksPlayhead {
            most = Swift.max(most, track.arrived)
            if !track.isAtEnd {
                least = least.map { Swift.min($0, track.arrived) } ?? track.arrived
            }
        }
        return least ?? most
    }

    /// Returns the position up to which the main track is ready, while more of it can be requested.
    ///
    /// A rendition that is ready beyond it does not request media: it would take bandwidth from the
    /// main track, and playback needs both.
    ///
    /// - Parameter isKept: Whether the player has this limit.
    /// - Returns: The position; indefinite without a limit.
    func pace(isKept: Bool) -> MediaTime {
        guard isKept, let main = first(where: { $0.role == .main }) else { return .indefinite }
        return main.hasFailed || main.isAtEnd || main.awaitsPlaylist
            ? .indefinite : main.resolvedEnd
    }
}
