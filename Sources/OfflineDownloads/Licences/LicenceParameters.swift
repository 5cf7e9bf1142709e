package import Sessions

/// The parameters of a licence as given by an app, not yet validated.
///
/// Source: `Documentation/BrightcoveOffline.md#options`.
package struct LicenceParameters: Equatable, Sendable {
    /// The longest duration accepted, a hundred years.
    private static let longestSeconds = 100.0 * 366 * 86_400

    /// Whether the licence is permanent; `nil` means `false`.
    package var isPurchase: Bool?
    /// The validity in seconds, counted from the licence request; ignored for a purchase.
    package var rentalDuration: Double?
    /// The validity in seconds, counted from the first playback; `nil` sets no limit.
    package var playDuration: Double?

    package init(
        isPurchase: Bool? = nil, rentalDuration: Double? = nil, playDuration: Double? = nil
    ) {
        self.isPurchase = isPurchase
        self.rentalDuration = rentalDuration
        self.playDuration = playDuration
    }

    /// Returns the terms for a download or a preload.
    ///
    /// - Returns: The terms to request.
    /// - Throws: `OfflineError` with `invalidParameter` for a rental without a duration, or for an
    ///   invalid duration.
    package func terms() throws(OfflineError) -> PersistentLicenceTerms {
        var terms = PersistentLicenceTerms()
        if isPurchase != true {
            guard let rentalDuration else {
                throw OfflineError(
                    .invalidParameter, "a rental licence needs a rental duration")
            }
            terms.rentalDuration = try Self.duration(rentalDuration, "rental duration")
        }
        if let playDuration {
            terms.playDuration = try Self.duration(playDuration, "play duration")
        }
        return terms
    }

    /// Returns the terms for a renewal, which accepts only purchase and rental.
    ///
    /// - Returns: The terms to request.
    /// - Throws: `OfflineError` with `invalidParameter` for a play duration, or the error of
    ///   ``terms()``.
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
