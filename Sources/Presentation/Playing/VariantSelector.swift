package import VirtualTime

/// Selects the variant stream of the next segment.
///
/// On an unlimited network, the selector chooses the highest permitted variant. On a simulated
/// network, playback starts with the variant that the playlist lists first, as the HLS authoring
/// rules require. The selector switches down as soon as the variant exceeds the throughput. It
/// switches up when enough media is buffered and a share of the throughput suffices for the higher
/// variant.
package struct VariantSelector: Equatable, Sendable {
    /// The rules for changes of variant.
    package let rules: VariantRules
    /// The peak bandwidths of the variants in bits per second, in playlist order.
    package let bandwidths: [Int64]
    /// Whether the network is simulated, so that throughput is meaningful.
    package let isNetworkLimited: Bool
    /// The highest bandwidth permitted; 0 permits any.
    package var preferredPeakBitRate: Int64 = 0
    /// The indices of the variants that failed and must not be chosen now.
    package private(set) var excluded: Set<Int> = []
    /// The instants at which temporarily excluded variants may be chosen again, by variant.
    ///
    /// An excluded variant without an instant may never be chosen again.
    private var returns: [Int: Instant] = [:]
    private(set) var throughput: ThroughputEstimate
    /// The number of bytes in transferred parts that are not in the throughput estimate yet.
    private var partBytes: Int64 = 0
    private var partTime = Duration.zero

    package init(
        bandwidths: [Int64], isNetworkLimited: Bool, rules: VariantRules = VariantRules()
    ) {
        self.rules = rules
        self.bandwidths = bandwidths
        self.isNetworkLimited = isNetworkLimited
        throughput = ThroughputEstimate(rule: rules.throughput)
    }

    /// Returns a selector for other variants, with the rules of this selector.
    ///
    /// The value of ``preferredPeakBitRate`` is also the same.
    ///
    /// - Parameter bandwidths: The peak bandwidths of the variants, in playlist order.
    /// - Returns: The selector, which has no throughput estimate and excludes no variant.
    package func choosing(among bandwidths: [Int64]) -> VariantSelector {
        var selector = VariantSelector(
            bandwidths: bandwidths, isNetworkLimited: isNetworkLimited, rules: rules)
        selector.preferredPeakBitRate = preferredPeakBitRate
        return selector
    }

    /// Records a transfer; small transfers of parts are combined into one sample.
    package mutating func received(bytes: Int64, in elapsed: Duration, isPart: Bool = false) {
        guard isPart else { return throughput.add(bytes: bytes, in: elapsed) }
        partBytes += bytes
        partTime += elapsed
        guard partBytes >= rules.throughput.smallestSample else { return }
        throughput.add(bytes: partBytes, in: partTime)
        (partBytes, partTime) = (0, .zero)
    }

    /// Excludes a variant.
    ///
    /// - Parameters:
    ///   - variant: The variant.
    ///   - end: The instant at which it may be chosen again; `nil` means never.
    package mutating func exclude(_ variant: Int, until end: Instant? = nil) {
        excluded.insert(variant)
        returns[variant] = end
    }

    /// Permits the variants whose exclusion has ended.
    package mutating func readmit(at now: Instant) {
        guard !returns.isEmpty else { return }
        for (variant, end) in returns where end <= now {
            excluded.remove(variant)
            returns[variant] = nil
        }
    }

    /// Permits the temporarily excluded variants before their exclusion has ended.
    package mutating func readmitAll() {
        excluded.subtract(returns.keys)
        returns = [:]
    }

    /// Chooses a variant.
    ///
    /// - Parameters:
    ///   - current: The variant of the previous segment; `nil` at the start.
    ///   - lead: The amount of media buffered ahead of the playhead.
    ///   - reachable: The largest possible lead near a live edge; `nil` when the lead is not
    ///     limited.
    /// - Returns: The variant, or `nil` when all are excluded.
    package func choice(
        current: Int?, lead: MediaTime, reachable: MediaTime? = nil
    ) -> Int? {
        let candidates = bandwidths.indices.filter { !excluded.contains($0) }
        guard let lowest = candidates.min(by: isLower) else { return nil }
        let allowed = candidates.filter {
            preferredPeakBitRate <= 0 || bandwidths[$0] <= preferredPeakBitRate
        }
        guard let highest = allowed.max(by: isLower) else { return lowest }
        guard isNetworkLimited else { return highest }
        guard let bitsPerSecond = throughput.bitsPerSecond else {
            if let current, allowed.contains(current) { return current }
            switch rules.first {
            case .listed: return allowed.first
            case .lowest: return allowed.min(by: isLower)
            }
        }
        let present = current.flatMap { allowed.contains($0) ? bandwidths[$0] : nil }
        let affordable = allowed.filter { variant in
            let isHigher = present.map { bandwidths[variant] > $0 } ?? false
            let share = isHigher ? rules.risingShare ?? rules.usableShare : rules.usableShare
            return bandwidths[variant] <= bitsPerSecond / 100 * share
        }
        let wanted = affordable.max(by: isLower) ?? allowed.min(by: isLower) ?? lowest
        guard let current, allowed.contains(current) else { return wanted }
        guard bandwidths[wanted] > bandwidths[current] else {
            if let fallLead = rules.fallLead, lead >= fallLead { return current }
            return wanted
        }
        let riseLead = reachable.map { min($0, rules.riseLead) } ?? rules.riseLead
        return lead >= riseLead ? wanted : current
    }

    /// Returns whether the first variant ranks below the second.
    ///
    /// The variant with the lower bandwidth ranks lower. If the bandwidths are equal, the variant
    /// that comes later in the multivariant playlist ranks lower.
    private func isLower(_ left: Int, _ right: Int) -> Bool {
        bandwidths[left] == bandwidths[right] ? left > right : bandwidths[left] < bandwidths[right]
    }
}
