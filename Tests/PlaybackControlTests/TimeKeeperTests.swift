import HeadlessPlayback
import PlaybackControl
import TestSupport
import Testing
import VirtualTime

@Suite struct TimeBoundTests {
    private let day = Duration.seconds(86_400)

    @Test func `the time limit is a day for shorter media`() {
        var bound = TimeBound()
        #expect(bound.limit == day)
        bound.promise(.seconds(7200), at: .normal, ofSession: 1)
        #expect(bound.limit == day)
    }

    @Test func `the time limit is twice the duration of all sessions at their playback rates`()
        throws
    {
        var bound = TimeBound(planned: .seconds(10))
        bound.promise(.seconds(86_400), at: .normal, ofSession: 1)
        bound.promise(.seconds(86_000), at: .normal, ofSession: 1)
        bound.promise(.seconds(3_600), at: try #require(PlaybackRate(0.5)), ofSession: 2)
        #expect(bound.limit == .seconds(2 * (86_400 + 7_200) + 10))
    }

    @Test func `the time limit includes the delays of faults, up to a bound`() {
        var bound = TimeBound(planned: .seconds(10))
        bound.delay(.seconds(3_600))
        bound.delay(.seconds(7_200))
        #expect(bound.limit == day + .seconds(7_210))
        bound.delay(.seconds(1_000_000_000))
        #expect(bound.limit == day + .seconds(36_000_010))
    }

    @Test func `a requested time limit overrides the computed one`() {
        var bound = TimeBound(.seconds(5), planned: .seconds(10))
        bound.delay(.seconds(3_600))
        bound.promise(.seconds(864_000), at: .normal, ofSession: 1)
        #expect(bound.limit == .seconds(5))
    }

    @Test func `a broadcast has no time limit unless one was requested`() {
        var derived = TimeBound()
        var requested = TimeBound(.seconds(5))
        derived.watchBroadcast()
        requested.watchBroadcast()
        #expect(derived.limit > day * 10_000)
        #expect(requested.limit == .seconds(5))
    }
}

@Suite struct TimeKeeperTests {
    @Test func `a run ends at its time limit and reports the position`() throws {
        let playback = Playback()
        let keeper = TimeKeeper(playback.controller, TimeBound(.seconds(5)))
        playback.controller.setVideos([SampleMedia.transportStream.video()])
        while keeper.runNext() {}
        #expect(keeper.isTimeUp)
        #expect(playback.controller.world.loop.now <= Instant(sinceStart: .seconds(5)))
        let trouble = try #require(keeper.trouble)
        #expect(trouble.hasPrefix("the time limit of 5 s is reached, expected the end at "))
        #expect(trouble.contains("the playhead is at 5.000 s in "))
        #expect(trouble.hasSuffix("ts-multivariant/video-540p/segment-1.ts"))
        #expect(playback.ledger?.imbalances == [])
    }

    @Test(arguments: SampleMedia.allCases)
    func `a run that ends by itself reports no trouble`(sample: SampleMedia) {
        let playback = Playback()
        let keeper = TimeKeeper(playback.controller)
        playback.controller.setVideos([sample.video()])
        while keeper.runNext() {}
        #expect(!keeper.isTimeUp)
        #expect(keeper.trouble == nil)
        #expect(playback.recorder.lifecycle.last == .end)
    }

    @Test func `delays of faults may last longer than a day`() {
        let playback = Playback {
            $0.recovery.requestTimeout = .seconds(50_000)
            $0.faults = [FaultRule(RequestPattern(), fault: .delay(.seconds(30_000)))]
        }
        let keeper = TimeKeeper(playback.controller)
        playback.controller.setVideos([SampleMedia.transportStream.video()])
        while keeper.runNext() {}
        #expect(!keeper.isTimeUp, "\(keeper.trouble ?? "")")
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.controller.world.loop.now > Instant(sinceStart: .seconds(86_400)))
    }

    @Test func `an outage may last longer than a day`() {
        let playback = Playback {
            $0.network = NetworkConditions(steps: [
                .init(start: .start, bitsPerSecond: 400_000),
                .init(start: Instant(sinceStart: .seconds(5)), bitsPerSecond: 0),
                .init(start: Instant(sinceStart: .seconds(100_000)), bitsPerSecond: 8_000_000),
            ])
        }
        let keeper = TimeKeeper(playback.controller)
        playback.controller.setVideos([SampleMedia.transportStream.video()])
        while keeper.runNext() {}
        #expect(!keeper.isTimeUp, "\(keeper.trouble ?? "")")
        #expect(playback.controller.world.loop.now > Instant(sinceStart: .seconds(100_000)))
    }

    @Test func `the outage time of a network counts only outages with an end`() {
        func step(_ second: Int64, _ bitsPerSecond: Int64?) -> NetworkConditions.Step {
            .init(start: Instant(sinceStart: .seconds(second)), bitsPerSecond: bitsPerSecond)
        }
        #expect(NetworkConditions(steps: [step(5, 0), step(9, 1)]).outageTime == .seconds(9))
        let steps = [step(0, 1), step(5, 0), step(7, 0), step(9, nil), step(20, 0)]
        #expect(NetworkConditions(steps: steps).outageTime == .seconds(4))
        #expect(NetworkConditions.unlimited.outageTime == .zero)
    }

    @Test func `playing in slow motion may take longer than a day`() throws {
        let playback = Playback()
        playback.controller.playbackRate = 0.001
        let keeper = TimeKeeper(playback.controller)
        let videos = (0..<5).map { _ in SampleMedia.transportStream.video() }
        playback.controller.setVideos(videos)
        while keeper.runNext() {}
        #expect(!keeper.isTimeUp)
        #expect(playback.controller.world.loop.now > Instant(sinceStart: .seconds(86_400)))
    }
}
