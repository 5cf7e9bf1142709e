package import VirtualTime

/// Decides when the locations of a source's playlists are renewed.
///
/// Expiry is checked right before a playlist is requested. Only one renewal is in progress at a
/// time. At most one renewal, successful or not, is made in each lifetime, so that a service whose
/// responses have already expired is not called in a loop.
///
/// Source: `Documentation/Brightcove.md#manifest-lifetime`.
package struct ManifestRenewal: Equatable, Sendable {
    /// The decision whether a request is made now or waits for a renewal of the locations.
    package enum Decision: Equatable, Sendable {
        /// The playlist is requested now.
        case request
        /// The locations are renewed first, and the request waits.
        case renew
        /// The request waits for the renewal in progress.
        case wait
    }

    private var lifetime: Duration
    private var expiry: Instant

    /// Whether a renewal is in progress.
    package private(set) var isInProgress = false

    /// Creates the state of the renewals for a video; `nil` when its locations never expire.
    ///
    /// - Parameter video: The video in the answer of the playback service.
    package init?(_ video: Video) {
        guard let expiry = video.manifestExpiry, let lifetime = video.manifestTTL else {
            return nil
        }
        self.lifetime = lifetime
        self.expiry = expiry
    }

    /// Decides whether a request is made now or waits for a renewal of the locations.
    ///
    /// - Parameter now: The instant of the request.
    /// - Returns: The decision; after ``Decision/renew`` the caller renews the locations and calls
    ///   ``end(at:lifetime:)``.
    package mutating func request(at now: Instant) -> Decision {
        if isInProgress { return .wait }
        guard now >= expiry else { return .request }
        isInProgress = true
        return .renew
    }

    /// Records the end of a renewal.
    ///
    /// - Parameters:
    ///   - now: The instant from which the lifetime is counted: the instant of the response, or the
    ///     current instant after a failure.
    ///   - renewed: The lifetime of the new locations; `nil` keeps the previous lifetime.
    package mutating func end(at now: Instant, lifetime renewed: Duration? = nil) {
        isInProgress = false
        lifetime = renewed ?? lifetime
        expiry = now.advanced(by: lifetime)
    }

    /// Abandons the renewal in progress; the next request then begins a new renewal.
    package mutating func cancel() { isInProgress = false }
}
