import VirtualTime

/// The policy for the time of renewals and for retries.
///
/// The simulated systems leave both to key servers and apps; these are the defaults of this
/// simulation.
public struct RenewalPolicy: Equatable, Sendable {
    /// The time before the end of a lease at which to request its renewal; at most half of the
    /// lease.
    public var lead = Duration.seconds(30)
    /// The number of retries of a failed renewal.
    public var retries = 3
    /// The delay of the first retry, which doubles with each further one.
    public var firstDelay = Duration.seconds(1)

    /// Creates the default policy.
    public init() {}

    /// Returns the instant at which to renew a lease.
    ///
    /// - Parameters:
    ///   - start: The start of the lease.
    ///   - lease: Its duration.
    /// - Returns: The instant, before the lease ends.
    func renewal(from start: Instant, lease: Duration) -> Instant {
        start.advanced(by: lease - min(lead, lease / 2))
    }
}

/// Schedules the renewals of one key.
struct LeaseRenewal {
    /// The action to take.
    enum Action: Equatable {
        case ask(at: Instant)
        case giveUp
    }

    private let policy: RenewalPolicy
    private var failures = 0

    init(policy: RenewalPolicy) { self.policy = policy }

    /// Records a new or renewed key.
    ///
    /// - Returns: The action to take; `nil` for none.
    mutating func granted(_ key: ContentKey, at now: Instant) -> Action? {
        failures = 0
        // A key that is due for renewal on arrival would otherwise be requested endlessly at one
        // instant.
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
