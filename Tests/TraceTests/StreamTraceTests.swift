import HeadlessPlayback
import TestSupport
import Testing

/// The reports and the service requests when the limit on concurrent streams is reached.
@Suite struct StreamTraceTests {
    private let origin = StreamOrigin(repeats: 12)

    private func playback() -> Playback {
        let world = PlaybackWorld(loader: origin)
        let playback = Playback(in: world, provider: BasicSessionProvider())
        playback.controller.streamConcurrencyEnabled = true
        return playback
    }

    private func trace(_ playback: Playback) -> String {
        playback.recorder.trace + origin.log.map { "\($0)\n" }.joined()
    }

    @Test func `a stream that is refused first and accepted later matches the recorded trace`()
        throws
    {
        origin.occupy(until: 30)
        let playback = playback()
        playback.controller.setVideos([origin.video()])
        playback.run(until: 40)
        playback.controller.play()
        playback.controller.run()
        try RecordedTrace.expect(trace(playback), is: "streams-refused-at-start")
    }

    @Test func `a stream that is refused during playback recovers as recorded`() throws {
        let playback = playback()
        playback.controller.setVideos([origin.video()])
        playback.run(until: 30)
        origin.occupy(until: 100)
        playback.run(until: 70)
        playback.controller.play()
        playback.run(until: 110)
        playback.controller.play()
        playback.controller.run()
        try RecordedTrace.expect(trace(playback), is: "streams-refused-in-mid-film")
    }

    @Test func `a service that stops responding matches the recorded trace`() throws {
        origin.force([200, 503, 503, 503, 503])
        let playback = playback()
        playback.controller.setVideos([origin.video()])
        playback.run(until: 200)
        playback.controller.play()
        playback.controller.run()
        try RecordedTrace.expect(trace(playback), is: "streams-service-lost")
    }
}
