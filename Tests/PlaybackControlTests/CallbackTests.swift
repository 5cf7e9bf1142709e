import HeadlessPlayback
import PlaybackControl
import TestSupport
import Testing
import VirtualTime

/// Commands that are given from within callbacks.
@Suite struct CallbackTests {
    private let one = SampleMedia.single.video().updating { $0.name = "one" }
    private let two = SampleMedia.packedAudio.video().updating { $0.name = "two" }

    /// Plays videos, by default two, and gives a command when an event is first reported.
    private func play(
        _ event: String, of session: Int? = 1, _ videos: [Video]? = nil,
        command: @escaping (PlaybackController) -> Void
    ) -> Playback {
        let playback = Playback()
        let commander = Commander(event, session, command)
        playback.controller.delegate = commander
        playback.controller.setVideos(videos ?? [one, two])
        playback.controller.run()
        withExtendedLifetime(commander) {}
        for closed in playback.controller.ledgers { #expect(closed.ledger.imbalances == []) }
        return playback
    }

    private func story(_ playback: Playback) -> [String] {
        playback.recorder.events.compactMap { event in
            let number = event.session.map { "\($0.number) " } ?? ""
            switch event.kind {
            case .didAdvanceToPlaybackSession: return number + "advance"
            case .didCompletePlaylist: return number + "complete"
            case .didReceiveLifecycleEvent(let event)
            where [.end, .terminate, .fail, .failedToPlayToEndTime].contains(event.type):
                return number + event.type.rawValue
            default: return nil
            }
        }
    }

    @Test(arguments: [
        "didAdvanceToPlaybackSession", "Ready", "Play", "didProgressTo", "didChangeDuration",
        "PlaybackBufferEmpty",
    ])
    func `a controller accepts a new video list from within any callback`(event: String) {
        let playback = play(event) { [two] in $0.setVideos([two]) }
        #expect(
            story(playback) == ["1 advance", "1 Terminate", "2 advance", "2 End", "complete"])
    }

