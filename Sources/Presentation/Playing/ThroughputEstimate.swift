/// The rule that computes an estimate of the throughput from transfers.
package struct ThroughputRule: Equatable, Sendable {
    /// The way in which throughput samples are combined.
    package enum Filter: Equatable, Sendable {
        /// A mean with a weight of 40 percent for each new sample.
        case weighted
        /// The lower of two moving averages, which both start at zero.
        ///
        /// `slow` and `fast` are the weights of a new sample, in percent.
        case lowerMean(slow: Int64, fast: Int64)
        /// The lower of two moving averages with these half-lives, measured in transfer time.
        case halfLives(fast: Duration, slow: Duration)
        /// The weighted median of the latest samples.
        ///
        /// The oldest sample is removed once the later samples reach the total weight `window`. The
        /// weight of a sample is the square root of its size in bytes.
        case median(window: Int)
        /// The latest sample.
        case latest
        /// The lower of the latest sample and the mean of the latest `count` samples.
        case lowerOfLatestAndMean(count: Int)
    }

    /// The way in which throughput samples are combined.
    package var filter = Filter.weighted
    /// The smallest transfer in bytes that counts as a sample.
    ///
    /// The throughput of smaller transfers depends mostly on the latency, as hls.js and Shaka also
    /// assume.
    package var smallestSample: Int64 = 16_384
    /// The time subtracted from the duration of each request before its sample is computed.
    package var deduction = Duration.zero
    /// The initial estimate in bits per second, until enough bytes have arrived; `nil` for none.
    package var guess: Int64?
    /// The number of bytes that must have arrived before measurements replace the initial estimate.
    package var leastByteCount: Int64 = 0

    /// Creates the rule with the default values that HeadlessPlayback itself uses.
    package init() {}
}

/// An estimate of the throughput from transfers.
package struct ThroughputEstimate: Equatable, Sendable {
    /// The rule by which the transfers are combined into the estimate.
    package let rule: ThroughputRule
    private var mean: Int64?
    private var slow: Int64 = 0
    private var fast: Int64 = 0
    private var slowMean = TimedMean()
    private var fastMean = TimedMean()
    private var samples: [Sample] = []
    private var byteCount: Int64 = 0

    private struct Sample: Equatable, Sendable {
        let bitsPerSecond: Int64
        let weight: Int64
    }

    /// Creates an estimate without samples.
    package init(rule: ThroughputRule = ThroughputRule()) {
        self.rule = rule
    }

    /// The estimate in bits per second.
    ///
    /// Until enough bytes have arrived, this is the initial estimate of the rule, or `nil` if the
    /// rule has none.
    package var bitsPerSecond: Int64? {
        byteCount > 0 && byteCount >= rule.leastByteCount ? mean : rule.guess
    }

    /// Records the size and the duration of a transfer.
    package mutating func add(bytes: Int64, in elapsed: Duration) {
        let time = elapsed - rule.deduction
        let microseconds = Int64(clamping: time.attoseconds / 1_000_000_000_000)
        guard bytes >= rule.smallestSample, microseconds > 0 else { return }
        let sample = Int64(clamping: Int128(bytes) * 8_000_000 / Int128(microseconds))
        byteCount += bytes
        mean = filtered(sample, bytes: bytes, microseconds: microseconds)
    }

    private mutating func filtered(
        _ sample: Int64, bytes: Int64, microseconds: Int64
    ) -> Int64 {
        switch rule.filter {
        case .weighted: return mean.map { $0 / 10 * 6 + sample / 10 * 4 } ?? sample
        case .latest: return sample
        case .lowerOfLatestAndMean(let count):
            samples.append(Sample(bitsPerSecond: sample, weight: 1))
            if samples.count > max(count, 1) { samples.removeFirst() }
            let sum = samples.reduce(Int128(0)) { $0 + Int128($1.bitsPerSecond) }
            return min(sample, Int64(clamping: sum / Int128(samples.count)))
        case .lowerMean(let slowShare, let fastShare):
            slow = slow / 100 * (100 - slowShare) + sample / 100 * slowShare
            fast = fast / 100 * (100 - fastShare) + sample / 100 * fastShare
            return min(slow, fast)
        case .halfLives(let fastHalf, let slowHalf):
            let seconds = Double(microseconds) / 1_000_000
            fastMean.add(Double(sample), seconds, halfLife: fastHalf)
            slowMean.add(Double(sample), seconds, halfLife: slowHalf)
            return Int64(clamping: min(fastMean.value, slowMean.value))
        case .median(let window):
            let weight = max(Int64(Double(bytes).squareRoot()), 1)
            samples.append(Sample(bitsPerSecond: sample, weight: weight))
            // The oldest sample is removed once the later samples fill the window.
            while samples.count > 1,
                samples.dropFirst().reduce(0, { $0 + $1.weight }) >= Int64(window)
            {
                samples.removeFirst()
            }
            return median
        }
    }

    private var median: Int64 {
        let half = (samples.reduce(0) { $0 + $1.weight } + 1) / 2
        var sum: Int64 = 0
        for sample in samples.sorted(by: { $0.bitsPerSecond < $1.bitsPerSecond }) {
            sum += sample.weight
            if sum >= half { return sample.bitsPerSecond }
        }
        return 0
    }
}

/// A moving average in which the weight of a sample halves with each half-life of transfer time.
///
/// The average is not biased toward zero at the start.
private struct TimedMean: Equatable, Sendable {
    private var sum = 0.0
    private var weight = 0.0

    /// The weighted mean of the samples; 0 before the first sample.
    var value: Double { weight > 0 ? sum / weight : 0 }

    /// Adds a sample from a transfer that lasted `seconds` seconds.
    ///
    /// The longer the transfer, the greater is the weight of its sample.
    mutating func add(_ sample: Double, _ seconds: Double, halfLife: Duration) {
        let half = Double(halfLife.attoseconds) / 1e18
        let kept = Self.half(toThe: seconds / half)
        sum = sample * (1 - kept) + sum * kept
        weight = (1 - kept) + weight * kept
    }

    /// Returns one half raised to an exponent.
    ///
    /// The result is computed from square roots, whose values are equal on every machine.
    private static func half(toThe exponent: Double) -> Double {
        guard exponent < 1000 else { return 0 }
        var result = 1.0
        for _ in 0..<Int(exponent) { result *= 0.5 }
        var rest = exponent - exponent.rounded(.down)
        var factor = 0.5
        for _ in 0..<24 {
            factor = factor.squareRoot()
            rest *= 2
            if rest >= 1 {
                result *= factor
                rest -= 1
            }
        }
        return result
    }
}

extension Int64 {
    /// Creates the integer part of a value, clamped to the range of `Int64`; zero for NaN.
    fileprivate init(clamping value: Double) {
        self = value.isNaN ? 0 : value >= 9e18 ? .max : value <= -9e18 ? .min : Int64(value)
    }
}
