import VirtualTime

/// The policy that decides when leases are renewed and how failed renewals are retried.
///
/// The simulated systems leave both decisions to key servers and apps, so the default values were
/// chosen for this simulation.
public struct RenewalPolicy: Equatable, Sendable {
    /// The time before the end of a lease at which to request its renewal.
    ///
    /// If this time exceeds half of the lease, the renewal is requested at half of the lease.
    public var lead = Duration.seconds(30)
    /// The number of retries of a failed renewal.
    public var retries = 3
    /// The delay before the first retry; each further retry doubles the delay.
    public var firstDelay = Duration.seconds(1)

    /// Creates the default policy.
    public init() {}

    /// Returns the instant at which to renew a lease.
    ///
    /// - Parameters:
    ///   - start: The start of the lease.
    ///   - lease: The duration of the lease.
    /// - Returns: The instant, which is before the end of the lease.
    func renewal(from start: Instant, lease: Duration) -> Instant {
        start.advanced(by: lease - min(lead, lease / 2))
    }
}

/// Schedules the renewals of one key.
struct LeaseRenewal {
    /// The next action after a new key or a failed renewal.
    enum Action: Equatable {
        case ask(at: Instant)
        case giveUp
    }

    private let policy: RenewalPolicy
    private var failures = 0

    init(policy: RenewalPolicy) { self.policy = policy }

    /// Records a new or renewed key.
    ///
    /// - Returns: The action to take; `nil` if nothing must be done.
    mutating func granted(_ key: ContentKey, at now: Instant) -> Action? {
        failures = 0
        // Without this minimum, a key that is due for renewal on arrival would be requested
        // endlessly at the same instant.
        return key.renewal.map { .ask(at: max($0, now.advanced(by: Self.shortestTerm))) }
    }

    /// Records a failed renewal.
    mutating func failed(at now: Instant) -> Action {
        failures += 1
        guard failures <= policy.retries else { return .giveUp }
        let delay = policy.firstDelay * (1 << min(failures - 1, 16))
        return .ask(at: now.advanced(by: max(delay, Self.shortestTerm)))
    }

    private static let shortestTerm = Duration.milliseconds(100)
}
