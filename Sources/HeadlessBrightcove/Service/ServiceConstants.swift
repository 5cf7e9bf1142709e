import HeadlessPlayback
import Sessions

// The constants of playback services.

/// The configuration key for a video's or playlist's id, which overrides a reference id.
public let kBCOVPlaybackServiceConfigurationKeyAssetID =
    "kBCOVPlaybackServiceConfigurationKeyAssetID"
/// The configuration key for the reference id of a video or playlist.
public let kBCOVPlaybackServiceConfigurationKeyAssetReferenceID =
    "kBCOVPlaybackServiceConfigurationKeyAssetReferenceID"
/// The configuration key for the viewer's token.
public let kBCOVPlaybackServiceConfigurationKeyAuthToken =
    "kBCOVPlaybackServiceConfigurationKeyAuthToken"
/// The name of the query parameter for the maximum number of videos.
public let kBCOVPlaybackServiceParameterKeyLimit = "limit"
/// The name of the query parameter for the number of videos to skip before the first result.
public let kBCOVPlaybackServiceParameterKeyOffset = "offset"
/// The error domain of playback services.
public let kBCOVPlaybackServiceErrorDomain = PlaybackServiceError.domain
/// The key in the user info of a refusal: the errors of the service, as a list of dictionaries.
public let kBCOVPlaybackServiceErrorKeyAPIErrors = "kBCOVPlaybackServiceErrorKeyAPIErrors"
/// The key in the user info of a refusal: the HTTP status.
public let kBCOVPlaybackServiceErrorKeyAPIHTTPStatusCode =
    "kBCOVPlaybackServiceErrorKeyAPIHTTPStatusCode"
/// The key in the user info of an error of JSON: at most the first 64 KiB of the response.
public let kBCOVPlaybackServiceErrorKeyRawResponseData =
    "kBCOVPlaybackServiceErrorKeyRawResponseData"
