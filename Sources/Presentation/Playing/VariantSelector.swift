package import VirtualTime

/// Decides which variant stream the next segment comes from.
///
/// On an unlimited network this is the highest permitted variant. On a simulated network playback
/// starts with the variant that the playlist lists first, as the HLS authoring rules require,
/// switches down as soon as a variant exceeds the throughput, and switches up when there is a
/// margin and media is buffered.
package struct VariantSelector: Equatable, Sendable {
    /// The rules for changes of variant.
    package let rules: VariantRules
    /// The peak bandwidths of the variants in bits per second, in playlist order.
    package let bandwidths: [Int64]
    /// Whether the network is simulated, so that throughput is meaningful.
    package let isNetworkLimited: Bool
    /// The highest bandwidth permitted; 0 permits any.
    package var preferredPeakBitRate: Int64 = 0
    /// Variants that failed and must not be chosen again.
    package private(set) var excluded: Set<Int> = []
    private(set) var throughput = ThroughputEstimate()
    /// The transfers of parts that have not been counted yet.
    private var partBytes: Int64 = 0
    private var partTime = Duration.zero

    package init(
        bandwidths: [Int64], isNetworkLimited: Bool, rules: VariantRules = VariantRules()
    ) {
        self.rules = rules
        self.bandwidths = bandwidths
        self.isNetworkLimited = isNetworkLimited
    }

    /// Records a transfer; small ones of parts of segments count together.
    package mutating func received(bytes: Int64, in elapsed: Duration, isPart: Bool = false) {
        guard isPart else { return throughput.add(bytes: bytes, in: elapsed) }
        partBytes += bytes
        partTime += elapsed
        guard partBytes >= ThroughputEstimate.smallestSample else { return }
        throughput.add(bytes: partBytes, in: partTime)
        (partBytes, partTime) = (0, .zero)
    }

    /// Excludes a variant permanently.
    package mutating func exclude(_ variant: Int) {
        excluded.insert(variant)
    }

    /// Chooses a variant.
    ///
    /// - Parameters:
    ///   - current: The variant of the previous segment; `nil` at the start.
    ///   - lead: The amount of media buffered ahead of the playhead.
    ///   - reachable: The lead that can be reached near a live edge; `nil` when it is not limited.
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
            return allowed.first { $0 == current } ?? allowed.first
        }
        let usable = bitsPerSecond / 100 * rules.usableShare
        let affordable = allowed.filter { bandwidths[$0] <= usable }.max(by: isLower)
        let wanted = affordable ?? allowed.min(by: isLower) ?? lowest
        guard let current, allowed.contains(current), bandwidths[wanted] > bandwidths[current]
        else { return wanted }
        let riseLead = reachable.map { min($0, rules.riseLead) } ?? rules.riseLead
        return lead >= riseLead ? wanted : current
    }

    /// Orders by bandwidth, then by the order in the playlist.
    private func isLower(_ left: Int, _ right: Int) -> Bool {
        bandwidths[left] == bandwidths[right] ? left > right : bandwidths[left] < bandwidths[right]
    }
}

/// An estimate of the throughput: a mean of transfers, weighted toward the latest.
package struct ThroughputEstimate: Equatable, Sendable {
    /// The smallest transfer that counts; smaller ones measure latency (as in hls.js and Shaka).
    package static let smallestSample: Int64 = 16_384

    /// The estimate; `nil` before the first transfer that counts.
    package private(set) var bitsPerSecond: Int64?

    package init() {}

    /// Records a transfer.
    package mutating func add(bytes: Int64, in elapsed: Duration) {
        let microseconds = Int64(clamping: elapsed.attoseconds / 1_000_000_000_000)
        guard bytes >= Self.smallestSample, microseconds > 0 else { return }
        let sample = Int64(clamping: Int128(bytes) * 8_000_000 / Int128(microseconds))
        guard let old = bitsPerSecond else {
            bitsPerSecond = sample
            return
        }
        bitsPerSecond = old / 10 * 6 + sample / 10 * 4
    }
}
