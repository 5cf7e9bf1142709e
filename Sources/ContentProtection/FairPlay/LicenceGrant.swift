import VirtualTime

/// What an exchange ends with: the licence, what the face knew beside, and when both came.
struct LicenceGrant {
    let licence: Licence
    private let answer: LicenceAnswer
    private let arrival: Instant

    init(_ licence: Licence, _ answer: LicenceAnswer, at arrival: Instant) {
        self.licence = licence
        self.answer = answer
        self.arrival = arrival
    }

    /// When the key may no longer be used; `nil` when nothing limits it.
    private var end: Instant? {
        let ends = [licence.lease, licence.expiresAfter].compactMap { $0.map(arrival.advanced) }
        return (ends + [answer.expiration].compactMap { $0 }).min()
    }

    /// Whether the licence had run out when it came.
    var isOver: Bool { end.map { $0 <= arrival } == true }

    /// How long the key may be used from the arrival of the licence; `nil` when nothing limits it.
    var term: Duration? { end.map { $0.sinceStart - arrival.sinceStart } }

    /// The key for a stream, with its lease.
    func contentKey(renewedBy policy: RenewalPolicy) -> ContentKey {
        var key = ContentKey(bytes: licence.contentKey)
        key.initializationVector = licence.initializationVector
        key.expiration = end
        key.renewal =
            answer.renewal ?? licence.lease.map { policy.renewal(from: arrival, lease: $0) }
        return key
    }
}
