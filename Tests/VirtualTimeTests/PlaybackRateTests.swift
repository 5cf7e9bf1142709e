import Testing
import VirtualTime

@Suite struct PlaybackRateTests {
    @Test(arguments: [1, 0.5, 0.9, 1.25, 2, 3.3, 16])
    func `converting media time to elapsed time and back is exact`(rate: Double) throws {
        let rate = try #require(PlaybackRate(rate))
        for ticks: Int64 in [1, 7, 7840, 352_800_000, 705_600_001, 5_080_320_000_123] {
            let media = MediaTime(ticks: ticks)
            #expect(MediaTime(elapsed: Duration(playing: media, at: rate), rate: rate) == media)
        }
    }

    @Test func `a day at normal rate is a day of media`() {
        #expect(MediaTime(elapsed: .seconds(86_400), rate: .normal) == .seconds(86_400))
        #expect(Duration(playing: .seconds(86_400), at: .normal) == .seconds(86_400))
    }

    @Test func `the normal rate is exact over all spans`() {
        var random = SeededRandom(seed: 7)
        for bits in 1..<116 {
            for _ in 0..<20 {
                let attoseconds = Int128.random(in: 0..<(Int128(1) << Int128(bits)), using: &random)
                // A tick is 10^13 / 7056 attoseconds.
                let whole = attoseconds / 10_000_000_000_000 * 7056
                let ticks = whole + attoseconds % 10_000_000_000_000 * 7056 / 10_000_000_000_000
                let media = MediaTime(elapsed: Duration(attoseconds: attoseconds), rate: .normal)
                #expect(media.ticks == Int64(clamping: ticks))
            }
            guard bits < 63 else { continue }
            let media = MediaTime(ticks: Int64.random(in: 1..<(1 << Int64(bits)), using: &random))
            let span = Duration(playing: media, at: .normal)
            #expect(MediaTime(elapsed: span, rate: .normal) == media)
            let less = Duration(attoseconds: span.attoseconds - 1)
            #expect(MediaTime(elapsed: less, rate: .normal) < media)
        }
    }

    @Test(arguments: [0, -1, .nan, .infinity, 1001])
    func `refuses an invalid rate`(rate: Double) {
        #expect(PlaybackRate(rate) == nil)
    }

    @Test func `negative media time takes no playing time`() {
        #expect(Duration(playing: .seconds(-1), at: .normal) == .zero)
        #expect(MediaTime(elapsed: .milliseconds(-1500), rate: .normal) == .milliseconds(-1500))
    }
}
