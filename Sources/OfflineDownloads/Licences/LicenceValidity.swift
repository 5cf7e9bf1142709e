/// Whether the licence of an offline video lets it be played.
///
/// It is asked when playback is loaded: a licence that ends during playback does not stop it.
///
/// Source: `Documentation/BrightcoveOffline.md#licences`.
package enum LicenceValidity: Equatable, Sendable {
    /// It holds, until a time in milliseconds since the start of 1970; `nil` means for good.
    case valid(until: Int64?)
    /// It ended at a time.
    case expired(at: Int64)
    /// There is none: it was never granted, or was invalidated.
    case missing
}

extension LicenceValidity {
    /// Why the video may not be played; `nil` when it may.
    package var refusal: OfflineError? {
        switch self {
        case .valid: nil
        case .expired: OfflineError(.expiredLicense, "the licence has run out")
        case .missing: OfflineError(.invalidLicense, "there is no licence")
        }
    }
}

extension DownloadRecord {
    /// The term of the licence; `nil` when there is none.
    package var licenceTerm: LicenceTerm? {
        guard licenceRequestTime != nil else { return nil }
        return LicenceTerm(
            expiration: licenceExpiration, playDuration: playDuration,
            initialPlaybackTime: initialPlaybackTime)
    }

    /// Whether the video may be played; one without FairPlay needs no licence and always may.
    ///
    /// - Parameter now: What the clock shows, in milliseconds since the start of 1970; a time that was
    ///   seen before counts where it is later.
    /// - Returns: The state of the licence.
    package func licenceValidity(at now: Int64) -> LicenceValidity {
        guard usesFairPlay else { return .valid(until: nil) }
        return licenceTerm?.validity(at: licenceTime(at: now)) ?? .missing
    }
}
