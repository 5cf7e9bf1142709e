import SidecarSubtitles
import Testing
import VirtualTime

@Suite struct CuePlacementTests {
    private static let wrap: Int64 = 1 << 33

    private func placement(
        local: MediaTime = .zero, mpegts: Int64, origin: Int64, at presentation: MediaTime = .zero
    ) -> CuePlacement {
        CuePlacement(
            map: WebVTTTimestampMap(local: local, mpegTimestamp: mpegts),
            origin: .init(mpegTimestamp: origin, presentation: presentation))
    }

    @Test func `a cue lies as far from the origin as its clock says`() {
        let placement = placement(local: .seconds(5), mpegts: 990_000, origin: 900_000)
        #expect(placement.offset(ofCueAt: .seconds(5), near: .zero) == .seconds(-4))
        let cue = WebVTTCue(start: .seconds(5), end: .seconds(7), text: "a")
        #expect(
            placement.placed(cue, near: .zero)
                == WebVTTCue(start: .seconds(1), end: .seconds(3), text: "a"))
    }

    @Test func `the origin of a later domain shifts its cues`() {
        let placement = placement(mpegts: 0, origin: 0, at: .seconds(600))
        #expect(placement.offset(ofCueAt: .seconds(2), near: .seconds(600)) == .seconds(600))
    }

    @Test func `without a map the file counts as the clock does`() {
        let placement = CuePlacement(
            map: nil, origin: .init(mpegTimestamp: 900_000, presentation: .zero))
        #expect(placement.offset(ofCueAt: .seconds(12), near: .seconds(2)) == .seconds(-10))
    }

    private static let turns: [(mpegts: Int64, origin: Int64, seconds: Int64)] = [
        // The clock wraps between the origin and the cue.
        (90_000, wrap - 90_000, 2),
        // The cue comes before the origin, and the clock wraps between them.
        (wrap - 90_000, 90_000, -2),
        // One of the two counts on beyond 33 bits.
        (wrap + 180_000, 0, 2),
        ((1 << 40) + 180_000, 0, 2),
        (180_000, wrap, 2),
        (180_000, 7 * wrap, 2),
    ]

    @Test(arguments: turns, [-3, 0, 3, 40_000] as [Int64])
    func `of the times a wrap apart the nearest is meant`(
        turn: (mpegts: Int64, origin: Int64, seconds: Int64), expected: Int64
    ) {
        let placement = placement(mpegts: turn.mpegts, origin: turn.origin)
        let offset = placement.offset(ofCueAt: .zero, near: .seconds(expected))
        #expect(offset == .seconds(turn.seconds))
    }

    @Test func `a presentation longer than the clock goes on`() {
        let placement = placement(mpegts: 0, origin: 0)
        for turn in Int64(0)...5 {
            let start = MediaTime(turn * Self.wrap, timescale: 90_000) + .seconds(1)
            #expect(placement.offset(ofCueAt: .seconds(1), near: start) == start - .seconds(1))
            #expect(placement.offset(ofCueAt: start, near: start) == .zero)
        }
    }

    @Test(arguments: [(-1, 0), (0, 1), (1, 1)] as [(Int64, Int64)])
    func `at half a wrap the later time is meant`(ticks: Int64, turns: Int64) {
        let half = MediaTime(ticks: CuePlacement.wrap.ticks / 2)
        let offset = placement(mpegts: 0, origin: 0)
            .offset(ofCueAt: .zero, near: half + MediaTime(ticks: ticks))
        #expect(offset == MediaTime(turns * Self.wrap, timescale: 90_000))
    }

    @Test func `times at the end of the range do not overflow`() {
        let ends = [MediaTime(ticks: .min), MediaTime(ticks: .max), .zero]
        for local in ends {
            for presentation in ends {
                for expected in ends {
                    let placement = CuePlacement(
                        map: WebVTTTimestampMap(local: local, mpegTimestamp: .max),
                        origin: .init(timestamp: presentation, presentation: presentation))
                    let cue = WebVTTCue(start: local, end: expected, text: "")
                    #expect(placement.placed(cue, near: expected).text == "")
                }
            }
        }
    }

    @Test func `a wrap is 2 to the 33rd of 90 kHz`() {
        #expect(CuePlacement.wrap.value(timescale: 90_000) == 8_589_934_592)
    }
}
