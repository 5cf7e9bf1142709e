// The codes of errors with which a playback service refuses a video. They are values of
// `BCOVVideo.errorCode` and `BCOVVideo.errorSubCode`. The names have the spelling of the SDK.

/// The code: the request is invalid.
public let kBCOVVideoErrorCodeBadRequest = "BAD_REQUEST"
/// The code: the request has the same parameter more than once.
public let kBCOVVideoErrorCodeDuplicateParameters = "DUPLICATE_PARAMETERS"
/// The code: the access is denied; the subcode has the reason.
public let kBCOVVideoErrorCodeAccessDenied = "ACCESS_DENIED"
/// The code: the playback rights require a token, and there is none.
public let kBCOVVideoErrorCodeTokenRequired = "TOKEN_REQUIRED"
/// The code: the token is invalid.
public let kBCOVVideoErrorCodeTokenValidation = "TOKEN_VALIDATION"
/// The code: the request is forbidden.
public let kBCOVVideoErrorCodeForbidden = "FORBIDDEN"
/// The code: the policy key belongs to another account.
public let kBCOVVideoErrorCodeAccountID = "ACCOUNT_ID"
/// The code: the video is not available in the region of the client.
public let kBCOVVideoErrorCodeClientGeo = "CLIENT_GEO"
/// The code: the video is not available for the address of the client.
public let kBCOVVideoErrorCodeClientIP = "CLIENT_IP"
/// The code: the video is not available on the domain.
public let kBCOVVideoErrorCodeDomain = "DOMAIN"
/// The code: the token does not permit the offers of the video.
public let kBCOVVideoErrorCodeOffers = "OFFERS"
/// The code: the token does not permit the tags of the video.
public let kBCOVVideoErrorCodeTags = "TAGS"
/// The code: the video exists, but may not be played now.
public let kBCOVVideoErrorCodeVideoNotPlayable = "VIDEO_NOT_PLAYABLE"
/// The code: the requested object does not exist.
public let kBCOVVideoErrorCodeNotFound = "NOT_FOUND"
/// The code: the video is not available.
public let kBCOVVideoErrorCodeVideoNotFound = "VIDEO_NOT_FOUND"
/// The code: the playlist is not available.
public let kBCOVVideoErrorCodePlaylistNotFound = "PLAYLIST_NOT_FOUND"
/// The code: the service does not permit the method of the request.
public let kBCOVVideoErrorCodeMethodNotAllowed = "METHOD_NOT_ALLOWED"
/// The code: the service failed.
public let kBCOVVideoErrorCodeServerError = "SERVER_ERROR"
/// The code: the service could not obtain the account.
public let kBCOVVideoErrorCodeAccountRetrieveFailure = "ACCOUNT_RETRIEVE_FAILURE"
/// The code: the service could not obtain the video.
public let kBCOVVideoErrorCodeVideoRetieveFailure = "VIDEO_RETRIEVE_FAILURE"
/// The code: the service could not obtain the locations of the video.
public let kBCOVVideoErrorCodeVideoUrlsRetrieveFailure = "VIDEO_URLS_RETRIEVE_FAILURE"
/// The code: the service could not obtain the playlist.
public let kBCOVVideoErrorCodePlaylistRetrieveFailure = "PLAYLIST_RETRIEVE_FAILURE"
/// The code: the service could not obtain the playback right.
public let kBCOVVideoErrorCodePlaybackRightRetrieveFailure = "PLAYBACK_RIGHT_RETRIEVE_FAILURE"
/// The code: the service could not obtain the videos of the playlist.
public let kBCOVVideoErrorCodePlaylistVideosRetrieveFailure = "PLAYLIST_VIDEOS_RETRIEVE_FAILURE"
/// The code: the service could not obtain the licence of the video.
public let kBCOVVideoErrorCodeLicenseRetreiveFailure = "LICENSE_RETRIEVE_FAILURE"
/// The code: the service could not obtain the offers of the video.
public let kBCOVVideoErrorCodeOffersRetreiveFailure = "OFFERS_RETRIEVE_FAILURE"
/// The code: the service could not obtain the playback rights of the video.
public let kBCOVVideoErrorCodeRightsRetrieveFailure = "RIGHTS_RETRIEVE_FAILURE"
/// The code: another server of the service is not available.
public let kBCOVVideoErrorCodeServiceUnavailable = "SERVICE_UNAVAILABLE"
/// The code: a server of the service did not answer in time.
public let kBCOVVideoErrorCodeServerTimeout = "SERVER_TIMEOUT"
