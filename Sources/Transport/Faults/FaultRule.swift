public import VirtualTime

/// Which requests meet a fault.
///
/// Of several rules that fit a request, the first one in their list counts, as an origin that is told
/// to misbehave would have it.
public struct FaultRule: Hashable, Sendable {
    /// Which requests the rule is about.
    public var pattern: RequestPattern
    /// Which of them meet the fault, counted from 0 in the order in which the world makes them; `nil`
    /// means all.
    public var occurrences: Range<Int>?
    /// When requests have to be made to meet the fault; `nil` means at any time.
    public var period: Range<Instant>?
    /// What goes wrong.
    public var fault: ResourceFault

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - pattern: Which requests the rule is about.
    ///   - occurrences: Which of them meet the fault.
    ///   - period: When requests have to be made to meet the fault.
    ///   - fault: What goes wrong.
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
