/// The permissions that an app gives to the offline manager.
///
/// Source: `Documentation/BrightcoveOffline.md#options`.
public struct OfflineVideoOptions: Equatable, Sendable {
    /// Whether downloads requested from now on may use a cellular connection.
    public var allowsCellularDownload = false
    /// Whether offline playback may use a cellular connection for tracks that were not downloaded.
    public var allowsCellularPlayback = false
    /// Whether measurements may be sent over a cellular connection.
    public var allowsCellularAnalytics = true
    /// The size limit of stored measurements in bytes; at least a mebibyte.
    public var analyticsStorageLimit: Int64 = 524_288_000

    /// Creates the default options.
    ///
    /// - Parameters:
    ///   - allowsCellularDownload: Whether downloads may use a cellular connection.
    ///   - allowsCellularPlayback: Whether offline playback may use a cellular connection for
    ///     tracks that were not downloaded.
    public init(allowsCellularDownload: Bool = false, allowsCellularPlayback: Bool = false) {
        self.allowsCellularDownload = allowsCellularDownload
        self.allowsCellularPlayback = allowsCellularPlayback
    }
}

/// The parameters of a download or licence; every member is optional.
///
/// Source: `Documentation/BrightcoveOffline.md#options`.
public struct OfflineVideoParameters: Equatable, Sendable {
    /// The bandwidth of the variant to download, in bits per second.
    ///
    /// The download uses the variant with the highest bandwidth up to this value or, if there is
    /// none, the variant with the lowest bandwidth. `nil` or 0 selects the variant with the lowest
    /// bandwidth among the variants with video.
    public var requestedBitrate: Int64?
    /// The name shown to users; `nil` means the name of the video.
    public var displayName: String?
    /// Whether the licence is permanent.
    public var fairPlayLicensePurchase: Bool?
    /// The validity of the licence in seconds, from the licence request; required for a rental.
    public var fairPlayLicenseRentalDuration: Double?
    /// The validity of the licence in seconds, from the first playback.
    public var fairPlayLicensePlayDuration: Double?
    /// The languages of the sideband subtitles to download.
    ///
    /// If the value is `nil`, the media selections determine the subtitles to download.
    public var subtitleLanguages: [String]?

    /// Creates parameters; omitted ones have the documented defaults.
    ///
    /// - Parameters:
    ///   - requestedBitrate: The bandwidth of the variant to download, in bits per second.
    ///   - displayName: The name shown to users.
    ///   - purchase: Whether the licence is permanent.
    ///   - rentalDuration: The validity of the licence in seconds, from its request.
    ///   - playDuration: The validity of the licence in seconds, from the first playback.
    ///   - subtitleLanguages: The languages of sideband subtitles.
    public init(
        requestedBitrate: Int64? = nil, displayName: String? = nil, purchase: Bool? = nil,
        rentalDuration: Double? = nil, playDuration: Double? = nil,
        subtitleLanguages: [String]? = nil
    ) {
        self.requestedBitrate = requestedBitrate
        self.displayName = displayName
        fairPlayLicensePurchase = purchase
        fairPlayLicenseRentalDuration = rentalDuration
        fairPlayLicensePlayDuration = playDuration
        self.subtitleLanguages = subtitleLanguages
    }

    var licence: LicenceParameters {
        LicenceParameters(
            isPurchase: fairPlayLicensePurchase, rentalDuration: fairPlayLicenseRentalDuration,
            playDuration: fairPlayLicensePlayDuration)
    }

    /// Whether any parameter concerns the licence.
    var speaksOfLicence: Bool { licence != LicenceParameters() }

    /// Whether any parameter concerns the download.
    var speaksOfDownload: Bool { requestedBitrate != nil || subtitleLanguages != nil }

    var bitrate: DownloadSelection.Bitrate {
        guard let requestedBitrate, requestedBitrate > 0 else { return .lowestWithVideo }
        return .atMost(requestedBitrate)
    }
}

/// The audio and subtitles to download with the video.
public struct OfflineMediaSelections: Equatable, Sendable {
    /// The audio to download.
    public var audio: DownloadSelection.Languages
    /// The subtitles to download.
    public var subtitles: DownloadSelection.Languages

    /// Creates selections; the defaults are the renditions that a player would select.
    ///
    /// - Parameters:
    ///   - audio: The audio.
    ///   - subtitles: The subtitles.
    public init(
        audio: DownloadSelection.Languages = .preferred,
        subtitles: DownloadSelection.Languages = .preferred
    ) {
        self.audio = audio
        self.subtitles = subtitles
    }
}
