import HeadlessPlaybackTesting
import TestSupport
import Testing

/// Short literals, such as the seconds of a cue point, compile and have the expected values.
@Suite struct EverydayLiteralTests {
    @Test func `a video is written with its cue points`() throws {
        let video = Video(
            url: SampleMedia.single.path,
            cuePoints: [
                .before(type: "pre-roll"), .at(5, "mid-roll"), .at(7.5), .at(.seconds(8)), .after(),
            ])
        #expect(video.sources == [Source(url: SampleMedia.single.path)])
        #expect(video.cuePoints.map(\.position.timeInterval) == [0, 5, 7.5, 8, .infinity])
        #expect(video.cuePoints.map(\.name) == [nil, "mid-roll", nil, nil, nil])
        #expect(video.cuePoints.map(\.type) == ["pre-roll", "", "", "", ""])

        let controller = PlaybackController()
        let recorder = PlaybackRecorder(controller)
        controller.autoPlay = true
        controller.setVideos([video])
        controller.run()
        #expect(recorder.cuePoints.map(\.position.timeInterval) == [0, 5, 7.5, 8, .infinity])
    }

    @Test
    func `a cue point accepts a variable number of seconds, and infinity means after the media`() {
        let seconds = 29.97
        #expect(CuePoint.at(seconds).position == .time(.milliseconds(29_970)))
        #expect(CuePoint.at(.infinity).position == .after)
        #expect(CuePoint.at(.zero) == CuePoint.at(0))
        #expect(CuePoint.at(4, type: CuePoint.adSlot).type == "AdSlot")
    }

    @Test func `media times and instants are written in seconds`() {
        #expect(MediaTime.seconds(2.5) == .milliseconds(2500))
        #expect(MediaTime.seconds(2) == MediaTime(2, timescale: 1))
        #expect(MediaTime.seconds(1e300) == MediaTime(ticks: .max - 1))
        #expect(MediaTime.seconds(-Double.infinity) == MediaTime(ticks: -.max))
        #expect(Instant.seconds(1.5) == Instant(sinceStart: .milliseconds(1500)))
        let outage = Instant.seconds(3)..<Instant.seconds(5)
        let rule = FaultRule(RequestPattern(kinds: [.segment]), period: outage, fault: .hang)
        #expect(rule.period?.upperBound == .seconds(5))
        let network = NetworkConditions(steps: [
            .init(start: .start, bitsPerSecond: 800_000),
            .init(start: .seconds(3), bitsPerSecond: 0),
        ])
        #expect(network.steps.count == 2)
    }

    @Test func `time is advanced to a milestone, by a duration, and to an instant`() throws {
        let controller = PlaybackController()
        controller.autoPlay = true
        controller.setVideos([
            Video(url: SampleMedia.single.path, cuePoints: [.at(5, "mid-roll")])
        ])
        try controller.advance(until: .lifecycle(.ready))
        try controller.advance(until: .position(2))
        let start = controller.world.loop.now
        controller.advance(by: .seconds(1.5))
        #expect(start.duration(to: controller.world.loop.now) == .seconds(1.5))
        #expect(controller.currentSession?.position == .seconds(3.5))
        controller.advance(by: .seconds(-1))
        #expect(start.duration(to: controller.world.loop.now) == .seconds(1.5))
        try controller.advance(until: .cuePoint(named: "mid-roll"))
        #expect(controller.currentSession?.position == .seconds(5))
        controller.seek(to: 1)
        controller.world.loop.run(until: .seconds(60))
        #expect(controller.ledgers.last?.hasEnded == true)
    }
}
