import HeadlessPlayback
public import Sessions

/// A cue point.
public typealias BCOVCuePoint = CuePoint
/// Cue points, sorted by position.
public typealias BCOVCuePointCollection = CuePointCollection
/// The type of a video: on demand, live, or live with a large seekable window.
public typealias BCOVVideoType = VideoType
/// The media type of a source, such as audio without video.
public typealias BCOVSourceMediaType = MediaType
/// The business model of a video.
public typealias BCOVEconomics = Video.Economics
