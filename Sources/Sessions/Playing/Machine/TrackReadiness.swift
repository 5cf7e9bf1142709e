package import VirtualTime

/// The state of the media that a session's tracks have loaded: its start, its end and its holes.
///
/// Its positions follow from the tracks that the playhead waits for, and not from subtitles.
package struct TrackReadiness: Equatable {
    /// A track that ends early because nothing more of it can be obtained.
    package struct DeadEnd: Equatable {
        /// The position up to which the track can be played.
        package let position: MediaTime
        /// The index of the track in the session.
        package let track: Int
        /// The reason why nothing more can be obtained.
        package let error: SessionError
        /// Whether the media may be requested once more, because the cause may have passed.
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
        /// The seekable range.
        package var seekable: Range<MediaTime>
        /// Whether the broadcast has ended, so that its duration is known.
        package var isFinite: Bool
        /// The most media that can be buffered while loading partial segments; `nil` sets no limit.
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

    /// The state of the selected subtitles.
    ///
    /// If several states apply, the state that is listed last counts.
    package enum Subtitles: Comparable {
        /// No subtitles are selected.
        case none
        /// The first text of the selected subtitles has not arrived.
        case awaited
        /// The first text of the subtitles has arrived, or the session no longer waits for it.
        case shown
    }

    /// The broadcast; `nil` for a video on demand.
    package var live: Live?
    /// Whether the playlists have been loaded.
    package var isLoaded = false
    /// Whether every track has media at the position that was last set, for example by a seek.
    package var hasStart = false
    /// The end of the presentation, as known so far.
    package var presentationEnd = MediaTime.zero
    /// The position up to which every track can be played.
    package var readyEnd = MediaTime.zero
    /// The holes in the playable media that the playhead jumps over, in ascending order.
    package var holes: [Range<MediaTime>] = []
    /// The number of complete segments that have arrived in the session.
    ///
    /// Segments are counted for each track. The value is the smallest count among the tracks that
    /// are not at their ends. If all tracks are at their ends, it is the largest count.
    package var arrived = 0
    /// The mean segment duration that the main playlist declares; zero if it has no segments.
    package var averageSegment = MediaTime.zero
    /// Whether every track can be played up to its end.
    package var isReadyToEnd = true
    /// Whether the end of every track has been measured.
    package var isEndMeasured = true
    /// The tracks that end early because they can obtain nothing more, in the order of tracks.
    package var deadEnds: [DeadEnd] = []
    /// The state of the selected subtitles.
    package var subtitles = Subtitles.none

    /// Whether subtitles are selected, and the session has stopped waiting for their first text.
    package var hasSubtitles: Bool { subtitles == .shown }

    /// The seekable range.
    package var seekable: Range<MediaTime> {
        live?.seekable ?? .zero..<max(.zero, presentationEnd)
    }

    /// Returns the end of the presentation, or of the played media if that is later.
    ///
    /// The result is indefinite for a broadcast that has not ended.
    func length(ofPlayed end: MediaTime) -> MediaTime {
        if let live, !live.isFinite { return .indefinite }
        return max(presentationEnd, end)
    }

    /// Returns the first track that ends early at or before a position; `nil` when there is none.
    func deadEnd(upTo position: MediaTime) -> DeadEnd? {
        deadEnds.first { $0.position <= position }
    }

    /// Creates the state of a session without tracks.
    package init() {}
}
