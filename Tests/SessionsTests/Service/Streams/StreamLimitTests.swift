import HeadlessPlayback
import PlaybackControl
import Sessions
import TestSupport
import Testing
import VirtualTime

/// Sessions that a service counts as concurrent streams, and the effects of the stream limit.
@Suite struct StreamLimitTests {
    /// An app that records the reports about the limit.
    private final class App: PlaybackControllerDelegate {
        var answers: [[String: PropertyValue]] = []

        func playbackController(
            _ controller: PlaybackController, playbackSession session: PlaybackSession,
            didReachMaxConcurrency sessions: [String: PropertyValue]
        ) { answers.append(sessions) }
    }

    /// An origin with a film of almost ten minutes, so that heartbeats are due during playback.
    private let origin = StreamOrigin(repeats: 59)
    private let app = App()

    private func playback(
        isEnabled: Bool = true, _ configure: (inout PlaybackOptions) -> Void = { _ in }
    ) -> Playback {
        let playback = Playback(loader: origin, configure)
        playback.controller.delegate = app
        playback.controller.streamConcurrencyEnabled = isEnabled
        return playback
    }

    private static let slowLink = NetworkConditions(
        bitsPerSecond: 10_000_000, latency: .milliseconds(200))

    private func lifecycle(_ playback: Playback) -> [LifecycleEvent.EventType] {
        playback.recorder.lifecycle.filter { $0 != .playbackBufferEmpty }
    }

    @Test func `nothing is requested when stream concurrency is disabled`() {
        let playback = playback(isEnabled: false).play(origin.video())
        #expect(origin.log.isEmpty)
        #expect(playback.controller.ledgers.last?.hasEnded == true)
    }

    @Test func `nothing is requested without a viewer token`() {
        playback().play(origin.video(claims: nil))
        #expect(origin.log.isEmpty)
    }

    @Test func `heartbeats accompany a film from its load to its end`() {
        let playback = playback().play(origin.video())
        #expect(origin.log.first == "0 POST 200")
        #expect(origin.log.dropFirst().first == "60 POST 200")
        #expect(origin.log.last == "590 DELETE 204")
        #expect(origin.log.filter { $0.hasSuffix("POST 200") }.count == 10)
        #expect(!origin.isSeated)
        #expect(playback.controller.ledgers.last?.ledger.isSound == true)
        #expect(playback.controller.world.loop.isIdle)
        #expect(app.answers.isEmpty)
    }

    @Test func `a refused stream does not start`() throws {
        origin.occupy(until: .max)
        let playback = playback().play(origin.video())
        #expect(origin.log == ["0 POST 403", "0 GET 200"])
        let sessions = try #require(app.answers.first?["sessions"]?.array)
        #expect(app.answers.count == 1)
        #expect(sessions.first?["session_id"] == "tablet")
        #expect(playback.controller.currentSession?.position == .zero)
        #expect(playback.controller.currentSession?.isPlaying == false)
        #expect(playback.controller.currentSession?.failure == nil)
        #expect(!lifecycle(playback).contains(.fail))
        playback.controller.setVideos([])
        playback.controller.run()
        // The service never counted the stream, so there is nothing to end at the service.
        #expect(origin.log.count == 2)
    }

    @Test func `a stream that is refused during playback pauses without a PauseRequest`() {
        let playback = playback()
        playback.controller.setVideos([origin.video()])
        playback.run(until: 30)
        origin.occupy(until: .max)
        playback.controller.run()
        #expect(origin.log == ["0 POST 200", "60 POST 403", "60 GET 200"])
        #expect(app.answers.count == 1)
        #expect(playback.controller.currentSession?.position == .seconds(60))
        #expect(lifecycle(playback).last == .pause)
        #expect(!lifecycle(playback).contains(.pauseRequest))
        #expect(!lifecycle(playback).contains(.failedToPlayToEndTime))
    }