    @Test func `a new video list set in the end callback starts without an additional advance`() {
        let playback = play("End") { [two] in $0.setVideos([two, two]) }
        #expect(
            story(playback) == [
                "1 advance", "1 End", "1 Terminate", "2 advance", "2 End", "2 Terminate",
                "3 advance", "3 End", "complete",
            ])
    }

    /// An app that starts playback again after each end.
    private final class Repeater: PlaybackControllerDelegate {
        func playbackController(
            _ controller: PlaybackController, playbackSession session: PlaybackSession,
            didReceiveLifecycleEvent event: LifecycleEvent
        ) {
            if event.type == .end { controller.play() }
        }
    }

    @Test func `a run of an app that always plays again ends at a time limit`() {
        let playback = Playback()
        let app = Repeater()
        playback.controller.delegate = app
        playback.controller.setVideos([one])
        let bound = TimeBound(.seconds(95))
        #expect(!playback.controller.run(within: bound, eventsAtOnce: 1000))
        let reason = playback.controller.unfinishedRun ?? ""
        #expect(
            reason.hasPrefix(
                "the time limit of 95 s is reached, expected the end at 10.000 s; the playhead is"),
            "\(reason)")
        #expect(playback.controller.world.loop.now <= .seconds(95))
        #expect(playback.recorder.lifecycle.count { $0 == .end } == 9)
        playback.controller.pause()
        #expect(playback.controller.run())
        #expect(playback.controller.unfinishedRun == nil)
        withExtendedLifetime(app) {}
    }

    /// An event that schedules itself again at the same instant.
    private final class Echo {
        private var token: EventToken?

        func sound(in loop: EventLoop) {
            token = loop.schedule(after: .zero) { [weak self] in self?.sound(in: loop) }
        }
    }

    @Test func `a run in which time never passes ends at a limit of events`() {
        let playback = Playback()
        let echo = Echo()
        echo.sound(in: playback.controller.world.loop)
        #expect(!playback.controller.run(within: TimeBound(), eventsAtOnce: 1000))
        #expect(
            playback.controller.unfinishedRun
                == "1000 events occurred at 0.000 s, and more are left")
        withExtendedLifetime(echo) {}
    }

    /// An app that seeks back whenever playback has passed a position.
    private final class Looper: PlaybackControllerDelegate {
        func playbackController(
            _ controller: PlaybackController, playbackSession session: PlaybackSession,
            didProgressTo progress: Double
        ) {
            if progress.isFinite, progress >= 3 { controller.seek(to: 3) }
        }
    }

    @Test func `a run of an app that seeks at every progress ends at a limit of events`() {
        let playback = Playback()
        let app = Looper()
        playback.controller.world.loop.mostWorkInTurn = 1000
        playback.controller.delegate = app
        playback.controller.setVideos([one])
        #expect(!playback.controller.run())
        #expect(
            playback.controller.unfinishedRun
                == "1000 events occurred in one turn at 3.000 s, and more are left")
        playback.controller.delegate = nil
        #expect(playback.controller.run())
        #expect(playback.controller.unfinishedRun == nil)
        #expect(playback.recorder.lifecycle.last == .end)
        withExtendedLifetime(app) {}
    }

    @Test func `the event sequence of an app that seeks at every progress ends`() async {
        let playback = Playback()
        let app = Looper()
        playback.controller.world.loop.mostWorkInTurn = 1000
        playback.controller.delegate = app
        playback.controller.setVideos([one])
        for await _ in playback.controller.events {}
        #expect(playback.controller.unfinishedRun?.contains("in one turn at 3.000 s") == true)
        withExtendedLifetime(app) {}
    }

    @Test(arguments: ["End", "Ready", "didAdvanceToPlaybackSession"])
    func `advanceToNext called within a callback advances once`(event: String) {
        let playback = play(event) { $0.advanceToNext() }
        #expect(story(playback).filter { $0.hasSuffix("advance") }.count == 2)
        #expect(story(playback).last == "complete")
        #expect(playback.controller.currentSession?.video.name == "two")
    }

    @Test func `a playlist completes once when a callback advances at the end of the last video`() {
        let playback = play("End", of: 2) { $0.advanceToNext() }
        #expect(story(playback).filter { $0 == "complete" }.count == 1)
    }

    @Test func `advanceToNext after a failure plays the next video`() {
        let broken = Video(url: "/nowhere/index.m3u8")
        let playback = play("Fail", [broken, two]) { $0.advanceToNext() }
        #expect(
            story(playback) == [
                "1 advance", "1 Fail", "1 Terminate", "2 advance", "2 End", "complete",
            ])
    }

    @Test func `a controller advances when autoAdvance is switched on in the end callback`() {
        let playback = Playback()
        let commander = Commander("End", 1) { $0.autoAdvance = true }
        playback.controller.delegate = commander
        playback.controller.autoAdvance = false
        playback.play(one, two)
        #expect(playback.controller.currentSession?.video.name == "two")
    }

    @Test
    func `a controller does not advance when autoAdvance is switched off in the end callback`() {
        let playback = play("End") { $0.autoAdvance = false }
        #expect(story(playback) == ["1 advance", "1 End"])
    }

    @Test func `a video that is inserted in the end callback plays next`() {
        let playback = play("End", [one]) { [two] in $0.insertVideo(two, after: 0) }
        #expect(playback.controller.currentSession?.video.name == "two")
        #expect(story(playback).last == "complete")
    }

    @Test func `insertion indexes include videos that cannot be played`() {
        let playback = Playback()
        playback.controller.setVideos([Video(errorCode: "CLIENT_GEO"), one])
        playback.run(until: 3)
        playback.controller.insertVideo(two, after: 1)
        playback.controller.run()
        #expect(playback.controller.currentSession?.video.name == "two")
    }

    @Test func `a delegate that is set within a callback receives each event once`() {
        let playback = Playback()
        let second = Commander("", nil) { _ in }
        let first = Commander("End", 1) { [one] controller in
            controller.setVideos([one])
            controller.delegate = second
        }
        playback.controller.delegate = first
        playback.play(one)
        #expect(second.heard.first == "2 didAdvanceToPlaybackSession")
        #expect(second.heard.filter { $0 == "2 didAdvanceToPlaybackSession" }.count == 1)
        #expect(!second.heard.contains { $0.hasPrefix("1 ") })
    }

    @Test func `a seek completes with false when its session ends`() {
        let playback = Playback { $0.network = NetworkConditions(bitsPerSecond: 400_000) }
        playback.controller.setVideos([one, two])
        playback.run(until: 3)
        var outcomes: [Bool] = []
        playback.controller.seek(to: 8) { outcomes.append($0) }
        playback.controller.advanceToNext()
        #expect(outcomes == [false])
        playback.controller.run()
        #expect(outcomes == [false])
    }

    @Test func `a controller accepts a thousand video lists in a row and plays only the last`() {
        let playback = Playback()
        for _ in 0..<1000 { playback.controller.setVideos([one]) }
        playback.controller.run()
        #expect(playback.recorder.lifecycle.filter { $0 == .terminate }.count == 999)
        #expect(playback.recorder.lifecycle.filter { $0 == .ready }.count == 1)
        #expect(playback.controller.ledgers.count == 1000)
        #expect(playback.controller.ledgers.allSatisfy { $0.ledger.imbalances == [] })
    }
}

