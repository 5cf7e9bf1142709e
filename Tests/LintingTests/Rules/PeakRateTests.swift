import Linting
import Testing
import VirtualTime

@Suite struct PeakRateTests {
    @Test func `a segment that is longer than the measured interval counts by itself`() {
        let rate = PeakRate(
            [(.seconds(6), 1_000_000), (.seconds(10), 5_000_000), (.seconds(6), 1_000_000)],
            target: .seconds(6))
        #expect(rate.peak == 4_000_000)
        #expect(rate.peakTime == .seconds(6))
        #expect(rate.rates.max() == rate.peak)
        #expect(rate.rates.count == 3)
    }

    @Test func `segments with a duration of zero have a bitrate of zero`() {
        let rate = PeakRate([(.zero, 1000), (.zero, 1000)], target: .zero)
        #expect(rate.peak == 0 && rate.average == 0)
        #expect(rate.rates == [0, 0])
    }

    @Test func `the bitrate of a huge segment that lasts one tick is bounded`() {
        let rate = PeakRate([(MediaTime(ticks: 1), 1 << 40)], target: .zero)
        #expect(Int(exactly: rate.peak) != nil)
        #expect(Int(exactly: rate.average) != nil)
        #expect(rate.rates == [rate.peak])
    }
}
