import VirtualTime

/// What the tracks of a session have ready, as far as the playhead is concerned.
///
/// All of it concerns the tracks that the playhead waits for; subtitles are none of them.
struct TrackReadiness: Equatable {
    /// A track that ends before its time, because nothing more of it can be obtained.
    struct DeadEnd: Equatable {
        /// The position at which the media that is ready ends.
        let position: MediaTime
        /// The place of the track among those of the session.
        let track: Int
        /// Why nothing more can be obtained.
        let error: SessionError
        /// Whether another request may succeed by now.
        let mayBeAskedAgain: Bool
    }

    /// Whether the playlists are loaded.
    var isLoaded = false
    /// Whether every track has something to play at the position that was put last.
    var hasStart = false
    /// The end of the presentation, as far as it is known.
    var presentationEnd = MediaTime.zero
    /// The position up to which every track is ready.
    var readyEnd = MediaTime.zero
    /// Whether every track is ready up to its end.
    var isReadyToEnd = true
    /// Whether the end of every track has been measured.
    var isEndMeasured = true
    /// The tracks that end before their time, in the order of tracks.
    var deadEnds: [DeadEnd] = []
    /// Whether subtitles are selected and have anything to read.
    var hasSubtitles = false
}
