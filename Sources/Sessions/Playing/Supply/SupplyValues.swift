import Playlists
import Presentation
import Transport
import VirtualTime

/// The moment of a session at which media is supplied.
struct SupplyMoment {
    /// The position of the playhead.
    let position: MediaTime
    /// The position of the playhead, or the target of a seek in progress.
    let place: MediaTime
    /// The media that the playhead has passed.
    let passed: IntervalSet
    /// The purpose of the present load; `nil` without one.
    let load: PlaybackMachine.LoadPurpose?
}

/// The result of a request of the supply.
indirect enum SupplyArrival {
    /// A report of the load of the asset.
    case asset(AssetLoad.News)
    /// The result of a request of a track.
    case segment(Track.Number, TrackRequests.Arrival)
    /// The end of a reload of a playlist.
    case playlist(PlaylistFollower.Arrival)
}

/// The consequences for the session that it has not been handed, in order.
struct SupplyNewsQueue {
    private var news: [SupplyNews] = []
    /// Whether the session is about to fail, so that no more media is placed.
    private(set) var isFailing = false

    /// Adds a consequence.
    mutating func append(_ new: SupplyNews) {
        news.append(new)
        if case .failed = new { isFailing = true }
    }

    /// Removes and returns the next consequence; `nil` when there is none.
    mutating func next() -> SupplyNews? {
        guard !news.isEmpty else {
            isFailing = false
            return nil
        }
        return news.removeFirst()
    }
}

/// A consequence for the session.
enum SupplyNews {
    /// The media that playback starts with is loaded.
    case loaded(start: MediaTime)
    /// A segment with sync samples was placed.
    case placed(syncSamples: [MediaTime])
    /// A problem of content protection occurred; playback may continue.
    case protectionFailed(SessionError)
    /// Playback starts without subtitles.
    case startsWithoutSubtitles(SessionError)
    /// Playback continues without the subtitles that are selected.
    case subtitlesLost(SessionError)
    /// Another option was selected.
    case selected(PlaybackEvent.Kind)
    /// The locations of playlists were renewed; or were not, because of an error.
    case manifestRenewed(PlaybackError?)
    /// A playlist of a broadcast has added marks, from which cue points are made.
    case marked(AddedMarkers)
    /// The session cannot play on.
    case failed(SessionError)
}
