package import VirtualTime

/// The rules by which a variant selector chooses the first variant and changes to another one.
package struct VariantRules: Equatable, Sendable {
    /// The choice of the first variant stream, before the throughput is known.
    package enum First: Equatable, Sendable {
        /// The variant stream that the playlist lists first, as the HLS authoring rules require.
        case listed
        /// The variant stream with the lowest bandwidth.
        case lowest
    }

    /// The choice of the first variant stream, before the throughput is known.
    package var first = First.listed
    /// The rule that derives the estimated throughput from transfers.
    package var throughput = ThroughputRule()
    /// The share of the estimated throughput that a variant may take, in percent.
    package var usableShare: Int64 = 80
    /// The percentage of the throughput that a variant above the current one may use.
    ///
    /// `nil` means the same share as ``usableShare``.
    package var risingShare: Int64?
    /// The duration of buffered media that is required before a switch to a higher variant.
    ///
    /// Media is requested only while the buffered duration is below the goal of the buffer, so a
    /// required duration at or above the goal would never be reached; see ``rising(below:)``.
    package var riseLead = MediaTime.seconds(10)
    /// The duration of buffered media at or above which the selector never switches down.
    ///
    /// `nil` means that the selector may switch down at any duration.
    package var fallLead: MediaTime?
    /// Whether the variant is chosen as soon as a segment has arrived.
    ///
    /// Otherwise the variant is chosen with the next request.
    package var choosesAtArrival = false

    /// Whether the media playlist of a VOD variant is loaded only once.
    ///
    /// Otherwise the playlist is loaded again each time its variant is chosen.
    package var keepsPlaylists = true

    /// Creates the rules with their defaults.
    package init() {}

    /// Returns the rules with a ``riseLead`` that the buffer can reach.
    ///
    /// - Parameter goal: The smallest goal of the buffer.
    /// - Returns: The rules. If ``riseLead`` is equal to or greater than the goal, it is replaced
    ///   by half of the goal.
    package func rising(below goal: MediaTime) -> VariantRules {
        guard goal <= riseLead else { return self }
        var rules = self
        rules.riseLead = MediaTime(ticks: goal.ticks / 2)
        return rules
    }
}