    @Test func `after a refusal, play waits for the service, and then the film continues`() {
        let playback = playback()
        playback.controller.setVideos([origin.video()])
        playback.run(until: 30)
        origin.occupy(until: 100)
        playback.run(until: 80)
        playback.controller.play()
        playback.run(until: 110)
        #expect(playback.controller.currentSession?.position == .seconds(60))
        #expect(app.answers.count == 2)
        playback.controller.play()
        playback.controller.run()
        #expect(
            origin.log.prefix(7) == [
                "0 POST 200", "60 POST 403", "60 GET 200", "80 POST 403", "80 GET 200",
                "110 POST 200", "170 POST 200",
            ])
        #expect(playback.controller.ledgers.last?.hasEnded == true)
        #expect(playback.controller.ledgers.last?.ledger.isSound == true)
    }

    @Test func `a refusal is reported even without a list of sessions`() {
        origin.occupy(until: .max)
        origin.answerLists(with: 500)
        playback().play(origin.video())
        #expect(app.answers == [[:]])
    }

    @Test func `a refusal can be reported without a pause`() {
        origin.occupy(until: 100)
        let playback = playback { $0.streamConcurrency.reaction = .report }
        playback.play(origin.video())
        #expect(app.answers.count == 2)
        #expect(playback.controller.ledgers.last?.hasEnded == true)
        #expect(!lifecycle(playback).dropLast(2).contains(.pause))
    }

    @Test func `after a first heartbeat with status 204, no further heartbeats are sent`() {
        origin.force([204])
        playback().play(origin.video())
        #expect(origin.log == ["0 POST 204"])
    }

    @Test func `a lost heartbeat is retried while the film continues`() {
        origin.force([200, 503, 503])
        let playback = playback().play(origin.video())
        #expect(
            origin.log.prefix(5) == [
                "0 POST 200", "60 POST 503", "70 POST 503", "80 POST 200", "140 POST 200",
            ])
        #expect(playback.controller.ledgers.last?.hasEnded == true)
        #expect(!lifecycle(playback).contains(.error))
    }

    @Test func `a heartbeat that fails repeatedly is an error, and pauses playback`() throws {
        origin.force([200, 503, 503, 503, 503])
        let playback = playback().play(origin.video())
        #expect(lifecycle(playback).suffix(2) == [.error, .pause])
        #expect(playback.controller.currentSession?.position == .seconds(90))
        let error = playback.recorder.events.compactMap { event -> PlaybackError? in
            guard case .didReceiveLifecycleEvent(let event) = event.kind else { return nil }
            return event.error
        }
        #expect(error.map(\.domain) == ["PlaybackServiceErrorDomain"])
        #expect(error.map(\.code) == [3])
        #expect(app.answers.isEmpty)
        // The stream is deleted, because the service may still count it.
        playback.controller.setVideos([])
        playback.controller.run()
        #expect(origin.log.last == "90 DELETE 204")
    }

    @Test func `an invalid token is an error, but not a concurrency limit`() {
        origin.force([401])
        let playback = playback().play(origin.video())
        #expect(origin.log == ["0 POST 401"])
        #expect(app.answers.isEmpty)
        #expect(lifecycle(playback).contains(.error))
        #expect(playback.controller.currentSession?.isPlaying == false)
    }

    @Test func `a pause suspends heartbeats, and a later play sends one at once`() {
        let playback = playback()
        playback.controller.setVideos([origin.video()])
        playback.run(until: 10)
        playback.controller.pause()
        playback.run(until: 300)
        #expect(origin.log == ["0 POST 200"])
        #expect(playback.controller.world.loop.isIdle)
        playback.controller.play()
        playback.run(until: 301)
        #expect(origin.log == ["0 POST 200", "300 POST 200"])
    }

    @Test func `no heartbeat is sent in the background, and heartbeats continue after it`() throws {
        let playback = playback()
        let device = playback.controller.world.device
        device.setAudioCategory(.playback)
        try device.setAudioSessionActive(true)
        playback.controller.allowsBackgroundAudioPlayback = true
        playback.controller.setVideos([origin.video()])
        playback.run(until: 10)
        device.appState = .background
        playback.run(until: 100)
        #expect(playback.controller.currentSession?.isPlaying == true)
        #expect(origin.log == ["0 POST 200"])
        device.appState = .foreground
        playback.run(until: 200)
        #expect(origin.log == ["0 POST 200", "100 POST 200", "160 POST 200"])
    }

    @Test func `another video ends the stream before its own begins`() {
        let playback = playback { $0.network = Self.slowLink }
        playback.controller.setVideos([origin.video(), origin.video()])
        playback.run(until: 10)
        playback.controller.advanceToNext()
        playback.run(until: 20)
        #expect(origin.log == ["0 POST 200", "10 DELETE 204", "10 POST 200"])
        #expect(origin.isSeated)
        playback.controller.setVideos([])
        playback.controller.run()
        #expect(!origin.isSeated)
    }

    @Test func `after several videos in quick succession, one stream is in progress`() {
        let playback = playback { $0.network = Self.slowLink }
        for _ in 0..<5 { playback.controller.setVideos([origin.video()]) }
        playback.run(until: 20)
        #expect(origin.isSeated)
        #expect(origin.log.last?.hasSuffix("POST 200") == true)
    }

    @Test func `a video that fails no longer counts toward the limit of streams`() {
        let playback = playback {
            $0.recovery.segmentRetries = 0
            $0.faults = [FaultRule(RequestPattern("*.m3u8"), fault: .status(404))]
        }
        playback.play(origin.video())
        #expect(lifecycle(playback).contains(.fail))
        #expect(origin.log.last == "0 DELETE 204")
        #expect(!origin.isSeated)
    }

    @Test func `playing again after the end is a stream of its own`() {
        let playback = playback().play(origin.video())
        let count = origin.log.count
        playback.controller.play()
        playback.run(until: 600)
        #expect(origin.log.dropFirst(count) == ["590 POST 200"])
    }

    @Test func `stream requests are not in the ledger of the session`() throws {
        let with = playback().play(origin.video())
        let without = playback(isEnabled: false).play(origin.video())
        #expect(try #require(with.ledger).requests == without.ledger?.requests)
    }

    @Test func `a released session does not keep its simulation alive`() {
        weak var world: PlaybackWorld?
        do {
            let playback = playback()
            world = playback.controller.world
            playback.controller.setVideos([origin.video()])
            playback.run(until: 10)
            playback.controller.setVideos([])
        }
        #expect(world == nil)
    }
}
