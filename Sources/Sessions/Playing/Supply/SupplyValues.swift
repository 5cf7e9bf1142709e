import Playlists
import Presentation
import Transport
import VirtualTime

/// The state of the playhead and the load at a moment at which media is supplied.
struct SupplyMoment {
    /// The position of the playhead.
    let position: MediaTime
    /// The position of the playhead, or the target of a seek in progress.
    let place: MediaTime
    /// The media that the playhead has passed.
    let passed: IntervalSet
    /// The purpose of the load in progress; `nil` when no load is in progress.
    let load: PlaybackMachine.LoadPurpose?
}

/// The result of a request that the media supply has made.
indirect enum SupplyArrival {
    /// A report on the loading of the asset.
    case asset(AssetLoad.News)
    /// The result of a request for a track.
    case segment(Track.Number, TrackRequests.Arrival)
    /// The result of a finished reload of a playlist.
    case playlist(PlaylistFollower.Arrival)
}

/// The queue of supply news that the session has not handled yet, in order.
struct SupplyNewsQueue {
    private var news: [SupplyNews] = []
    /// Whether the session is about to fail, so that no more media is placed.
    private(set) var isFailing = false

    /// Adds news to the end of the queue.
    mutating func append(_ new: SupplyNews) {
        news.append(new)
        if case .failed = new { isFailing = true }
    }

    /// Removes and returns the next news; `nil` when the queue is empty.
    mutating func next() -> SupplyNews? {
        guard !news.isEmpty else {
            isFailing = false
            return nil
        }
        return news.removeFirst()
    }
}

/// News from the media supply that the session has to handle.
enum SupplyNews {
    /// The media with which playback starts is loaded; `start` is the start position.
    case loaded(start: MediaTime)
    /// A segment was placed; the value has the positions of its sync samples.
    case placed(syncSamples: [MediaTime])
    /// An error occurred; it is reported only if it concerns content protection.
    case protectionFailed(SessionError)
    /// Playback starts without subtitles.
    case startsWithoutSubtitles(SessionError)
    /// Playback continues without the subtitles that are selected.
    case subtitlesLost(SessionError)
    /// Another media option was selected; the value is the event to report.
    case selected(PlaybackEvent.Kind)
    /// The locations of playlists were renewed, or could not be renewed because of the given error.
    case manifestRenewed(PlaybackError?)
    /// A playlist of a broadcast has added markers, from which cue points are made.
    case marked(AddedMarkers)
    /// The session cannot continue playback.
    case failed(SessionError)
}
