public import Sessions

/// The properties that an offline video has beside those of the video that was downloaded.
///
/// The vendor's names without prefix and suffix
/// (`Documentation/BrightcoveOffline.md#properties-of-offline-videos`). Times are seconds since the
/// start of 2001, as the simulated SDK stores them.
extension Video.PropertyKey {
    /// When the licence was asked for; absent without one.
    public static let offlineVideoLicenseRequestTime = "offlineVideoLicenseRequestTime"
    /// When the licence ends for good; absent for a purchase.
    public static let offlineVideoLicenseAbsoluteExpirationTime =
        "offlineVideoLicenseAbsoluteExpirationTime"
    /// When the video was first played; absent before.
    public static let offlineVideoInitialPlaybackTime = "offlineVideoInitialPlaybackTime"
    /// When the download was asked for.
    public static let offlineVideoDownloadStartTime = "offlineVideoDownloadStartTime"
    /// When the download was over, in any way; 0 while it is not.
    public static let offlineVideoDownloadEndTime = "offlineVideoDownloadEndTime"
    /// Where the video is online; it may have expired since.
    public static let offlineVideoOnlineSourceURL = "offlineVideoOnlineSourceURL"
    /// The name of the small picture in the package; absent without one.
    public static let offlineVideoThumbnailName = "offlineVideoThumbnailName"
    /// The full path of the small picture, which may change with every launch.
    public static let offlineVideoThumbnailFilePath = "offlineVideoThumbnailFilePath"
    /// The name of the still picture in the package; absent without one.
    public static let offlineVideoPosterName = "offlineVideoPosterName"
    /// The full path of the still picture, which may change with every launch.
    public static let offlineVideoPosterFilePath = "offlineVideoPosterFilePath"
    /// The path of the package within the store.
    public static let offlineVideoRelativeFilePath = "offlineVideoRelativeFilePath"
    /// The full path of the package, which may change with every launch.
    public static let offlineVideoFilePath = "offlineVideoFilePath"
    /// Whether its subtitles are presented as sideband subtitles; absent when they are not.
    public static let offlineVideoUsesSidebandSubtitle = "offlineVideoUsesSidebandSubtitle"
    /// The languages of its sideband subtitles; a list of texts.
    public static let offlineVideoManagerSubtitleLanguages = "offlineVideoManagerSubtitleLanguages"
    /// The media type of what is stored.
    public static let offlineVideoMediaType = "offlineVideoMediaType"
    /// Whether the package was complete and intact when the video was made; a truth value.
    public static let offlineVideoIsPlayable = "offlineVideoIsPlayable"
}

extension Video {
    /// Whether the video was made from a token, to be played out of a store.
    public var offline: Bool { offlineToken != nil }

    /// Whether a complete, intact rendition of the video was stored when it was made.
    ///
    /// A video whose download is in progress can be played all the same.
    ///
    /// Source: `Documentation/BrightcoveOffline.md#playback`.
    public var playableOffline: Bool {
        offline && properties[PropertyKey.offlineVideoIsPlayable]?.bool == true
    }
}
