package import VirtualTime

/// The policy of a variant selector: the conditions for a change of variant.
package struct VariantRules: Equatable, Sendable {
    /// The first variant stream, before the throughput is known.
    package enum First: Equatable, Sendable {
        /// The variant stream that the playlist lists first, as the HLS authoring rules require.
        case listed
        /// The one of the lowest bandwidth.
        case lowest
    }

    /// The first variant stream, before the throughput is known.
    package var first = First.listed
    /// The rule by which transfers become an estimate of the throughput.
    package var throughput = ThroughputRule()
    /// The share of the estimated throughput that a variant may take, in percent.
    package var usableShare: Int64 = 80
    /// The share of the throughput that a higher variant than the present one may use, in percent;
    /// `nil` means the same share.
    package var risingShare: Int64?
    /// The buffered lead required before a higher variant is tried.
    ///
    /// Media is requested only while the lead is below the goal of the buffer, so a required lead
    /// at or above the goal would never be reached; see ``rising(below:)``.
    package var riseLead = MediaTime.seconds(10)
    /// The buffered lead from which no lower variant is taken; `nil` sets none.
    package var fallLead: MediaTime?
    /// Whether the variant is chosen as soon as a segment has arrived; otherwise it is chosen with
    /// the next request.
    package var choosesAtArrival = false

    /// Whether a playlist on demand is loaded only once; otherwise it is loaded again each time
    /// that its variant is chosen.
    package var keepsPlaylists = true

    /// Creates the rules with their defaults.
    package init() {}

    /// Returns the rules for a buffer, with a lead that it reaches.
    ///
    /// - Parameter goal: The smallest goal of the buffer.
    /// - Returns: The rules; a ``riseLead`` that the goal does not reach is replaced by half of the
    ///   goal.
    package func rising(below goal: MediaTime) -> VariantRules {
        guard goal <= riseLead else { return self }
        var rules = self
        rules.riseLead = MediaTime(ticks: goal.ticks / 2)
        return rules
    }
}
