import Presentation
import Testing
import VirtualTime

/// The playback rate that a player derives from its latency at each check of the latency.
@Suite struct LiveRateTests {
    private static let join = LiveJoin(
        position: .zero, latency: .seconds(6), isRateAdjustable: true)

    private static func sigmoid(_ maximum: Double = 1.5) -> LiveTuning {
        var tuning = LiveTuning(.hlsJS)
        tuning.catchUp = .sigmoid(maximumRate: maximum)
        return tuning
    }

    private func look(
        _ latency: Double, lead: Double = 5, age: Double = 0, hasEnded: Bool = false
    ) -> LiveRate.Look {
        LiveRate.Look(
            latency: .seconds(latency), lead: .seconds(lead), holdBack: .seconds(6),
            target: .seconds(2), age: .seconds(age), hasEnded: hasEnded)
    }

    private func instant(_ seconds: Double) -> Instant { .seconds(seconds) }

    // MARK: Players

    @Test(arguments: [
        (LiveProfile.apple, false), (.rfc8216, false), (.hlsJS, false), (.media3, true),
        (.shaka, false), (.vhs, false), (.gstreamer, false),
    ])
    func `only media3 changes the rate by default`(profile: LiveProfile, changes: Bool) {
        #expect((LiveRate(LiveTuning(profile), joiningAt: Self.join) != nil) == changes)
    }

    @Test func `hls.js changes the rate only with a maximum rate above 1 and in low-latency mode`()
    {
        #expect(LiveRate(Self.sigmoid(1.5), joiningAt: Self.join) != nil)
        #expect(LiveRate(Self.sigmoid(1), joiningAt: Self.join) == nil)
        var tuning = Self.sigmoid()
        tuning.usesLowLatency = false
        #expect(LiveRate(tuning, joiningAt: Self.join) == nil)
    }

    @Test
    func `media3 changes the rate only with a stated hold-back, unless that requirement is off`() {
        let unstated = LiveJoin(position: .zero, latency: .seconds(6), isRateAdjustable: false)
        #expect(LiveRate(LiveTuning(.media3), joiningAt: unstated) == nil)
        var tuning = LiveTuning(.media3)
        var control = ProportionalControl()
        control.needsHoldBack = false
        tuning.catchUp = .proportional(control)
        #expect(LiveRate(tuning, joiningAt: unstated) != nil)
    }

    // MARK: hls.js

    @Test func `hls.js checks the latency every quarter of a second while it plays`() throws {
        var rate = try #require(LiveRate(Self.sigmoid(), joiningAt: Self.join))
        #expect(rate.nextLook == nil)
        rate.move(least: .zero, stalls: 0, at: instant(1))
        #expect(rate.nextLook == instant(1.25))
        // A call to `move` between two checks of the latency does not postpone the next check.
        rate.move(least: .zero, stalls: 0, at: instant(1.1))
        #expect(rate.nextLook == instant(1.25))
        #expect(rate.rate(at: look(7), instant(1.25)) == 1.35)
        #expect(rate.nextLook == instant(1.5))
        rate.rest()
        #expect(rate.nextLook == nil)
        #expect(rate.rate == 1.35)
    }

    @Test func `hls.js checks the latency of a newer playlist at once while it plays`() throws {
        var rate = try #require(LiveRate(Self.sigmoid(), joiningAt: Self.join))
        rate.advance(at: instant(1))
        #expect(rate.nextLook == nil)
        rate.move(least: .zero, stalls: 0, at: instant(1))
        rate.advance(at: instant(1.1))
        #expect(rate.nextLook == instant(1.1))
    }

    @Test(arguments: [
        // Each case: latency, buffered duration, playlist age and number of stalls, and then the
        // expected rate.
        (6.05, 5.0, 0.0, 0, 1.0), (6.06, 5, 0, 0, 1), (7, 5, 0, 0, 1.35), (5, 5, 0, 0, 1),
        // The rate is at most 1.5, and it is 1 if no more than one second of media is buffered.
        (9, 5, 0, 0, 1.5), (9, 1, 0, 0, 1), (9, 1.001, 0, 0, 1.5),
        // A latency that exceeds the target latency by at least the target latency plus one target
        // duration shows that the viewer has gone back, so the rate is 1.
        (13.9, 5, 0, 0, 1.5), (14, 5, 0, 0, 1),
        // Each stall adds a second to the target latency, up to one target duration in total.
        (7, 5, 0, 1, 1), (9, 5, 0, 5, 1.35),
        // If the live edge has not moved for more than three target durations, playback is
        // accelerated.
        (7, 5, 6, 0, 1.35), (7, 5, 6.5, 0, 1.5),
    ])
    func `the rate of hls.js depends on latency, buffer, playlist age and stalls`(
        latency: Double, lead: Double, age: Double, stalls: Int, expected: Double
    ) throws {
        var rate = try #require(LiveRate(Self.sigmoid(), joiningAt: Self.join))
        rate.move(least: .zero, stalls: stalls, at: instant(0))
        #expect(rate.rate(at: look(latency, lead: lead, age: age), instant(1)) == expected)
    }