/// A playback that is no longer used is released.
@Suite struct ReleaseTests {
    @Test(arguments: [0, 0.5, 3, 60], [nil, 300_000] as [Int64?])
    func `a controller and its session are released with their owner at any time`(
        second: Double, bitsPerSecond: Int64?
    ) {
        weak var controller: PlaybackController?
        weak var session: PlaybackSession?
        let loop: EventLoop
        do {
            let playback = Playback {
                if let bitsPerSecond {
                    $0.network = NetworkConditions(bitsPerSecond: bitsPerSecond)
                }
            }
            playback.controller.setVideos([SampleMedia.transportStream.video()])
            playback.controller.seek(to: 9)
            playback.run(until: second)
            playback.controller.seek(to: 15)
            playback.controller.setPreferredPeakBitRate(200_000)
            loop = playback.controller.world.loop
            (controller, session) = (playback.controller, playback.controller.currentSession)
            #expect(session != nil)
        }
        #expect(controller == nil)
        #expect(session == nil)
        loop.runUntilIdle()
    }

    @Test func `a session is released when the next one replaces it`() {
        weak var session: PlaybackSession?
        let controller = PlaybackController()
        controller.autoPlay = true
        controller.setVideos([SampleMedia.single.video(), SampleMedia.single.video()])
        controller.world.loop.run(until: Instant(sinceStart: .seconds(3)))
        session = controller.currentSession
        controller.advanceToNext()
        controller.run()
        #expect(session == nil)
    }

    @Test func `a session that outlives its controller has ended`() throws {
        var controller: PlaybackController? = PlaybackController()
        controller?.autoPlay = true
        controller?.setVideos([SampleMedia.transportStream.video()])
        let loop = try #require(controller?.world.loop)
        loop.run(until: Instant(sinceStart: .seconds(3)))
        let session = try #require(controller?.currentSession)
        controller = nil
        loop.runUntilIdle()
        #expect(session.hasEnded)
    }

    @Test func `a delegate can release the controller within a callback`() {
        var controller: PlaybackController? = PlaybackController()
        weak let released = controller
        let loop = controller?.world.loop
        let commander = Commander("Ready", 1) { _ in controller = nil }
        controller?.delegate = commander
        controller?.autoPlay = true
        controller?.setVideos([SampleMedia.single.video()])
        loop?.runUntilIdle()
        #expect(released == nil)
        #expect(!commander.heard.contains("1 End"))
    }
}

/// A delegate that gives a command when an event is first reported, and records every report.
private final class Commander: PlaybackControllerDelegate {
    private(set) var heard: [String] = []
    private let event: String
    private let session: Int?
    private var command: ((PlaybackController) -> Void)?

    init(_ event: String, _ session: Int?, _ command: @escaping (PlaybackController) -> Void) {
        self.event = event
        self.session = session
        self.command = command
    }

    private func hear(_ name: String, _ session: PlaybackSession, _ controller: PlaybackController)
    {
        heard.append("\(session.number) \(name)")
        guard name == event, session.number == self.session else { return }
        command.take()?(controller)
    }

    func playbackController(
        _ controller: PlaybackController, didAdvanceToPlaybackSession session: PlaybackSession
    ) { hear("didAdvanceToPlaybackSession", session, controller) }

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didChangeDuration duration: Double
    ) { hear("didChangeDuration", session, controller) }

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didProgressTo progress: Double
    ) { hear("didProgressTo", session, controller) }

    func playbackController(
        _ controller: PlaybackController, playbackSession session: PlaybackSession,
        didReceiveLifecycleEvent event: LifecycleEvent
    ) { hear(event.type.rawValue, session, controller) }
}
