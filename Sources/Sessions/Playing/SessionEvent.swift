public import VirtualTime

/// What a session tells its controller, in the order in which it happened.
package enum SessionEvent {
    case duration(MediaTime)
    case seekableRanges([Range<MediaTime>])
    case progress(Progress)
    case cuePoints(CuePointPassage)
    case lifecycle(LifecycleEvent)
    case mediaType(MediaType)
    case videoType(VideoType)
    case codecs([String])
    case metadata([String: String])
    case audibleOption(MediaOption?)
    case legibleOption(MediaOption?)
    case cueShown(SubtitleCue, of: MediaOption)
    case cueHidden(SubtitleCue, of: MediaOption)
    /// The playhead has come to a place that somebody waits for.
    case boundary(() -> Void)
    /// The outcome of a seek, with what its caller left to be called.
    case seekCompleted(finished: Bool, completion: (Bool) -> Void)
}

/// How far playback has got.
public enum Progress: Equatable, Sendable {
    /// A session starts: told as minus infinity.
    case started
    /// The playhead is at a position.
    case at(MediaTime)
    /// The video has been played to its end: told as plus infinity.
    case ended

    /// The progress in seconds, with infinities at both ends.
    public var timeInterval: Double {
        switch self {
        case .started: -.infinity
        case .at(let time): time.seconds
        case .ended: .infinity
        }
    }
}

/// What a source holds.
///
/// Source: fact sheet, 1.13.
public enum MediaType: Int, Equatable, Sendable {
    /// Not known: nothing was demuxed and no playlist tells.
    case undetermined = 0
    /// Audio alone.
    case audio = 1
    /// Video, with audio or without.
    case audioVideo = 2
}

/// How a source can be moved about in.
///
/// Source: fact sheet, 1.13.
public enum VideoType: Int, Equatable, Sendable {
    /// It cannot be told.
    case unknown = 0
    /// It has an end.
    case vod = 1
    /// It has no end and little can be sought in.
    case live = 2
    /// It has no end and much can be sought in.
    case liveDVR = 3
}
