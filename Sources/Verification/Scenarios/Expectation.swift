public import HeadlessPlayback

/// What has to come of a scenario.
public enum Expectation: Sendable {
    /// Expects every cue point of every video that was played exactly once, whatever seeks are
    /// made; a cue point after the end of its video fails.
    case everyCuePointOnce
    /// Expects every cue point of every video that was played as often as the playhead passes it,
    /// such as three times where a seek leads back over it and it is played again.
    case everyCuePointPassed
    /// Exactly these cue points are passed, in this order, each within a tolerance of its place.
    case cuePoints([ExpectedCuePoint], tolerance: MediaTime)
    /// No cue point is passed.
    case noCuePoints
    /// Events that fit are told in this order; others may lie between them.
    case order([EventPattern])
    /// An event that fits is told so many times.
    case count(EventPattern, ClosedRange<Int>)
    /// No event that fits is told.
    case never(EventPattern)
    /// The duration that is told last is this one.
    case duration(MediaTime, tolerance: MediaTime)
    /// Whether every video is played to its end.
    case end(Bool)
    /// Media of exactly these variants is played, named by their bandwidths, in this order.
    case variants([Int64])
    /// Cues of subtitles are shown, in this order; others may lie between them.
    case subtitles([ExpectedCue], tolerance: MediaTime)
    /// Requests that fit are made so many times; what lies in the store of downloads does not
    /// count.
    case requests(RequestPattern, ClosedRange<Int>)
    /// No byte comes over the network.
    case noNetwork
    /// The key server of the scenario answers with these statuses, in this order.
    case licences([Int])
    /// Errors are told, in this order, and no others.
    case errors([ExpectedError])
    /// What the ledger of a session may have in an account that would otherwise be unsound.
    case allowed(TrackAccount.Account, upTo: MediaTime)
    /// A download of the asset with this place ends in this state.
    case download(Int, DownloadOutcome)
}

/// How a download has to end.
public enum DownloadOutcome: String, Sendable, CaseIterable {
    /// It is complete and can be played without a network.
    case playable
    /// It is there and not complete.
    case incomplete
    /// It failed.
    case failed
    /// It is not there.
    case absent
}

/// A cue point that has to be passed.
public struct ExpectedCuePoint: Sendable, Equatable {
    /// Where it lies.
    public var position: CuePoint.Position
    /// Its name; `nil` fits every name.
    public var name: String?
    /// What it is for; `nil` fits every type.
    public var type: String?

    /// Creates a cue point that has to be passed.
    ///
    /// - Parameters:
    ///   - position: Where it lies.
    ///   - name: Its name.
    ///   - type: What it is for.
    public init(_ position: CuePoint.Position, name: String? = nil, type: String? = nil) {
        self.position = position
        self.name = name
        self.type = type
    }
}

/// A cue of subtitles that has to be shown.
public struct ExpectedCue: Sendable, Equatable {
    /// Its text, without markup; lines are separated by line feeds.
    public var text: String
    /// From when on it is shown; `nil` fits every time.
    public var start: MediaTime?
    /// Until when it is shown; `nil` fits every time.
    public var end: MediaTime?

    /// Creates a cue that has to be shown.
    ///
    /// - Parameters:
    ///   - text: Its text.
    ///   - start: From when on it is shown.
    ///   - end: Until when it is shown.
    public init(_ text: String, from start: MediaTime? = nil, to end: MediaTime? = nil) {
        self.text = text
        self.start = start
        self.end = end
    }
}

/// An error that has to be told.
public struct ExpectedError: Sendable, Equatable {
    /// The domain; `nil` fits every domain.
    public var domain: String?
    /// The code within the domain.
    public var code: Int

    /// Creates an error that has to be told.
    ///
    /// - Parameters:
    ///   - domain: The domain.
    ///   - code: The code within the domain.
    public init(domain: String? = nil, code: Int) {
        self.domain = domain
        self.code = code
    }
}
