import HeadlessPlayback
import PlaybackControl
import TestSupport
import Testing

@Suite struct QueueTests {
    private let one = SampleMedia.single.video().updating { $0.name = "one" }
    private let two = SampleMedia.packedAudio.video().updating { $0.name = "two" }

    private func advances(_ playback: Playback) -> [String] {
        playback.recorder.events.compactMap { event in
            guard case .didAdvanceToPlaybackSession = event.kind else { return nil }
            return event.session?.video.name ?? "?"
        }
    }

    @Test func `a controller advances automatically and reports the end of the playlist`() {
        let playback = Playback().play(one, two)
        #expect(advances(playback) == ["one", "two"])
        #expect(playback.recorder.names.last == "didCompletePlaylist")
        #expect(
            playback.recorder.lifecycle.filter { $0 == .end || $0 == .terminate }
                == [.end, .terminate, .end])
        #expect(playback.controller.ledgers.map(\.video.name) == ["one", "two"])
    }

    @Test func `a controller does not advance at the end without autoAdvance`() {
        let playback = Playback()
        playback.controller.autoAdvance = false
        playback.play(one, two)
        #expect(advances(playback) == ["one"])
        #expect(!playback.recorder.names.contains("didCompletePlaylist"))
        playback.controller.advanceToNext()
        playback.controller.run()
        playback.controller.advanceToNext()
        playback.controller.run()
        #expect(advances(playback) == ["one", "two"])
    }

    @Test func `a controller does not advance automatically after a failure`() {
        let playback = Playback().play(Video(url: "/nowhere/index.m3u8"), one)
        #expect(playback.recorder.lifecycle.last == .fail)
        #expect(playback.recorder.errors.map(\.code) == [69401])
        playback.controller.advanceToNext()
        playback.controller.run()
        #expect(advances(playback).last == "one")
        #expect(playback.recorder.names.last == "didCompletePlaylist")
    }

    @Test func `a controller skips videos for which the source selection policy has no source`() {
        let policy = SourceSelectionPolicy { $0.name == "one" ? nil : $0.sources.first }
        let playback = Playback(provider: BasicSessionProvider(sourceSelection: policy))
            .play(one, two)
        #expect(advances(playback) == ["two"])
    }

    @Test func `a controller reports when none of its videos can be played`() {
        let playback = Playback().play(Video(errorCode: "VIDEO_NOT_PLAYABLE"))
        #expect(playback.recorder.names == ["noPlayableVideosFound"])
    }

    @Test func `a video without a source is not playable, and one beside it is played`() {
        let unplayable = [Video(sources: []), Video(errorCode: "VIDEO_NOT_PLAYABLE")]
        let playback = Playback()
        playback.controller.setVideos(unplayable)
        #expect(playback.recorder.names == ["noPlayableVideosFound"])
        playback.controller.setVideos([])
        playback.controller.setVideos(unplayable + [one])
        playback.controller.run()
        #expect(playback.recorder.names.count { $0 == "noPlayableVideosFound" } == 1)
        #expect(advances(playback) == ["one"])
    }

    @Test func `a video waits until it has a session or is skipped`() {
        let playback = Playback()
        let controller = playback.controller
        var waiting: [String?] { controller.waitingVideos.map(\.name) }
        controller.setVideos([one, Video(errorCode: "VIDEO_NOT_PLAYABLE"), two])
        #expect(waiting == [nil, "two"])
        controller.run()
        #expect(waiting == [])
        controller.autoAdvance = false
        controller.setVideos([one, two])
        controller.insertVideo(one.updating { $0.name = "three" }, after: 1)
        #expect(waiting == ["two", "three"])
        controller.systemControls.perform(.move(3, to: 2))
        #expect(waiting == ["three", "two"])
        controller.systemControls.perform(.item(3))
        #expect(waiting == [])
        controller.systemControls.perform(.item(1))
        #expect(waiting == ["three"])
        controller.systemControls.perform(.remove(2))
        #expect(waiting == [])
    }

    @Test func `a video that is inserted before the current one waits for its session`() {
        let playback = Playback()
        let controller = playback.controller
        controller.setVideos([one])
        controller.insertVideo(two, after: -1)
        controller.run()
        #expect(controller.waitingVideos.map(\.name) == ["two"])
        controller.systemControls.perform(.item(1))
        #expect(controller.waitingVideos.isEmpty)
    }

    @Test func `a skipped video is recorded once, even if other videos are inserted`() {
        let playback = Playback()
        let controller = playback.controller
        controller.setVideos([one, Video(errorCode: "VIDEO_NOT_PLAYABLE")])
        controller.run()
        controller.advanceToNext()
        controller.insertVideo(two, after: 0)
        #expect(controller.waitingVideos.map(\.name) == ["two"])
        controller.advanceToNext()
        controller.run()
        #expect(advances(playback) == ["one", "two"])
        #expect(controller.skippedVideos.count == 1)
    }

    @Test func `setting new videos ends the current session first`() {
        let playback = Playback()
        playback.controller.setVideos([one])
        playback.run(until: 3)
        playback.controller.setVideos([two])
        playback.controller.run()
        #expect(advances(playback) == ["one", "two"])
        #expect(playback.recorder.lifecycle.filter { $0 == .terminate }.count == 1)
        let first = playback.controller.ledgers.first
        #expect(first?.ledger.tracks.first?.time(in: .played) == .seconds(3))
        #expect(first?.ledger.tracks.first?.time(in: .notReached) == .seconds(7))
        #expect(first?.ledger.imbalances == [])
    }

    @Test func `clears the queue`() {
        let playback = Playback()
        playback.controller.setVideos([one])
        playback.run(until: 3)
        playback.controller.setVideos([])
        playback.controller.run()
        #expect(playback.controller.currentSession == nil)
        #expect(playback.recorder.lifecycle.last == .terminate)
    }

    @Test func `a video is inserted after the current video`() {
        let playback = Playback()
        playback.controller.setVideos([one])
        playback.run(until: 3)
        playback.controller.insertVideo(two, after: 0)
        playback.controller.run()
        #expect(advances(playback) == ["one", "two"])
        #expect(playback.recorder.names.contains("didInsertVideo"))
    }

    @Test(arguments: [-2, 1, 99])
    func `an invalid insertion index is reported`(index: Int) {
        let playback = Playback()
        playback.controller.setVideos([one])
        playback.controller.insertVideo(two, after: index)
        #expect(playback.recorder.names.contains("failedToInsertVideo"))
    }

    @Test func `inserting a video that cannot be played fails`() {
        let playback = Playback()
        playback.controller.setVideos([one])
        playback.controller.insertVideo(Video(errorCode: "CLIENT_GEO"), after: 0)
        #expect(playback.recorder.names.contains("failedToInsertVideo"))
    }

    @Test func `a controller plays a thousand sessions in one simulation`() {
        let playback = Playback { $0.verification = .playlist }
        playback.controller.setVideos(Array(repeating: one, count: 1000))
        playback.controller.run()
        #expect(playback.controller.ledgers.count == 1000)
        #expect(playback.controller.ledgers.filter { !$0.ledger.isSound }.isEmpty)
        #expect(playback.controller.world.loop.now == Instant(sinceStart: .seconds(10_000)))
    }
}
