import VirtualTime

/// When a lease is renewed, and how often that is tried.
///
/// The simulated systems leave both to key servers and apps; these are the defaults of this
/// simulation, in this one place.
public struct RenewalPolicy: Equatable, Sendable {
    /// How long before the end of a lease its renewal is asked for; half of a shorter lease.
    public var lead = Duration.seconds(30)
    /// How often a renewal that failed is asked for again.
    public var retries = 3
    /// How long to wait before the first retry; each further one waits twice as long.
    public var firstDelay = Duration.seconds(1)

    /// Creates the policy with its defaults.
    public init() {}

    /// When to ask for the renewal of a lease.
    ///
    /// - Parameters:
    ///   - start: When the lease started.
    ///   - lease: How long it lasts.
    /// - Returns: The instant, before the lease ends.
    func renewal(from start: Instant, lease: Duration) -> Instant {
        start.advanced(by: lease - min(lead, lease / 2))
    }
}

/// The renewals of one key: when to ask next.
struct LeaseRenewal {
    /// What is to be done.
    enum Action: Equatable {
        case ask(at: Instant)
        case giveUp
    }

    private let policy: RenewalPolicy
    private var failures = 0

    init(policy: RenewalPolicy) { self.policy = policy }

    /// Takes note of a key that came, for the first time or anew.
    ///
    /// - Returns: What is to be done; `nil` when nothing is.
    mutating func granted(_ key: ContentKey, at now: Instant) -> Action? {
        failures = 0
        // What asks to be renewed at once would ask for ever at one instant.
        return key.renewal.map { .ask(at: max($0, now.advanced(by: Self.shortestTerm))) }
    }

    /// Takes note of a renewal that failed.
    mutating func failed(at now: Instant) -> Action {
        failures += 1
        guard failures <= policy.retries else { return .giveUp }
        let delay = policy.firstDelay * (1 << min(failures - 1, 16))
        return .ask(at: now.advanced(by: max(delay, Self.shortestTerm)))
    }

    private static let shortestTerm = Duration.milliseconds(100)
}
