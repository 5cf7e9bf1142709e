public import HeadlessPlayback

/// An expectation of a scenario.
public enum Expectation: Sendable {
    /// Every cue point of every played video is passed exactly once, regardless of seeks.
    ///
    /// The expectation fails for a cue point after the end of its video.
    case everyCuePointOnce
    /// Every cue point of every played video is reported each time the playhead passes it.
    ///
    /// For example, a cue point is reported three times if it is passed, a backward seek crosses
    /// it, and it is played again.
    case everyCuePointPassed
    /// Exactly these cue points are passed, in this order.
    ///
    /// Each position must match within a tolerance.
    case cuePoints([ExpectedCuePoint], tolerance: MediaTime)
    /// No cue point is passed.
    case noCuePoints
    /// Matching events are reported in this order, possibly with other events in between.
    ///
    /// The expectation permits the error of an event if the pattern names the error. The names of
    /// events that always report an error do so, such as `FailedToPlayToEndTime`. Other patterns
    /// need a text about the error, such as `error 69302` for `didFinishDownload`. The text `error`
    /// does not permit it, because it also matches the `no error` of a complete download.
    case order([EventPattern])
    /// The number of reported events that match the pattern is in this range.
    ///
    /// Unless the range contains zero, the expectation permits errors as ``order(_:)`` does.
    case count(EventPattern, ClosedRange<Int>)
    /// No matching event is reported.
    case never(EventPattern)
    /// The latest reported duration has this value, within a tolerance.
    case duration(MediaTime, tolerance: MediaTime)
    /// The last duration reported up to an instant has this value, within a tolerance.
    case durationAt(Instant, MediaTime, tolerance: MediaTime)
    /// The seekable range at an instant is this range, within a tolerance.
    case seekable(at: Instant, Range<MediaTime>, tolerance: MediaTime)
    /// The distance of the playhead from the live edge stays below a bound during a period.
    ///
    /// The distance counts only while the player should play.
    case latency(during: Range<Instant>, below: MediaTime)
    /// The playback rate stays within bounds during a period, and reaches a value.
    ///
    /// A bound or value that is `nil` is not checked.
    case rate(during: Range<Instant>, atLeast: Double?, atMost: Double?, reaches: Double?)
    /// The number of jumps of playback is in this range.
    ///
    /// Playback jumps when the window of a broadcast has moved past the playhead.
    case jumps(ClosedRange<Int>)
    /// Every video is played to its end; with `false`, at least one video is not.
    case end(Bool)
    /// Exactly these variants, identified by their bandwidths, are played in this order.
    case variants([Int64])
    /// Subtitle cues are shown in this order, possibly with other cues in between.
    case subtitles([ExpectedCue], tolerance: MediaTime)
    /// The number of issued requests that match the pattern is in this range.
    ///
    /// Requests answered by the store of downloads do not count.
    case requests(RequestPattern, ClosedRange<Int>)
    /// Matching requests in a period are issued at exactly these instants, within a tolerance.
    ///
    /// Requests answered by the store of downloads do not count.
    case requestsAt([Instant], RequestPattern, within: Duration, during: Range<Instant>)
    /// No byte is transferred over the network.
    case noNetwork
    /// The key server of the scenario answers with exactly these statuses, in this order.
    ///
    /// An empty list also fits a scenario without a key server.
    case licences([Int])
    /// Exactly these errors are reported, in this order.
    case errors([ExpectedError])
    /// A session's ledger may assign at most this duration of media to an account.
    ///
    /// Without this expectation, the accounts of lost media must be empty, and the other accounts
    /// have no limit.
    case allowed(TrackAccount.Account, upTo: MediaTime)
    /// A broadcast's ledger may assign at most this duration of media to an account.
    ///
    /// The possible accounts are for media that expired, media that was never listed, and media
    /// that was announced as missing. Without this expectation, media must not expire or remain
    /// unlisted, but any amount may be announced as missing.
    case allowedBroadcast(BroadcastAccount, upTo: MediaTime)
    /// Faults change this number of played playlists in a way that no player can detect.
    ///
    /// Without this expectation, no fault may change a playlist in such a way.
    case alteredPlaylists(ClosedRange<Int>)
    /// The download of the asset with this index ends in this state.
    case download(Int, DownloadOutcome)
}

/// The accounts of a broadcast's unplayed media: the reasons why the media was not played.
public enum BroadcastAccount: String, Sendable, CaseIterable {
    /// The media left the playlist before the playhead reached it.
    case expired
    /// The player never received a playlist with the media.
    case neverListed = "never-listed"
    /// The media was announced as missing.
    case gap
}

/// The outcome of a download, as its app knows it.
public enum DownloadOutcome: String, Sendable, CaseIterable {
    /// The download is complete and can be played without a network.
    case playable
    /// The download exists but is not complete, or cannot be played without a network.
    ///
    /// A preloaded licence counts as such a download.
    case incomplete
    /// The download failed or was cancelled.
    case failed
    /// The app has received no token of a download, or the download was deleted.
    ///
    /// For example, there is no token after a preload that had no answer, even if a later launch
    /// of the app continues it.
    case absent
}

/// A cue point that must be passed.
public struct ExpectedCuePoint: Sendable, Equatable {
    /// The position of the cue point.
    public var position: CuePoint.Position
    /// The name of the cue point; `nil` matches every name.
    public var name: String?
    /// The type of the cue point; `nil` matches every type.
    public var type: String?

    /// Creates an expected cue point.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - name: The name.
    ///   - type: The type.
    public init(_ position: CuePoint.Position, name: String? = nil, type: String? = nil) {
        self.position = position
        self.name = name
        self.type = type
    }
}

/// A subtitle cue that must be shown.
public struct ExpectedCue: Sendable, Equatable {
    /// The text, without markup; lines are separated by line feeds.
    public var text: String
    /// The start of the cue's display; `nil` matches any time.
    public var start: MediaTime?
    /// The end of the cue's display; `nil` matches any time.
    public var end: MediaTime?

    /// Creates a cue that must be shown.
    ///
    /// - Parameters:
    ///   - text: The text of the cue.
    ///   - start: The start of the cue's display.
    ///   - end: The end of the cue's display.
    public init(_ text: String, from start: MediaTime? = nil, to end: MediaTime? = nil) {
        self.text = text
        self.start = start
        self.end = end
    }
}

/// An expected error.
public struct ExpectedError: Sendable, Equatable {
    /// The domain; `nil` matches every domain.
    public var domain: String?
    /// The code within the domain.
    public var code: Int
    /// A text that the message must contain; `nil` accepts every message.
    package var text: String?

    /// Creates an expected error.
    ///
    /// - Parameters:
    ///   - domain: The domain.
    ///   - code: The code within the domain.
    public init(domain: String? = nil, code: Int) {
        self.domain = domain
        self.code = code
    }
}
