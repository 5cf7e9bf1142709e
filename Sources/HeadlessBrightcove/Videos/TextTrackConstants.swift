import HeadlessPlayback
import Sessions
import SidecarSubtitles

// The constants of text tracks in the properties of a video.

/// The key of a video property: the text tracks.
public let kBCOVSSVideoPropertiesKeyTextTracks = Video.PropertyKey.textTracks
/// The location of a text track; required.
public let kBCOVSSTextTracksKeySource = TextTrack.Key.source
/// The language of a text track; required.
public let kBCOVSSTextTracksKeySourceLanguage = TextTrack.Key.language
/// The name of a text track for viewers; required.
public let kBCOVSSTextTracksKeyLabel = TextTrack.Key.label
/// The duration of a text track in seconds.
///
/// It is required for a WebVTT file unless the video has a duration.
public let kBCOVSSTextTracksKeyDuration = TextTrack.Key.duration
/// Whether a text track is shown unless the viewer chooses another.
public let kBCOVSSTextTracksKeyDefault = TextTrack.Key.isDefault
/// The media type of a text track.
public let kBCOVSSTextTracksKeyMIMEType = TextTrack.Key.mimeType
/// The kind of a text track; required.
public let kBCOVSSTextTracksKeyKind = TextTrack.Key.kind
/// The kind of a text track with a translation.
public let kBCOVSSTextTracksKindSubtitles = TextTrack.Kind.subtitles.rawValue
/// The kind of a text track with captions for deaf viewers.
public let kBCOVSSTextTracksKindCaptions = TextTrack.Kind.captions.rawValue
/// The source type of a text track; required when the file extension does not show the type.
public let kBCOVSSTextTracksKeySourceType = TextTrack.Key.sourceType
/// The source type of one WebVTT file.
public let kBCOVSSTextTracksKeySourceTypeWebVTTURL = TextTrack.SourceType.webVTT.rawValue
/// The source type of an HLS playlist of WebVTT segments.
public let kBCOVSSTextTracksKeySourceTypeM3U8URL = TextTrack.SourceType.playlist.rawValue
