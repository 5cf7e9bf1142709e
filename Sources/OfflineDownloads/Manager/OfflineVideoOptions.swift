/// What an app lets the offline manager do.
///
/// Source: `Documentation/BrightcoveOffline.md#options`.
public struct OfflineVideoOptions: Equatable, Sendable {
    /// Whether downloads may use a cellular connection; those that are asked for from now on.
    public var allowsCellularDownload = false
    /// Whether playback of an offline video may use one, for what was not downloaded.
    public var allowsCellularPlayback = false
    /// Whether what is measured of playback may be sent over one.
    public var allowsCellularAnalytics = true
    /// How many bytes of measurements are kept that could not be sent; less than a mebibyte counts
    /// as one.
    public var analyticsStorageLimit: Int64 = 524_288_000

    /// Creates the usual options.
    ///
    /// - Parameters:
    ///   - allowsCellularDownload: Whether downloads may use a cellular connection.
    ///   - allowsCellularPlayback: Whether playback may.
    public init(allowsCellularDownload: Bool = false, allowsCellularPlayback: Bool = false) {
        self.allowsCellularDownload = allowsCellularDownload
        self.allowsCellularPlayback = allowsCellularPlayback
    }
}

/// What is asked for along with a download or a licence; every member may be left out.
///
/// Source: `Documentation/BrightcoveOffline.md#options`.
public struct OfflineVideoParameters: Equatable, Sendable {
    /// The bandwidth of the variant to take, in bits a second.
    ///
    /// The highest of at most that much is taken, or else the lowest; with `nil` or 0 the lowest
    /// that has video.
    public var requestedBitrate: Int64?
    /// The name that people see; `nil` takes that of the video.
    public var displayName: String?
    /// Whether the licence is to hold for good.
    public var fairPlayLicensePurchase: Bool?
    /// How many seconds the licence is to hold from its request; needed when it is no purchase.
    public var fairPlayLicenseRentalDuration: Double?
    /// How many seconds it is to hold from the first playback.
    public var fairPlayLicensePlayDuration: Double?
    /// The languages of subtitles to download as sideband subtitles; `nil` leaves subtitles to the
    /// media selections.
    public var subtitleLanguages: [String]?

    /// Creates parameters; what is left out is as the documents say.
    ///
    /// - Parameters:
    ///   - requestedBitrate: The bandwidth of the variant to take, in bits a second.
    ///   - displayName: The name that people see.
    ///   - purchase: Whether the licence is to hold for good.
    ///   - rentalDuration: How many seconds the licence is to hold from its request.
    ///   - playDuration: How many seconds it is to hold from the first playback.
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

    /// Whether anything is said about a licence.
    var speaksOfLicence: Bool { licence != LicenceParameters() }

    /// Whether anything is said about what is downloaded.
    var speaksOfDownload: Bool { requestedBitrate != nil || subtitleLanguages != nil }

    var bitrate: DownloadSelection.Bitrate {
        guard let requestedBitrate, requestedBitrate > 0 else { return .lowestWithVideo }
        return .atMost(requestedBitrate)
    }
}

/// Which audio and subtitles are downloaded beside the video.
public struct OfflineMediaSelections: Equatable, Sendable {
    /// Which audio.
    public var audio: DownloadSelection.Languages
    /// Which subtitles.
    public var subtitles: DownloadSelection.Languages

    /// Creates selections; the usual ones are those that a player would make by itself.
    ///
    /// - Parameters:
    ///   - audio: Which audio.
    ///   - subtitles: Which subtitles.
    public init(
        audio: DownloadSelection.Languages = .preferred,
        subtitles: DownloadSelection.Languages = .preferred
    ) {
        self.audio = audio
        self.subtitles = subtitles
    }
}
