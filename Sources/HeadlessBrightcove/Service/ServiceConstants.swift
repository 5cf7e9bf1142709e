import HeadlessPlayback
import Sessions

// The constants of playback services.

/// The configuration of a request: the object's id, which takes precedence over a reference id.
public let kBCOVPlaybackServiceConfigurationKeyAssetID =
    "kBCOVPlaybackServiceConfigurationKeyAssetID"
/// The configuration of a request: the reference id of the object.
public let kBCOVPlaybackServiceConfigurationKeyAssetReferenceID =
    "kBCOVPlaybackServiceConfigurationKeyAssetReferenceID"
/// The configuration of a request: the token of the viewer.
public let kBCOVPlaybackServiceConfigurationKeyAuthToken =
    "kBCOVPlaybackServiceConfigurationKeyAuthToken"
/// The query of a request: the number of videos.
public let kBCOVPlaybackServiceParameterKeyLimit = "limit"
/// The query of a request: the number of videos to skip before the first returned one.
public let kBCOVPlaybackServiceParameterKeyOffset = "offset"
/// The domain of errors of playback services.
public let kBCOVPlaybackServiceErrorDomain = PlaybackServiceError.domain
