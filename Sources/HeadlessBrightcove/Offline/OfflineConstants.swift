import HeadlessPlayback
import OfflineDownloads
import Sessions

// The constants of the offline manager. In these comments, an option is an option of the manager,
// a controller option is an option of a playback controller, a request parameter is a parameter of
// a download request, and a video property is a property of an offline video.

/// The key of an option: whether downloads may use cellular networks.
public let kBCOVOfflineVideoManagerAllowsCellularDownloadKey =
    "kBCOVOfflineVideoManagerAllowsCellularDownloadKey"
/// The key of an option: whether offline playback may use cellular networks.
public let kBCOVOfflineVideoManagerAllowsCellularPlaybackKey =
    "kBCOVOfflineVideoManagerAllowsCellularPlaybackKey"
/// The key of an option: whether analytics measurements may be sent over cellular networks.
public let kBCOVOfflineVideoManagerAllowsCellularAnalyticsKey =
    "kBCOVOfflineVideoManagerAllowsCellularAnalyticsKey"
/// The key of an option: the size limit in bytes of the analytics data that is not sent yet.
public let kBCOVOfflineVideoManagerAnalyticsStorageLimitKey =
    "kBCOVOfflineVideoManagerAnalyticsStorageLimitKey"
/// The key of a request parameter: the highest bitrate to download, in bits per second.
public let kBCOVOfflineVideoManagerRequestedBitrateKey =
    "kBCOVOfflineVideoManagerRequestedBitrateKey"
/// The key of a request parameter: the name of the download in the settings of the device.
public let kBCOVOfflineVideoManagerDisplayNameKey = "kBCOVOfflineVideoManagerDisplayNameKey"
/// The key of a request parameter and a video property: the languages of downloaded subtitles.
public let kBCOVOfflineVideoManagerSubtitleLanguagesKey =
    Video.PropertyKey.offlineVideoManagerSubtitleLanguages
/// The key of a controller option: the language of the sideband subtitles that are shown.
public let kBCOVOfflineVideoManagerPlaybackSubtitleLanguageKey =
    "kBCOVOfflineVideoManagerPlaybackSubtitleLanguageKey"
/// The key of a request parameter and a video property: whether the licence is a purchase.
///
/// A purchase never expires.
public let kBCOVFairPlayLicensePurchaseKey = Video.PropertyKey.offlineVideoLicensePurchase
/// The key of a request parameter and a video property: the rental duration in seconds.
///
/// It counts from the licence request.
public let kBCOVFairPlayLicenseRentalDurationKey =
    Video.PropertyKey.offlineVideoLicenseRentalDuration
/// The key of a request parameter and a video property: the play duration in seconds.
///
/// It counts from the first playback.
public let kBCOVFairPlayLicensePlayDurationKey = Video.PropertyKey.offlineVideoLicensePlayDuration
/// The key of a video property: the token of the download.
public let kBCOVOfflineVideoTokenPropertyKey = Video.PropertyKey.offlineVideoToken
/// The key of a video property: the time of the licence's request, in seconds since 2001.
public let kBCOVOfflineVideoLicenseRequestTimePropertyKey =
    Video.PropertyKey.offlineVideoLicenseRequestTime
/// The key of a video property: the time of the licence's expiry, in seconds since 2001.
public let kBCOVOfflineVideoLicenseAbsoluteExpirationTimePropertyKey =
    Video.PropertyKey.offlineVideoLicenseAbsoluteExpirationTime
/// The key of a video property: the time of the first playback, in seconds since 2001.
public let kBCOVOfflineVideoInitialPlaybackTimeKey =
    Video.PropertyKey.offlineVideoInitialPlaybackTime
/// The key of a video property: the time of the download's request, in seconds since 2001.
public let kBCOVOfflineVideoDownloadStartTimePropertyKey =
    Video.PropertyKey.offlineVideoDownloadStartTime
/// The key of a video property: the time of the download's end, in seconds since 2001.
public let kBCOVOfflineVideoDownloadEndTimePropertyKey =
    Video.PropertyKey.offlineVideoDownloadEndTime
/// The key of a video property: the online location of the source that was downloaded.
public let kBCOVOfflineVideoOnlineSourceURLPropertyKey =
    Video.PropertyKey.offlineVideoOnlineSourceURL
/// The key of a video property: the name of the thumbnail's file.
public let kBCOVOfflineVideoThumbnailNamePropertyKey = Video.PropertyKey.offlineVideoThumbnailName
/// The key of a video property: the path of the thumbnail's file.
public let kBCOVOfflineVideoThumbnailFilePathPropertyKey =
    Video.PropertyKey.offlineVideoThumbnailFilePath
/// The key of a video property: the name of the poster's file.
public let kBCOVOfflineVideoPosterNamePropertyKey = Video.PropertyKey.offlineVideoPosterName
/// The key of a video property: the path of the poster's file.
public let kBCOVOfflineVideoPosterFilePathPropertyKey = Video.PropertyKey.offlineVideoPosterFilePath
/// The key of a video property: the path of the downloaded package, relative to the store.
public let kBCOVOfflineVideoRelativeFilePathPropertyKey =
    Video.PropertyKey.offlineVideoRelativeFilePath
/// The key of a video property: the full path of the downloaded package.
public let kBCOVOfflineVideoFilePathPropertyKey = Video.PropertyKey.offlineVideoFilePath
/// The key of a video property: whether the app itself shows the subtitles (sideband subtitles).
public let kBCOVOfflineVideoUsesSidebandSubtitleKey =
    Video.PropertyKey.offlineVideoUsesSidebandSubtitle
/// The key of a video property: the media type of the downloaded video.
public let kBCOVOfflineVideoMediaType = Video.PropertyKey.offlineVideoMediaType
/// The error domain of downloads.
public let kBCOVOfflineVideoManagerErrorDomain = OfflineError.domain
/// The code for a parameter that is missing or invalid.
public let kBCOVOfflineVideoManagerErrorCodeInvalidParameter =
    OfflineError.Code.invalidParameter.rawValue
/// The code for a video that cannot be downloaded.
public let kBCOVOfflineVideoManagerErrorCodeUnsupported = OfflineError.Code.unsupported.rawValue
/// The code for a download that failed.
public let kBCOVOfflineVideoManagerErrorCodeDownloadFailure =
    OfflineError.Code.downloadFailure.rawValue
/// The code for a licence that has expired.
public let kBCOVOfflineVideoManagerErrorCodeExpiredLicense =
    OfflineError.Code.expiredLicense.rawValue
/// The code for a licence that is missing or invalid.
public let kBCOVOfflineVideoManagerErrorCodeInvalidLicense =
    OfflineError.Code.invalidLicense.rawValue
