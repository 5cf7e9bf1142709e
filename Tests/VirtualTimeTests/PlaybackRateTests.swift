import Testing
import VirtualTime

@Suite struct PlaybackRateTests {
    @Test(arguments: [1, 0.5, 0.9, 1.25, 2, 3.3, 16])
    func `arrives exactly at a media time and not past it`(rate: Double) throws {
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

    @Test(arguments: [0, -1, .nan, .infinity, 1001])
    func `refuses what is no rate`(rate: Double) {
        #expect(PlaybackRate(rate) == nil)
    }

    @Test func `media does not move back`() {
        #expect(Duration(playing: .seconds(-1), at: .normal) == .zero)
        #expect(MediaTime(elapsed: .milliseconds(-1500), rate: .normal) == .milliseconds(-1500))
    }
}
