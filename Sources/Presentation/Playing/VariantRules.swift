package import VirtualTime

/// The policy of a variant selector: the conditions for a change of variant.
package struct VariantRules: Equatable, Sendable {
    /// The share of the estimated throughput that a variant may take, in percent.
    package var usableShare: Int64 = 80
    /// The buffered lead required before a higher variant is tried.
    ///
    /// Media is requested only while the lead is below the goal of the buffer, so a lead that is
    /// not below the goal would never be reached: see ``rising(below:)``.
    package var riseLead = MediaTime.seconds(10)

    /// Creates the rules with their defaults.
    package init() {}

    /// Returns the rules for a buffer, with a lead that it reaches.
    ///
    /// - Parameter goal: The smallest goal of the buffer.
    /// - Returns: The rules, whose ``riseLead`` is below the goal: half of a goal that is too small.
    package func rising(below goal: MediaTime) -> VariantRules {
        guard goal <= riseLead else { return self }
        var rules = self
        rules.riseLead = MediaTime(ticks: goal.ticks / 2)
        return rules
    }
}
