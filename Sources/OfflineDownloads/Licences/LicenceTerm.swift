package import Sessions

/// The times and the play duration that determine when a licence ends.
///
/// Times are in milliseconds since the start of 1970, and durations are in milliseconds. Sums
/// saturate.
///
/// Source: `Documentation/BrightcoveOffline.md#licences`.
package struct LicenceTerm: Equatable, Sendable {
    /// The time at which the licence itself ends; `nil` for a purchase.
    package var expiration: Int64?
    /// The period of validity, counted from the first playback; `nil` sets no limit.
    package var playDuration: Int64?
    /// The start of ``playDuration``: the time of the first playback, or `nil` before that.
    package var initialPlaybackTime: Int64?

    package init(
        expiration: Int64? = nil, playDuration: Int64? = nil, initialPlaybackTime: Int64? = nil
    ) {
        self.expiration = expiration
        self.playDuration = playDuration
        self.initialPlaybackTime = initialPlaybackTime
    }

    /// Creates the term of a new licence.
    ///
    /// - Parameters:
    ///   - licence: The licence.
    ///   - requestTime: The time of the licence request, at which a rental starts.
    ///   - initialPlaybackTime: The time of the first playback.
    package init(
        of licence: PersistentLicence, requestedAt requestTime: Int64,
        initialPlaybackTime: Int64? = nil
    ) {
        expiration = licence.expiresAfter.map { requestTime.clampedSum(with: $0.inMilliseconds) }
        playDuration = licence.playDuration.map(\.inMilliseconds)
        self.initialPlaybackTime = initialPlaybackTime
    }

    /// The end of the licence: its expiration, or the end of the play duration if that is earlier.
    ///
    /// It is `nil` when the licence never ends.
    package var end: Int64? {
        let ends = [
            expiration,
            playDuration.flatMap { initialPlaybackTime?.clampedSum(with: $0) },
        ]
        return ends.compactMap { $0 }.min()
    }

    /// Returns the validity of the licence.
    ///
    /// - Parameter now: The time.
    /// - Returns: Valid before ``end``, expired from that time on.
    package func validity(at now: Int64) -> LicenceValidity {
        guard let end, now >= end else { return .valid(until: end) }
        return .expired(at: end)
    }
}
