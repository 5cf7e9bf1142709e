import VirtualTime

/// The result of a licence exchange.
///
/// It consists of the licence, the instant at which it arrived, and the dates of expiration and
/// renewal that the DRM interface states for the licence.
struct LicenceGrant {
    let licence: Licence
    private let answer: LicenceAnswer
    private let arrival: Instant

    init(_ licence: Licence, _ answer: LicenceAnswer, at arrival: Instant) {
        self.licence = licence
        self.answer = answer
        self.arrival = arrival
    }

    /// The instant at which the key expires; `nil` when it never expires.
    private var end: Instant? {
        let ends = [licence.lease, licence.expiresAfter].compactMap { $0.map(arrival.advanced) }
        return (ends + [answer.expiration].compactMap { $0 }).min()
    }

    /// Whether the licence had already expired when it arrived.
    var isOver: Bool { end.map { $0 <= arrival } == true }

    /// The time from the arrival of the licence to its expiry; `nil` when it does not expire.
    var term: Duration? { end.map { $0.sinceStart - arrival.sinceStart } }

    /// Returns the content key for streaming, with the times of its expiration and renewal.
    func contentKey(renewedBy policy: RenewalPolicy) -> ContentKey {
        var key = ContentKey(bytes: licence.contentKey)
        key.initializationVector = licence.initializationVector
        key.expiration = end
        key.renewal =
            answer.renewal ?? licence.lease.map { policy.renewal(from: arrival, lease: $0) }
        return key
    }
}
