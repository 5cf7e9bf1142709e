import HeadlessPlayback
import Sessions

// The constants of playback services.

/// The configuration key of a video's or playlist's id, which takes precedence over a reference id.
public let kBCOVPlaybackServiceConfigurationKeyAssetID =
    "kBCOVPlaybackServiceConfigurationKeyAssetID"
/// The configuration key of the reference id of a video or playlist.
public let kBCOVPlaybackServiceConfigurationKeyAssetReferenceID =
    "kBCOVPlaybackServiceConfigurationKeyAssetReferenceID"
/// The configuration key of the viewer's token.
public let kBCOVPlaybackServiceConfigurationKeyAuthToken =
    "kBCOVPlaybackServiceConfigurationKeyAuthToken"
/// The name of the query parameter for the maximum number of videos.
public let kBCOVPlaybackServiceParameterKeyLimit = "limit"
/// The name of the query parameter for the number of videos to skip before the first result.
public let kBCOVPlaybackServiceParameterKeyOffset = "offset"
/// The error domain of playback services.
public let kBCOVPlaybackServiceErrorDomain = PlaybackServiceError.domain
