import HeadlessPlayback
import Sessions
import SidecarSubtitles

// The constants of text tracks in the properties of a video.

/// The key of a video property: the text tracks.
public let kBCOVSSVideoPropertiesKeyTextTracks = Video.PropertyKey.textTracks
/// The key of a text track's location; required.
public let kBCOVSSTextTracksKeySource = TextTrack.Key.source
/// The key of a text track's language; required.
public let kBCOVSSTextTracksKeySourceLanguage = TextTrack.Key.language
/// The key of a text track's name for viewers; required.
public let kBCOVSSTextTracksKeyLabel = TextTrack.Key.label
/// The key of a text track's duration in seconds.
///
/// The duration is required for a WebVTT file unless the video has a duration.
public let kBCOVSSTextTracksKeyDuration = TextTrack.Key.duration
/// The key of a Boolean: whether a text track is shown unless the viewer chooses another track.
public let kBCOVSSTextTracksKeyDefault = TextTrack.Key.isDefault
/// The key of a text track's media type.
public let kBCOVSSTextTracksKeyMIMEType = TextTrack.Key.mimeType
/// The key of a text track's kind; required.
public let kBCOVSSTextTracksKeyKind = TextTrack.Key.kind
/// The kind of a text track with a translation.
public let kBCOVSSTextTracksKindSubtitles = TextTrack.Kind.subtitles.rawValue
/// The kind of a text track with captions for deaf viewers.
public let kBCOVSSTextTracksKindCaptions = TextTrack.Kind.captions.rawValue
/// The key of a text track's source type; required if the file extension does not show the type.
public let kBCOVSSTextTracksKeySourceType = TextTrack.Key.sourceType
/// The source type of one WebVTT file.
public let kBCOVSSTextTracksKeySourceTypeWebVTTURL = TextTrack.SourceType.webVTT.rawValue
/// The source type of an HLS playlist of WebVTT segments.
public let kBCOVSSTextTracksKeySourceTypeM3U8URL = TextTrack.SourceType.playlist.rawValue
