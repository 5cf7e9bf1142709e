package import VirtualTime

/// Decides which variant stream the next segment comes from.
///
/// Without a limit on the network the choice is the highest variant that is allowed. On a
/// simulated network playback starts with the variant that the playlist lists first, as the
/// authoring rules for HLS ask, falls as soon as a variant is more than the network carries, and
/// rises when there is a margin and media in hand.
package struct VariantSelector: Equatable, Sendable {
    /// The share of the estimated throughput that a variant may take, in percent.
    package static let usableShare: Int64 = 80
    /// How much media must lie ahead before a higher variant is tried.
    package static let riseLead = MediaTime.seconds(10)

    /// The variants' peak bandwidths in bits a second, as the playlist lists them.
    package let bandwidths: [Int64]
    /// Whether the network is simulated, so that throughput means something.
    package let isNetworkLimited: Bool
    /// The highest bandwidth that is wanted; 0 means any.
    package var preferredPeakBitRate: Int64 = 0
    /// Variants that failed and are not to be chosen again.
    package private(set) var excluded: Set<Int> = []
    private var throughput = ThroughputEstimate()

    package init(bandwidths: [Int64], isNetworkLimited: Bool) {
        self.bandwidths = bandwidths
        self.isNetworkLimited = isNetworkLimited
    }

    /// Takes note of a transfer.
    package mutating func received(bytes: Int64, in elapsed: Duration) {
        throughput.add(bytes: bytes, in: elapsed)
    }

    /// Takes a variant out of the choice.
    package mutating func exclude(_ variant: Int) {
        excluded.insert(variant)
    }

    /// Chooses a variant.
    ///
    /// - Parameters:
    ///   - current: The variant of the segment before; `nil` at the start.
    ///   - lead: How much media lies ahead of the playhead.
    /// - Returns: The variant, or `nil` when all are excluded.
    package func choice(current: Int?, lead: MediaTime) -> Int? {
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
        let usable = bitsPerSecond / 100 * Self.usableShare
        let affordable = allowed.filter { bandwidths[$0] <= usable }.max(by: isLower)
        let wanted = affordable ?? allowed.min(by: isLower) ?? lowest
        guard let current, allowed.contains(current), bandwidths[wanted] > bandwidths[current]
        else { return wanted }
        return lead >= Self.riseLead ? wanted : current
    }

    /// Orders by bandwidth, and by the order in the playlist where that is equal.
    private func isLower(_ left: Int, _ right: Int) -> Bool {
        bandwidths[left] == bandwidths[right] ? left > right : bandwidths[left] < bandwidths[right]
    }
}

/// How fast the network has been, as a mean of transfers in which later ones weigh more.
package struct ThroughputEstimate: Equatable, Sendable {
    /// Transfers below this size say more of latency than of bandwidth (hls.js and Shaka do alike).
    package static let smallestSample: Int64 = 16_384

    /// The estimate; `nil` before the first transfer that counts.
    package private(set) var bitsPerSecond: Int64?

    package init() {}

    /// Takes note of a transfer.
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
