public import VirtualTime

/// A rule that injects a fault into matching requests.
///
/// The first matching rule of a list applies, as in an origin server that injects faults.
public struct FaultRule: Hashable, Sendable {
    /// The requests that the rule applies to.
    public var pattern: RequestPattern
    /// The numbers of the matching requests that fail; `nil` means all.
    ///
    /// Matching requests are counted from 0, in the order in which the simulated world issues them.
    public var occurrences: Range<Int>?
    /// The period in which matching requests fail; `nil` means any time.
    public var period: Range<Instant>?
    /// The fault to inject.
    public var fault: ResourceFault
    /// The token expiry that makes a request fail; `nil` applies the fault regardless of tokens.
    public var expiry: TokenExpiry?

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - pattern: The requests that the rule applies to.
    ///   - occurrences: The matching requests that fail.
    ///   - period: The period in which matching requests fail.
    ///   - fault: The fault to inject.
    public init(
        _ pattern: RequestPattern, occurrences: Range<Int>? = nil, period: Range<Instant>? = nil,
        fault: ResourceFault
    ) {
        self.pattern = pattern
        self.occurrences = occurrences
        self.period = period
        self.fault = fault
    }
}
