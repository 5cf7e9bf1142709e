import HeadlessPlayback
import TestSupport
import Testing

/// The traces of sessions whose playlist locations expire: reports to the app, and requests.
@Suite struct ManifestTraceTests {
    private let origin = TokenOrigin(.transportStream, lifetime: 10)

    private func playback() -> Playback {
        let world = PlaybackWorld(loader: origin)
        world.requestLog = RequestLog()
        return Playback(in: world, provider: BasicSessionProvider())
    }

    private func trace(_ playback: Playback) -> String {
        let records = playback.controller.world.requestLog?.records ?? []
        let requests = records.filter { $0.kind != .segment }
        return playback.recorder.trace
            + requests.map { "\($0.start) \($0.url)\n" }.joined()
    }

    @Test func `locations that expire during a film match the recorded trace`() throws {
        let playback = playback()
        playback.controller.setVideos([try origin.video()])
        playback.run(until: 12)
        let session = try #require(playback.controller.currentSession)
        session.selectedAudibleMediaOption = session.audibleMediaSelectionGroup?.options.last
        playback.controller.run()
        try RecordedTrace.expect(trace(playback), is: "manifest-lifetime-mid-film")
    }

    @Test func `locations that have expired before a replay match the recorded trace`() throws {
        let playback = playback()
        playback.play(try origin.video())
        playback.controller.resumeVideo(at: 0, autoPlay: true)
        playback.controller.run()
        try RecordedTrace.expect(trace(playback), is: "manifest-lifetime-replay")
    }
}
