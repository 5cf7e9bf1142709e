import Testing
import VirtualTime

@Suite struct MediaTimeTests {
    @Test(arguments: [90_000, 48_000, 44_100, 24_000, 25, 30_000, 60, 1000] as [Int64])
    func `sums of media clock counts do not drift over a day`(timescale: Int64) {
        let step: Int64 = timescale == 24_000 || timescale == 30_000 ? 1001 : 1
        let one = MediaTime(step, timescale: timescale)
        let count = 24 * 3600 * timescale / step
        #expect(MediaTime(ticks: one.ticks * count) == MediaTime(step * count, timescale: timescale))
        #expect(one.value(timescale: timescale) == step)
    }
}
