import LiveOrigin
import Testing
import VirtualTime

@Suite struct FloorSumTests {
    @Test func `a computed sum of rounded quotients equals the sum of its terms`() {
        var random = SeededRandom(seed: 3)
        for _ in 0..<2000 {
            let count = Int.random(in: 0..<40, using: &random)
            let divisor = Int64.random(in: 1..<50, using: &random)
            let step = Int64.random(in: -60..<60, using: &random)
            let offset = Int64.random(in: -500..<500, using: &random)
            let terms = (0..<count).map { index in
                Int((Double(step * Int64(index) + offset) / Double(divisor)).rounded(.down))
            }
            #expect(
                FloorSum.sum(count: count, divisor: divisor, step: step, offset: offset)
                    == terms.reduce(0, +))
        }
    }

    @Test func `a sum over thirty days of ticks does not overflow`() {
        let second = MediaTime.ticksPerSecond
        let sum = FloorSum.sum(
            count: 4320, divisor: 30 * second, step: 600 * second, offset: -15 * second)
        #expect(sum == (0..<4320).reduce(0) { $0 + $1 * 20 - 1 })
    }
}
