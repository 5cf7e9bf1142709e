package import VirtualTime

/// The readiness of a session's tracks for the playhead.
///
/// It covers the tracks that the playhead waits for, without subtitles.
package struct TrackReadiness: Equatable {
    /// A track that ends early because nothing more of it can be obtained.
    package struct DeadEnd: Equatable {
        /// The position at which the media that is ready ends.
        package let position: MediaTime
        /// The index of the track in the session.
        package let track: Int
        /// The reason why nothing more can be obtained.
        package let error: SessionError
        /// Whether another request may succeed by now.
        package let mayBeAskedAgain: Bool

        /// Creates a dead end.
        package init(
            position: MediaTime, track: Int, error: SessionError, mayBeAskedAgain: Bool
        ) {
            self.position = position
            self.track = track
            self.error = error
            self.mayBeAskedAgain = mayBeAskedAgain
        }
    }

    /// A broadcast whose playlists are reloaded.
    package struct Live: Equatable {
        /// The positions that can be sought.
        package var seekable: Range<MediaTime>
        /// Whether the broadcast has ended, so that its duration is known.
        package var isFinite: Bool
        /// The lead that can be reached near a live edge of parts; `nil` when it is not limited.
        package var reachableLead: MediaTime?

        /// Creates the state of a broadcast.
        package init(
            seekable: Range<MediaTime>, isFinite: Bool, reachableLead: MediaTime? = nil
        ) {
            self.seekable = seekable
            self.isFinite = isFinite
            self.reachableLead = reachableLead
        }
    }

    /// The state of the selected subtitles; of several states, the last one counts.
    package enum Subtitles: Comparable {
        /// None are selected.
        case none
        /// Their first text has not arrived.
        case awaited
        /// They are shown, or cannot be obtained.
        case shown
    }

    /// The broadcast; `nil` for a video on demand.
    package var live: Live?
    /// Whether the playlists are loaded.
    package var isLoaded = false
    /// Whether every track has media at the last set position.
    package var hasStart = false
    /// The end of the presentation according to current knowledge.
    package var presentationEnd = MediaTime.zero
    /// The position up to which every track can be played.
    package var readyEnd = MediaTime.zero
    /// The holes in the ready media that the playhead jumps over, in ascending order.
    package var holes: [Range<MediaTime>] = []
    /// The number of whole segments that arrived in the session, in the track with the fewest.
    package var arrived = 0
    /// The mean of the durations that the playlist of the main track promises; zero without any.
    package var averageSegment = MediaTime.zero
    /// Whether every track is ready up to its end.
    package var isReadyToEnd = true
    /// Whether the end of every track has been measured.
    package var isEndMeasured = true
    /// The tracks that end before their time, in the order of tracks.
    package var deadEnds: [DeadEnd] = []
    /// The state of the selected subtitles.
    package var subtitles = Subtitles.none

    /// Whether subtitles are selected and have anything to read.
    package var hasSubtitles: Bool { subtitles == .shown }

    /// The positions that can be sought.
    package var seekable: Range<MediaTime> {
        live?.seekable ?? .zero..<max(.zero, presentationEnd)
    }

    /// Returns the end of the presentation, or of the played media if that is later; indefinite for a
    /// broadcast that has not ended.
    func length(ofPlayed end: MediaTime) -> MediaTime {
        if let live, !live.isFinite { return .indefinite }
        return max(presentationEnd, end)
    }

    /// Returns the first track that ends early, up to a position; `nil` without one.
    func deadEnd(upTo position: MediaTime) -> DeadEnd? {
        deadEnds.first { $0.position <= position }
    }

    /// Creates the readiness of a session without tracks.
    package init() {}
}
