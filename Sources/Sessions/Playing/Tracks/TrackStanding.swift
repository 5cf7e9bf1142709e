import Presentation
import VirtualTime

/// A snapshot of a track's state: the extent of the ready media, and the state of its requests.
///
/// The snapshot does not follow later changes of the track. A track is large, so a set of tracks
/// reads each track only once after a change, and then uses the small snapshot.
struct TrackStanding {
    let number: Track.Number
    let role: Track.Role
    /// The position before which the track needs no further media.
    let resolvedEnd: MediaTime
    /// The position that the playhead may reach before more media of the track arrives.
    let playableEnd: MediaTime
    /// The presently known end of the track's media.
    let mediaEnd: MediaTime
    /// The number of segments obtained or skipped so far, including segments before a seek.
    let arrived: Int
    /// Whether the track needs no further media up to its end.
    let isAtEnd: Bool
    /// Whether the track waits for the result of a request.
    let isBusy: Bool
    /// Whether no more media of the track can be obtained.
    let hasFailed: Bool
    /// Whether the next request waits until the playlist changes or the playhead moves.
    let awaitsPlaylist: Bool
    /// Whether another track will replace this track.
    let isReplaced: Bool
    /// Whether media has arrived since the last seek, or the track is at its end.
    let hasStart: Bool
    /// Whether a viewer notices when the track's ready media ends.
    ///
    /// For subtitles that were just selected, the value is `false` until their first text arrives,
    /// unless the playlist of a broadcast does not list the text yet.
    let isMissed: Bool
    /// Whether the end of the track's last segment was measured, so that the end is final.
    let isEndMeasured: Bool
    /// The mean duration of the track's segments according to the playlist.
    let averageSegment: MediaTime

    /// Creates a snapshot of a track.
    ///
    /// - Parameters:
    ///   - track: The track, which is not changed. Passing it as `inout` avoids a copy.
    ///   - withheld: The amount of ready media that cannot be played before the next segment
    ///     arrives.
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

/// The states of the tracks that play.
extension [TrackStanding] {
    /// The presently known end of the presentation.
    var presentationEnd: MediaTime {
        var end: MediaTime?
        for track in self where track.role.blocksPlayhead && !track.isReplaced {
            end = end.map { Swift.max($0, track.mediaEnd) } ?? track.mediaEnd
        }
        return end ?? .zero
    }

    /// The position up to which media is ready in every track for which the playhead waits.
    var resolvedEnd: MediaTime { least(\.resolvedEnd) }

    /// The position that the playhead may reach before more media arrives.
    var playableEnd: MediaTime { least(\.playableEnd) }

    private func least(_ end: (TrackStanding) -> MediaTime) -> MediaTime {
        var least: MediaTime?
        for track in self where track.role.blocksPlayhead && !track.isAtEnd {
            least = least.map { Swift.min($0, end(track)) } ?? end(track)
        }
        return least ?? presentationEnd
    }

    /// The smallest value of `arrived` among the tracks for which the playhead waits.
    ///
    /// A track at its end does not count. If all of these tracks are at their ends, the result is
    /// the largest value among them.
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

    /// Returns the position beyond which renditions wait for the main track.
    ///
    /// It is the end of the main track's ready media, while more of the main track can be
    /// requested. A rendition that is ready beyond this position does not request media: the
    /// request would take bandwidth from the main track, and playback needs both tracks.
    ///
    /// - Parameter isKept: Whether the player has this limit.
    /// - Returns: The position; indefinite if there is no limit.
    func pace(isKept: Bool) -> MediaTime {
        guard isKept, let main = first(where: { $0.role == .main }) else { return .indefinite }
        return main.hasFailed || main.isAtEnd || main.awaitsPlaylist
            ? .indefinite : main.resolvedEnd
    }

    /// Returns the main track if it cannot continue without a newer or a different playlist.
    ///
    /// - Parameter waiting: The tracks that cannot request media now.
    /// - Returns: The number of the track; `nil` if it has a request, or needs none.
    func stuckMain(besides waiting: [Track.Number]) -> Track.Number? {
        let main = first { $0.role == .main }
        guard let main, main.awaitsPlaylist, !main.isBusy, !main.hasFailed, !main.isAtEnd,
            !waiting.contains(main.number)
        else { return nil }
        return main.number
    }
}
