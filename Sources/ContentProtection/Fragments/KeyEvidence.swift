import Containers
import Sessions

/// The decrypted samples by which a decoder checks whether the keys are right.
///
/// For each track and key, the evidence consists of the first samples of the track that were
/// decrypted with the key.
struct KeyEvidence {
    /// The maximum number of samples for each track and key.
    private static let sampleLimit = 24
    /// The minimum length in bytes of a protected range that counts as evidence: one cipher block.
    ///
    /// A shorter range proves nothing.
    private static let leastByteCount = 16

    private struct Name: Hashable {
        let track: UInt64
        let key: Int
    }

    private var periods: [KeyPeriod] = []
    private var samples: [DecryptedSample] = []
    private var counts: [Name: Int] = [:]

    /// The keys, and the samples by which to check them; `nil` when nothing was decrypted.
    var proof: KeyProof? {
        periods.isEmpty ? nil : KeyProof(periods: periods, samples: samples)
    }

    /// Adds a key, unless it is already present, and returns the index to pass to `add`.
    mutating func begin(_ identifier: KeyIdentifier, _ key: [UInt8]) -> Int {
        let period = KeyPeriod.content(identifier.bytes + key)
        if let number = periods.firstIndex(of: period) { return number }
        periods.append(period)
        return periods.count - 1
    }

    /// Adds a sample, unless its protected ranges are too short or enough samples were added.
    ///
    /// The number of samples is limited separately for each track and key.
    ///
    /// - Parameters:
    ///   - offset: The position of the sample.
    ///   - ranges: The protected bytes of the sample.
    ///   - rule: The encryption rule of the sample.
    ///   - period: The index of the sample's key, as `begin` returned it.
    mutating func add(
        sampleAt offset: Int64, _ ranges: [Range<Int>], _ rule: SampleRule, period: Int
    ) {
        let name = Name(track: rule.track, key: period)
        guard counts[name, default: 0] < Self.sampleLimit,
            ranges.contains(where: { $0.count >= Self.leastByteCount })
        else { return }
        counts[name, default: 0] += 1
        samples.append(DecryptedSample(offset: offset, key: period))
    }
}