    @Test func `at the end of a broadcast hls.js keeps its rate, and media3 returns to 1`() throws {
        var hlsJS = try #require(LiveRate(Self.sigmoid(), joiningAt: Self.join))
        _ = hlsJS.rate(at: look(9), instant(1))
        #expect(hlsJS.rate(at: look(9, hasEnded: true), instant(2)) == 1.5)
        #expect(hlsJS.nextLook == nil)
        hlsJS.move(least: .zero, stalls: 0, at: instant(3))
        #expect(hlsJS.nextLook == nil)
        var media3 = try #require(LiveRate(LiveTuning(.media3), joiningAt: Self.join))
        #expect(media3.rate(at: look(9), instant(1)) == 1.03)
        #expect(media3.rate(at: look(9, hasEnded: true), instant(2)) == 1)
        media3.move(least: .zero, stalls: 0, at: instant(3))
        #expect(media3.nextLook == nil)
    }

    // MARK: media3

    @Test func `media3 checks the latency at once, then every second, and at once after a stall`()
        throws
    {
        var rate = try #require(LiveRate(LiveTuning(.media3), joiningAt: Self.join))
        rate.move(least: .seconds(2), stalls: 0, at: instant(1))
        #expect(rate.nextLook == instant(1))
        #expect(rate.rate(at: look(6.1), instant(1)) == 1.01)
        #expect(rate.nextLook == instant(2))
        rate.move(least: .seconds(2), stalls: 0, at: instant(1.5))
        #expect(rate.nextLook == instant(2))
        rate.rest()
        rate.move(least: .seconds(2), stalls: 1, at: instant(1.7))
        #expect(rate.nextLook == instant(1.7))
        // The stall has added half a second to the target latency, which has since fallen by 40 ms.
        let slower = rate.rate(at: look(6.5), instant(1.7))
        #expect(abs(slower - 1.004) < 1e-9)
    }

    @Test func `after a seek media3 keeps the latency of the seek target`() throws {
        var rate = try #require(LiveRate(LiveTuning(.media3), joiningAt: Self.join))
        rate.aim(at: .seconds(30))
        #expect(rate.rate(at: look(30, lead: 26), instant(1)) == 1)
        rate.aim(at: nil)
        #expect(rate.rate(at: look(30, lead: 26), instant(2)) == 1.03)
    }

    // MARK: The safe latency of media3

    @Test func `the safe latency follows a rise at once and a fall slowly`() throws {
        var safe = SafeLatency(weight: 999)
        #expect(safe.value == nil)
        safe.follow(.seconds(2), at: instant(0))
        #expect(safe.value == .seconds(2))
        safe.follow(.seconds(3), at: instant(0.01))
        #expect(safe.value == .seconds(3))
        safe.follow(.seconds(2), at: instant(0.02))
        // The mean has moved from 3 s to 2.999 s: by a thousandth of the distance to the new value.
        // Three deviations of 999 µs each are added to the mean.
        #expect(safe.value == MediaTime(2_999_000 + 3 * 999, timescale: 1_000_000))
    }

    @Test func `one long step of the safe latency equals many short steps`() {
        var steps = SafeLatency(weight: 999)
        var jump = SafeLatency(weight: 999)
        for count in 0...100 {
            steps.follow(
                .seconds(1) + .milliseconds(Int64(count) * 10), at: instant(Double(count) / 100))
        }
        jump.follow(.seconds(1), at: instant(0))
        jump.follow(.seconds(2), at: instant(1))
        #expect(steps.value == jump.value)
    }

    @Test func `the safe latency does not change while the playhead does not move`() {
        var safe = SafeLatency(weight: 999)
        safe.follow(.seconds(1), at: instant(0))
        safe.rest()
        safe.follow(.seconds(1), at: instant(60))
        #expect(safe.value == .seconds(1))
    }

    @Test func `media3 raises its target latency when its buffer is short`() {
        var catchUp = ProportionalCatchUp()
        catchUp.setMedia(latency: .seconds(6))
        // At a latency of 9 s, a buffered duration of 1 s means that the newest buffered media has
        // a latency of 8 s, so a target of 6 s cannot be reached.
        #expect(catchUp.rate(for: .seconds(9), lead: .seconds(1), at: instant(0)) == 1.03)
        #expect(catchUp.target == .seconds(8))
    }

    @Test func `media3 returns to its target latency gradually after a stall`() {
        var catchUp = ProportionalCatchUp()
        catchUp.setMedia(latency: .seconds(6))
        _ = catchUp.rate(for: .seconds(6), lead: .seconds(5), at: instant(0))
        catchUp.stall()
        #expect(catchUp.target == .milliseconds(6500))
        _ = catchUp.rate(for: .milliseconds(6500), lead: .seconds(5), at: instant(1))
        #expect(catchUp.target == .milliseconds(6470))
        for second in 2..<60 {
            let latency = catchUp.target ?? .zero
            _ = catchUp.rate(for: latency, lead: .seconds(5), at: instant(Double(second)))
        }
        #expect(catchUp.target == .seconds(6))
    }
}
