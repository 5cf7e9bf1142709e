import Containers
import Sessions

/// The decrypted samples by which a decoder checks whether the keys are right.
///
/// For each track and key, the evidence consists of the first samples of the track that were
/// decrypted with the key. The first samples that are described as clear are evidence, too.
struct KeyEvidence {
    /// The maximum number of samples for each track and key.
    private static let sampleLimit = 24
    /// The minimum number of protected bytes that count as evidence: one cipher block.
    ///
    /// Fewer bytes prove nothing. In a chained scheme, a shorter range is not encrypted.
    private static let leastByteCount = 16

    private struct Name: Hashable {
        let track: UInt64
        let key: Int
    }

    /// Samples whose protected ranges are too short to be evidence one by one.
    private struct ShortSamples {
        var samples: [DecryptedSample] = []
        var byteCount = 0
    }

    private var periods: [KeyPeriod] = []
    private var samples: [DecryptedSample] = []
    private var counts: [Name: Int] = [:]
    private var shortSamples: [Name: ShortSamples] = [:]

    /// The keys, and the samples by which to check them; `nil` when there is nothing to check.
    ///
    /// Short samples are included if their track and key have no other samples, and if together
    /// they have enough protected bytes.
    var proof: KeyProof? {
        guard !periods.isEmpty else { return nil }
        let short = shortSamples.filter {
            counts[$0.key] == nil && $0.value.byteCount >= Self.leastByteCount
        }
        let all = samples + short.values.flatMap(\.samples).sorted { $0.offset < $1.offset }
        return KeyProof(periods: periods, samples: all)
    }

    /// Adds a key, unless it is already present, and returns the index to pass to `add`.
    mutating func begin(_ identifier: KeyIdentifier, _ key: [UInt8]) -> Int {
        number(of: .content(identifier.bytes + key))
    }

    private mutating func number(of period: KeyPeriod) -> Int {
        if let number = periods.firstIndex(of: period) { return number }
        periods.append(period)
        return periods.count - 1
    }

    /// Adds a sample, unless enough samples were added.
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
        guard counts[name, default: 0] < Self.sampleLimit else { return }
        let sample = DecryptedSample(offset: offset, key: period)
        guard ranges.contains(where: { $0.count >= Self.leastByteCount }) else {
            if rule.scheme == .cenc, counts[name] == nil { addShort(sample, ranges, to: name) }
            return
        }
        counts[name, default: 0] += 1
        samples.append(sample)
    }

    private mutating func addShort(
        _ sample: DecryptedSample, _ ranges: [Range<Int>], to name: Name
    ) {
        let byteCount = ranges.reduce(0) { $0 + $1.count }
        guard byteCount > 0,
            shortSamples[name, default: ShortSamples()].samples.count < Self.sampleLimit
        else { return }
        shortSamples[name, default: ShortSamples()].samples.append(sample)
        shortSamples[name, default: ShortSamples()].byteCount += byteCount
    }

    /// Adds a sample that is described as clear in a track with encryption.
    ///
    /// A decoder detects whether it is encrypted nevertheless. The number of samples is limited
    /// for each track.
    mutating func add(clearSampleAt offset: Int64, of track: UInt64) {
        let period = number(of: .clear)
        let name = Name(track: track, key: period)
        guard counts[name, default: 0] < Self.sampleLimit else { return }
        counts[name, default: 0] += 1
        samples.append(DecryptedSample(offset: offset, key: period))
    }
}
