import Presentation
import Testing
import VirtualTime

/// The filters that estimate throughput, compared with results that were computed by hand.
@Suite struct ThroughputEstimateTests {
    private func estimate(
        _ filter: ThroughputRule.Filter, _ samples: [(bytes: Int64, milliseconds: Int64)],
        _ change: (inout ThroughputRule) -> Void = { _ in }
    ) -> Int64? {
        var rule = ThroughputRule()
        rule.filter = filter
        rule.smallestSample = 1
        change(&rule)
        var estimate = ThroughputEstimate(rule: rule)
        for sample in samples {
            estimate.add(bytes: sample.bytes, in: .milliseconds(sample.milliseconds))
        }
        return estimate.bitsPerSecond
    }

    @Test func `the estimate is the lower of two moving averages that both start at zero`() {
        let filter = ThroughputRule.Filter.lowerMean(slow: 20, fast: 80)
        // After one sample of 1 Mb/s, the averages are 200 kb/s and 800 kb/s; the lower one counts.
        #expect(estimate(filter, [(125_000, 1000)]) == 200_000)
        #expect(estimate(filter, [(125_000, 1000), (125_000, 1000)]) == 360_000)
        // After the slow sample, the fast average is below the slow one: 0.8 · 0.1 + 0.2 · 1 Mb/s.
        let falls = Array(repeating: (bytes: Int64(125_000), milliseconds: Int64(1000)), count: 20)
        let value = estimate(filter, falls + [(12_500, 1000)]) ?? 0
        #expect((279_000...281_000).contains(value))
    }

    @Test
    func
        `a deduction shortens the time of a sample, and a guess applies until enough bytes arrive`()
    {
        #expect(
            estimate(.latest, [(125_000, 1000)]) { $0.deduction = .milliseconds(500) }
                == 2_000_000)
        #expect(estimate(.latest, []) { $0.guess = 77 } == 77)
        let few: [(bytes: Int64, milliseconds: Int64)] = [(125_000, 1000)]
        #expect(
            estimate(.latest, few) {
                $0.guess = 77
                $0.leastByteCount = 125_001
            } == 77)
    }

    @Test func `a moving average with half-lives is not biased toward zero by its start`() {
        let filter = ThroughputRule.Filter.halfLives(fast: .seconds(3), slow: .seconds(9))
        let value = estimate(filter, [(125_000, 1000)]) ?? 0
        #expect((999_990...1_000_010).contains(value))
        // Three seconds at 1 Mb/s, then three at 3 Mb/s: the fast mean is 7/3 Mb/s, the slow mean
        // is lower.
        let slow = estimate(filter, [(375_000, 3000), (1_125_000, 3000)]) ?? 0
        #expect((2_000_000...2_333_334).contains(slow))
    }

    @Test func `the estimate is the lower of the latest sample and the mean of the last three`() {
        let filter = ThroughputRule.Filter.lowerOfLatestAndMean(count: 3)
        #expect(estimate(filter, [(125_000, 1000)]) == 1_000_000)
        // The latest sample of 1 Mb/s is lower than the mean. Below, the mean is lower than the
        // latest sample: the mean of 1, 4 and 7 Mb/s, and the mean of 4, 7 and 10 Mb/s.
        #expect(estimate(filter, [(500_000, 1000), (125_000, 1000)]) == 1_000_000)
        let rise: [(bytes: Int64, milliseconds: Int64)] = [
            (125_000, 1000), (500_000, 1000), (875_000, 1000),
        ]
        #expect(estimate(filter, rise) == 4_000_000)
        #expect(estimate(filter, rise + [(1_250_000, 1000)]) == 7_000_000)
    }

    @Test func `the median weighs samples by the square root of their sizes`() {
        let filter = ThroughputRule.Filter.median(window: 2000)
        #expect(
            estimate(filter, [(10_000, 100), (10_000, 200), (10_000, 50)]) == 800_000)
        // One large sample outweighs two small ones.
        #expect(
            estimate(filter, [(1_000_000, 1000), (100, 1), (100, 1)]) == 8_000_000)
    }
}
