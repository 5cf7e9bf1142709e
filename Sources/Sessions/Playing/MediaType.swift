/// The media type of a source.
///
/// Source: `Documentation/Brightcove.md#video-type-and-media-type`.
public enum MediaType: Int, Equatable, Sendable {
    /// Unknown: no media was demuxed, and playlists do not show it.
    case undetermined = 0
    /// Audio without video.
    case audio = 1
    /// Video, with audio or without.
    case audioVideo = 2
}

/// The type of a video with regard to seeking.
///
/// Source: `Documentation/Brightcove.md#video-type-and-media-type`.
public enum VideoType: Int, Equatable, Sendable {
    /// Unknown.
    case unknown = 0
    /// It has an end.
    case vod = 1
    /// It has no end and little can be sought in.
    case live = 2
    /// It has no end and much can be sought in.
    case liveDVR = 3
}
