package import VirtualTime

/// The policy of a variant selector: the conditions for a change of variant.
package struct VariantRules: Equatable, Sendable {
    /// The share of the estimated throughput that a variant may take, in percent.
    package var usableShare: Int64 = 80
    /// The buffered lead required before a higher variant is tried.
    package var riseLead = MediaTime.seconds(10)

    /// Creates the rules with their defaults.
    package init() {}
}
