import HeadlessPlayback
public import Sessions

/// A cue point.
public typealias BCOVCuePoint = CuePoint
/// Cue points, sorted by position.
public typealias BCOVCuePointCollection = CuePointCollection
/// The kind of a video: on demand, live, or live with a window to seek in.
public typealias BCOVVideoType = VideoType
/// The kind of media of a source.
public typealias BCOVSourceMediaType = MediaType
/// The business model of a video.
public typealias BCOVEconomics = Video.Economics
