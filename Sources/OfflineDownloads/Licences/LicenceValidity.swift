/// The validity of an offline video's licence.
///
/// The validity is checked only when playback is loaded. If a licence expires during playback, the
/// playback continues.
///
/// Source: `Documentation/BrightcoveOffline.md#licences`.
package enum LicenceValidity: Equatable, Sendable {
    /// Valid until a time in milliseconds since the start of 1970; `nil` means permanently.
    case valid(until: Int64?)
    /// Expired at a time in milliseconds since the start of 1970.
    case expired(at: Int64)
    /// No licence: never granted, or invalidated.
    case missing
}

extension LicenceValidity {
    /// The reason why playback of the video is refused; `nil` when playback is permitted.
    package var refusal: OfflineError? {
        switch self {
        case .valid: nil
        case .expired: OfflineError(.expiredLicense, "the licence has run out")
        case .missing: OfflineError(.invalidLicense, "there is no licence")
        }
    }
}

extension DownloadRecord {
    /// The term of the licence; `nil` when the download has no licence.
    package var licenceTerm: LicenceTerm? {
        guard licenceRequestTime != nil else { return nil }
        return LicenceTerm(
            expiration: licenceExpiration, playDuration: playDuration,
            initialPlaybackTime: initialPlaybackTime)
    }

    /// Returns the validity of the video's licence; a video without FairPlay is always valid.
    ///
    /// - Parameter now: The current time in milliseconds since the start of 1970. If a later time
    ///   was recorded before, the later time is used.
    /// - Returns: The validity of the licence.
    package func licenceValidity(at now: Int64) -> LicenceValidity {
        guard usesFairPlay else { return .valid(until: nil) }
        return licenceTerm?.validity(at: licenceTime(at: now)) ?? .missing
    }
}
