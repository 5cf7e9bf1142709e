import Testing
import VirtualTime

@Suite struct MediaTimeTests {
    @Test(arguments: [90_000, 48_000, 44_100, 24_000, 25, 30_000, 60, 1000] as [Int64])
    func `sums of media clock counts do not drift over a day`(timescale: Int64) {
        let step: Int64 = timescale == 24_000 || timescale == 30_000 ? 1001 : 1
        let one = MediaTime(step, timescale: timescale)
        let count = 24 * 3600 * timescale / step
        let day = MediaTime(step * count, timescale: timescale)
        #expect(MediaTime(ticks: one.ticks * count) == day)
        #expect(one.value(timescale: timescale) == step)
    }

    @Test(arguments: [
        (0, "0.000"), (705_600_000, "1.000"), (-352_800_000, "-0.500"), (352_799, "0.000"),
        (352_800, "0.001"), (42_336_000_000, "60.000"),
    ])
    func `prints seconds with three decimals`(ticks: Int64, text: String) {
        #expect(MediaTime(ticks: ticks).description == text)
    }

    @Test func `saturates at the ends of its range`() {
        let last = MediaTime(ticks: .max)
        let first = MediaTime(ticks: .min)
        #expect(last + .seconds(1) == last)
        #expect(first - .seconds(1) == first)
        #expect(first + .seconds(-1) == first)
        #expect(MediaTime(.max, timescale: 1) == last)
        #expect(MediaTime(.min, timescale: 90_000) == first)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
    func `is nil for numbers that are not finite times`(seconds: Double) {
        #expect(MediaTime(seconds: seconds) == nil)
    }

    @Test(arguments: [
        (3, 3), (-3, -3), (5, 5), (-5, -5), (6, -4), (-6, 4), (998, -2), (-998, 2), (0, 0),
    ])
    func `a span of a clock that restarts has its shortest length`(span: Int64, shortest: Int64) {
        let span = MediaTime.seconds(span)
        #expect(span.unwrapped(by: .seconds(10)) == .seconds(shortest))
        #expect(span.unwrapped(by: nil) == span)
        #expect(span.unwrapped(by: .zero) == span)
        #expect(MediaTime(ticks: .min).unwrapped(by: MediaTime(ticks: .max)).ticks == -1)
    }

    @Test func `rounds odd timescales to the nearest tick`() {
        #expect(MediaTime(1, timescale: 7).ticks == 100_800_000)
        #expect(MediaTime(1, timescale: 11).ticks == 64_145_455)
        #expect(MediaTime(-1, timescale: 11).ticks == -64_145_455)
    }
}
