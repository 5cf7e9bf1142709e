package import Sessions

/// What an app says about the licence that it asks for, as it says it: still to be checked.
///
/// Source: `Documentation/BrightcoveOffline.md#options`.
package struct LicenceParameters: Equatable, Sendable {
    /// The longest duration that is taken for one, a hundred years.
    private static let longestSeconds = 100.0 * 366 * 86_400

    /// Whether the licence is to hold for good; `nil` is as good as `false`.
    package var isPurchase: Bool?
    /// How many seconds it is to hold from its request; looked at unless it is a purchase.
    package var rentalDuration: Double?
    /// How many seconds it is to hold from the first playback; `nil` means as long as it holds.
    package var playDuration: Double?

    package init(
        isPurchase: Bool? = nil, rentalDuration: Double? = nil, playDuration: Double? = nil
    ) {
        self.isPurchase = isPurchase
        self.rentalDuration = rentalDuration
        self.playDuration = playDuration
    }

    /// The terms for a download or a preload.
    ///
    /// - Returns: What to ask the key server for.
    /// - Throws: `OfflineError` with `invalidParameter` when it is no purchase and has no rental
    ///   duration, or when a duration is none.
    package func terms() throws(OfflineError) -> PersistentLicenceTerms {
        var terms = PersistentLicenceTerms()
        if isPurchase != true {
            guard let rentalDuration else {
                throw OfflineError(
                    .invalidParameter, "a licence that is no purchase needs a rental duration")
            }
            terms.rentalDuration = try Self.duration(rentalDuration, "rental duration")
        }
        if let playDuration {
            terms.playDuration = try Self.duration(playDuration, "play duration")
        }
        return terms
    }

    /// The terms for a renewal, for which only purchase and rental can be said.
    ///
    /// - Returns: What to ask the key server for.
    /// - Throws: `OfflineError` with `invalidParameter` as ``terms()`` does, and when there is a
    ///   play duration.
    package func renewalTerms() throws(OfflineError) -> PersistentLicenceTerms {
        guard playDuration == nil else {
            throw OfflineError(.invalidParameter, "a renewal takes no play duration")
        }
        return try terms()
    }

    private static func duration(
        _ seconds: Double, _ name: String
    ) throws(OfflineError) -> Duration {
        guard seconds.isFinite, seconds <= longestSeconds,
            case let nanoseconds = (seconds * 1e9).rounded(), nanoseconds >= 1
        else {
            throw OfflineError(
                .invalidParameter,
                "the \(name) must be above 0 seconds and at most a hundred years")
        }
        return .nanoseconds(Int64(nanoseconds))
    }
}
