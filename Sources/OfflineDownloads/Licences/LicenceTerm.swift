package import Sessions

/// How long a licence holds: the dates that were settled with it and the first playback.
///
/// Times are milliseconds since the start of 1970, durations milliseconds. Sums that no clock
/// reaches end at the last time that there is.
///
/// Source: `Documentation/BrightcoveOffline.md#licences`.
package struct LicenceTerm: Equatable, Sendable {
    /// When the licence ends for good; `nil` for a purchase.
    package var expiration: Int64?
    /// How long it holds from the first playback; `nil` without such a limit.
    package var playDuration: Int64?
    /// When the video was first played; `nil` before that, when ``playDuration`` limits nothing yet.
    package var initialPlaybackTime: Int64?

    package init(
        expiration: Int64? = nil, playDuration: Int64? = nil, initialPlaybackTime: Int64? = nil
    ) {
        self.expiration = expiration
        self.playDuration = playDuration
        self.initialPlaybackTime = initialPlaybackTime
    }

    /// The term of a licence that was granted just now.
    ///
    /// - Parameters:
    ///   - licence: What was granted.
    ///   - requestTime: When it was asked for, from which a rental counts.
    ///   - initialPlaybackTime: When the video was first played.
    package init(
        of licence: PersistentLicence, requestedAt requestTime: Int64,
        initialPlaybackTime: Int64? = nil
    ) {
        expiration = licence.expiresAfter.map { requestTime.clampedSum(with: $0.inMilliseconds) }
        playDuration = licence.playDuration.map(\.inMilliseconds)
        self.initialPlaybackTime = initialPlaybackTime
    }

    /// When the licence ends: the earlier of its own end and that of the play duration; `nil` means
    /// never.
    package var end: Int64? {
        let ends = [
            expiration,
            playDuration.flatMap { initialPlaybackTime?.clampedSum(with: $0) },
        ]
        return ends.compactMap { $0 }.min()
    }

    /// Whether the licence holds.
    ///
    /// - Parameter now: The time.
    /// - Returns: Valid before ``end``; at that very time it is over.
    package func validity(at now: Int64) -> LicenceValidity {
        guard let end, now >= end else { return .valid(until: end) }
        return .expired(at: end)
    }
}
