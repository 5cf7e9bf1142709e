import Containers
import Sessions

/// The first samples that each key decrypted in each track, with which a decoder proves the keys.
struct KeyEvidence {
    /// The number of samples for each track and key.
    private static let sampleLimit = 24
    /// Less than a block of ciphertext proves nothing.
    private static let leastByteCount = 16

    private struct Name: Hashable {
        let track: UInt64
        let key: Int
    }

    private var periods: [KeyPeriod] = []
    private var samples: [DecryptedSample] = []
    private var counts: [Name: Int] = [:]

    /// The keys to prove; `nil` when nothing was decrypted.
    var proof: KeyProof? {
        periods.isEmpty ? nil : KeyProof(periods: periods, samples: samples)
    }

    /// Starts the samples of a key, and returns its number.
    mutating func begin(_ identifier: KeyIdentifier, _ key: [UInt8]) -> Int {
        let period = KeyPeriod.content(identifier.bytes + key)
        if let number = periods.firstIndex(of: period) { return number }
        periods.append(period)
        return periods.count - 1
    }

    /// Adds a sample.
    ///
    /// - Parameters:
    ///   - offset: Its position.
    ///   - ranges: Its protected bytes.
    ///   - rule: The rule of its encryption.
    ///   - period: The number of its key.
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
