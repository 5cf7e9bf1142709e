package import VirtualTime

/// An action that a playback machine requests from its session.
///
/// The session performs the actions in the order of the requests.
package enum PlaybackEffect {
    /// Report an event.
    case report(PlaybackEvent.Kind)
    /// Report the facts about the media: its type, its codecs, its metadata.
    case reportFacts
    /// Report that a cue of the selected subtitles is shown or hidden.
    indirect case reportCue(CueTrack.Change)
    /// Report a marker (a cue tag or a date range) that a playlist has added.
    indirect case reportMarker(MarkerNews)
    /// Remove the closure that a caller registered, and call it.
    case call(CallTable.Number, finished: Bool)
    /// Record that the playhead passed media, with the state of the subtitles during that time.
    case pass(Range<MediaTime>, subtitles: TrackReadiness.Subtitles)
    /// Move every track to a position.
    case putTracks(at: MediaTime)
    /// Repeat the failed request of a track.
    case askAgain(track: Int)
    /// Release all requests and work in progress.
    case release
    /// Notify each ``SessionCompanion`` of the session that the media is being played.
    case notifyPlaying
    /// Notify each ``SessionCompanion`` of the session that the session is over.
    case notifyEnd
}

/// The closures that callers registered with a session: seek completions, and actions at positions.
package struct CallTable {
    /// The number that identifies a closure.
    package typealias Number = Int

    private var closures: [Number: (Bool) -> Void] = [:]
    private var count = 0

    /// Creates a table without closures.
    package init() {}

    /// Stores a closure.
    package mutating func add(_ closure: @escaping (Bool) -> Void) -> Number {
        count += 1
        closures[count] = closure
        return count
    }

    /// Removes and returns a closure; `nil` when it was removed before.
    package mutating func take(_ number: Number) -> ((Bool) -> Void)? {
        closures.removeValue(forKey: number)
    }
}
