import Formats
public import Sessions

/// The properties of an offline video, in addition to the properties of the downloaded video.
///
/// The keys are the vendor's names without prefix and suffix
/// (`Documentation/BrightcoveOffline.md#properties-of-offline-videos`). Times are seconds since the
/// start of 2001, as the simulated SDK stores them.
extension Video.PropertyKey {
    /// The time at which the licence was requested; absent if there is no licence.
    public static let offlineVideoLicenseRequestTime = "offlineVideoLicenseRequestTime"
    /// The time after which the licence is permanently invalid; absent for a purchase.
    public static let offlineVideoLicenseAbsoluteExpirationTime =
        "offlineVideoLicenseAbsoluteExpirationTime"
    /// Whether the licence is a purchase; absent if the download has no licence.
    public static let offlineVideoLicensePurchase = "offlineVideoLicensePurchase"
    /// The requested rental duration in seconds, from the licence request; absent for a purchase.
    public static let offlineVideoLicenseRentalDuration = "offlineVideoLicenseRentalDuration"
    /// The requested play duration in seconds, from the first playback; absent if there is none.
    public static let offlineVideoLicensePlayDuration = "offlineVideoLicensePlayDuration"
    /// The time of the first playback; absent until the video has been played.
    public static let offlineVideoInitialPlaybackTime = "offlineVideoInitialPlaybackTime"
    /// The time at which the download was requested.
    public static let offlineVideoDownloadStartTime = "offlineVideoDownloadStartTime"
    /// The time at which the download ended for any reason; 0 while it has not ended.
    public static let offlineVideoDownloadEndTime = "offlineVideoDownloadEndTime"
    /// The online location of the video, which may have expired.
    public static let offlineVideoOnlineSourceURL = "offlineVideoOnlineSourceURL"
    /// The name of the thumbnail in the package; absent if the package has no thumbnail.
    public static let offlineVideoThumbnailName = "offlineVideoThumbnailName"
    /// The full path of the thumbnail, which may change with every launch.
    public static let offlineVideoThumbnailFilePath = "offlineVideoThumbnailFilePath"
    /// The name of the poster in the package; absent if the package has no poster.
    public static let offlineVideoPosterName = "offlineVideoPosterName"
    /// The full path of the poster, which may change with every launch.
    public static let offlineVideoPosterFilePath = "offlineVideoPosterFilePath"
    /// The path of the package within the store.
    public static let offlineVideoRelativeFilePath = "offlineVideoRelativeFilePath"
    /// The full path of the package, which may change with every launch.
    public static let offlineVideoFilePath = "offlineVideoFilePath"
    /// Whether the app itself presents the subtitles (sideband subtitles); absent when it does not.
    public static let offlineVideoUsesSidebandSubtitle = "offlineVideoUsesSidebandSubtitle"
    /// The languages of the sideband subtitles; a list of strings.
    public static let offlineVideoManagerSubtitleLanguages = "offlineVideoManagerSubtitleLanguages"
    /// The media type of the stored video.
    public static let offlineVideoMediaType = "offlineVideoMediaType"
    /// Whether the package was complete and intact when the `Video` was created; a Boolean value.
    public static let offlineVideoIsPlayable = "offlineVideoIsPlayable"
}

extension Video {
    /// The token of the download from which the video was made; `nil` for other videos.
    public var offlineVideoToken: OfflineVideoToken? {
        offlineToken.map(OfflineVideoToken.init(rawValue:))
    }

    /// Whether the video has an offline video token, with which it is played from a store.
    public var offline: Bool { offlineToken != nil }

    /// Whether the package was complete and intact when this `Video` was created.
    ///
    /// If this is `false`, the video can still be played during its download.
    ///
    /// Source: `Documentation/BrightcoveOffline.md#playback`.
    public var playableOffline: Bool {
        offline && properties[PropertyKey.offlineVideoIsPlayable]?.bool == true
    }
}
