/// What a source holds.
///
/// Source: `Documentation/Brightcove.md#video-type-and-media-type`.
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
/// Source: `Documentation/Brightcove.md#video-type-and-media-type`.
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
