import Presentation
import Testing
import VirtualTime

/// The reasons for the choice of a variant.
@Suite struct VariantReasonTests {
    private func selector(
        _ bandwidths: [Int64] = [800_000, 1_500_000, 3_000_000], isNetworkLimited: Bool = false
    ) -> VariantSelector {
        VariantSelector(bandwidths: bandwidths, isNetworkLimited: isNetworkLimited)
    }

    /// Returns the reason that a selector gives for its choice of a variant.
    private func reason(_ selector: VariantSelector, current: Int? = nil) throws -> String {
        selector.reason(for: try #require(selector.choice(current: current, lead: .seconds(60))))
    }

    @Test
    func `on an unlimited network, the stated reason is that a variant is the highest or only one`()
        throws
    {
        #expect(try reason(selector()) == "the highest")
        #expect(try reason(selector([800_000])) == "the only one")
    }

    @Test func `the reason for a variant mentions a peak bitrate limit`() throws {
        var limited = selector()
        limited.preferredPeakBitRate = 2_000_000
        #expect(try reason(limited) == "the highest of at most 2000000 bit/s")
        limited.preferredPeakBitRate = 1000
        #expect(try reason(limited) == "the lowest, since all exceed 1000 bit/s")
    }

    @Test func `the reason for a variant mentions that other variants have failed`() throws {
        var failing = selector()
        failing.exclude(2)
        #expect(try reason(failing) == "the highest that has not failed")
        failing.exclude(0)
        #expect(try reason(failing) == "the only one that has not failed")
    }

    @Test
    func `on a simulated network, the reason is that a variant is the first, then the throughput`()
        throws
    {
        var slow = selector(isNetworkLimited: true)
        #expect(try reason(slow) == "the first")
        slow.received(bytes: 500_000, in: .seconds(1))
        #expect(
            try reason(slow, current: 0) == "affordable, with a throughput of 4000000 bit/s")
        slow = selector(isNetworkLimited: true)
        slow.received(bytes: 50_000, in: .seconds(1))
        #expect(
            try reason(slow, current: 2)
                == "the lowest, with a throughput of 400000 bit/s")
    }
}
