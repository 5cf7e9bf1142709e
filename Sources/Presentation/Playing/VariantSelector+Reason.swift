extension VariantSelector {
    /// Returns the reason why a variant stream is chosen in the current state, in a few words.
    ///
    /// - Parameter variant: The index of the chosen variant.
    /// - Returns: The reason, such as `the highest of at most 800000 bit/s`.
    package func reason(for variant: Int) -> String {
        let left = bandwidths.indices.filter { !excluded.contains($0) }
        if left.count == 1 {
            return bandwidths.count == 1 ? "the only one" : "the only one that has not failed"
        }
        let isCapped = preferredPeakBitRate > 0
        if isCapped, bandwidths[variant] > preferredPeakBitRate {
            return "the lowest, since all exceed \(preferredPeakBitRate) bit/s"
        }
        let limits =
            (isCapped ? " of at most \(preferredPeakBitRate) bit/s" : "")
            + (excluded.isEmpty ? "" : " that has not failed")
        guard isNetworkLimited else { return "the highest\(limits)" }
        guard let throughput = throughput.bitsPerSecond else {
            return (rules.first == .lowest ? "the lowest" : "the first") + limits
        }
        let isAffordable = bandwidths[variant] <= throughput / 100 * rules.usableShare
        let isLowest = left.allSatisfy { bandwidths[$0] >= bandwidths[variant] }
        let word = isAffordable ? "affordable" : isLowest ? "the lowest" : "chosen before"
        return "\(word)\(limits), with a throughput of \(throughput) bit/s"
    }
}
