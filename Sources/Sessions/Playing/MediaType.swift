/// The media type of a source.
///
/// Source: `Documentation/Brightcove.md#video-type-and-media-type`.
public enum MediaType: Int, Equatable, Sendable {
    /// Unknown: no media was demuxed, and the playlists do not declare the media type.
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
    /// The type is unknown.
    case unknown = 0
    /// The video has an end.
    case vod = 1
    /// The video has no end, and its seekable range is short.
    case live = 2
    /// The video has no end, and its seekable range is long.
    case liveDVR = 3
}
