import Foundation
import HeadlessBrightcove
import HeadlessPlayback
import PlaybackControl
import Sessions
import TestSupport
import Testing

/// Tests that playback calls the methods of the delegate.
@MainActor @Suite struct DelegateCallTests {
    /// A delegate that implements no method; every method has a default implementation.
    private final class Silent: BCOVPlaybackControllerDelegate {}

    /// A delegate whose method has the types of the vendor's samples.
    private final class Sample: BCOVPlaybackControllerDelegate {
        var types: [String] = []

        func playbackController(
            _ controller: BCOVPlaybackController!, playbackSession session: BCOVPlaybackSession,
            didReceive lifecycleEvent: BCOVPlaybackSessionLifecycleEvent!
        ) { types.append(lifecycleEvent.eventType) }
    }

    private let delegate = DocumentedDelegate()

    private func controller(in world: PlaybackWorld) throws -> BCOVPlaybackController {
        BCOVSimulation.begin(world: world)
        let controller = try #require(BCOVPlayerSDKManager.shared().createPlaybackController())
        controller.delegate = delegate
        controller.isAutoPlay = true
        controller.isAutoAdvance = true
        return controller
    }

    /// Plays a film to the end, with cue points, an inserted video and selections.
    private func playFilm() throws -> BCOVPlaybackController {
        let controller = try controller(in: PlaybackWorld())
        let film = BCOVVideo(SampleMedia.transportStream.video(cuePoints: [.at(5, "mid-roll")]))
        controller.setVideos([film])
        controller.insert(film, afterVideoAt: 0)
        controller.insert(
            BCOVVideo(
                errorCode: "VIDEO_NOT_PLAYABLE", errorSubCode: nil, errorMessage: nil,
                properties: nil), afterVideoAt: 0)
        BCOVSimulation.world.loop.run(until: .seconds(2))
        let session = try #require(delegate.sessions.first)
        session.selectedAudibleMediaOption = session.audibleMediaSelectionGroup?.options.last
        session.selectedLegibleMediaOption = session.legibleMediaSelectionGroup?.options.last
        controller.playback.setExternalPlaybackActive(true)
        let titles = controller.mediaSelectionTitles()
        #expect(titles.legible.first?.hasPrefix("subtitles ") == true)
        #expect(
            titles.audible
                == session.audibleMediaSelectionGroup?.options.map {
                    session.displayName(fromAudibleMediaSelectionOption: $0)
                })
        controller.playback.setExternalPlaybackActive(false)
        controller.playback.run()
        return controller
    }

    @Test func `each of 22 methods is called by playback`() throws {
        defer { BCOVSimulation.end() }
        let film = try playFilm()
        film.setVideos([
            BCOVVideo(
                errorCode: "VIDEO_NOT_PLAYABLE", errorSubCode: nil, errorMessage: nil,
                properties: nil)
        ])
        film.playback.run()
        try expireLocation()
        try refuseStream()
        #expect(delegate.called.count == 22)
        #expect(Set(delegate.called) == Set(DocumentedDelegate.names))
    }

    /// Selects other audio after the location of the playlist has expired.
    private func expireLocation() throws {
        let origin = TokenOrigin(.transportStream, lifetime: 10)
        let controller = try controller(in: PlaybackWorld(loader: origin))
        controller.setVideos([BCOVVideo(try origin.video())])
        BCOVSimulation.world.loop.run(until: .seconds(12))
        let session = try #require(delegate.sessions.last)
        let group = try #require(session.audibleMediaSelectionGroup)
        session.selectedAudibleMediaOption = group.options.first {
            $0 != session.selectedAudibleMediaOption
        }
        controller.playback.run()
        #expect(controller.playback.ledgers.last?.hasEnded == true)
    }

    /// Plays a video while another device uses the only stream that the viewer may have.
    private func refuseStream() throws {
        let origin = StreamOrigin()
        origin.occupy(until: .max)
        let controller = try controller(in: PlaybackWorld(loader: origin))
        controller.streamConcurrencyEnabled = true
        controller.setVideos([BCOVVideo(origin.video())])
        controller.playback.run()
    }

    @Test func `every delegate method has a default implementation`() throws {
        defer { BCOVSimulation.end() }
        let controller = try controller(in: PlaybackWorld())
        let silent = Silent()
        controller.delegate = silent
        controller.setVideos([BCOVVideo(SampleMedia.single.video())])
        controller.playback.run()
        #expect(controller.playback.ledgers.last?.hasEnded == true)
        #expect(delegate.called.isEmpty)
    }

    @Test func `a delegate with the types of the samples receives the lifecycle events`() throws {
        defer { BCOVSimulation.end() }
        let sample = Sample()
        for receiver in [delegate, sample] as [any BCOVPlaybackControllerDelegate] {
            let controller = try controller(in: PlaybackWorld())
            controller.delegate = receiver
            controller.setVideos([BCOVVideo(SampleMedia.single.video())])
            controller.playback.run()
        }
        #expect(sample.types.contains(kBCOVPlaybackSessionLifecycleEventEnd))
        #expect(sample.types == delegate.types)
    }

    @Test func `an event has the constants of its type, its error and its cue points`() throws {
        defer { BCOVSimulation.end() }
        let controller = try playFilm()
        #expect(delegate.types.first == kBCOVPlaybackSessionLifecycleEventPlaybackBufferEmpty)
        #expect(delegate.types.contains(kBCOVPlaybackSessionLifecycleEventEnd))
        let passage = try #require(delegate.passages.first)
        let points = passage[kBCOVPlaybackSessionEventKeyCuePoints] as? BCOVCuePointCollection
        #expect(points?.first?.name == "mid-roll")
        let times = [
            kBCOVPlaybackSessionEventKeyPreviousTime, kBCOVPlaybackSessionEventKeyCurrentTime,
        ].map { passage[$0] as? TimeInterval ?? .nan }
        #expect(times[0] < 5 && times[1] >= 5)
        #expect(delegate.errors.isEmpty)
        controller.setVideos([BCOVVideo(SampleMedia.single.video())])
        let loop = BCOVSimulation.world.loop
        loop.run(until: loop.now.advanced(by: .seconds(2)))
        controller.playback.systemControls.beginAd()
        controller.playback.systemControls.endAd()
        #expect(
            delegate.types.suffix(4) == [
                kBCOVPlaybackSessionLifecycleEventAdSequenceEnter,
                kBCOVPlaybackSessionLifecycleEventAdEnter,
                kBCOVPlaybackSessionLifecycleEventAdExit,
                kBCOVPlaybackSessionLifecycleEventAdSequenceExit,
            ])
        controller.setVideos([BCOVVideo(hlsSourceURL: URL(fileURLWithPath: "/nowhere.m3u8"))])
        controller.playback.run()
        let error = try #require(delegate.errors.last)
        #expect(error.domain == kBCOVPlaybackSessionErrorDomain)
        #expect(error.code == kBCOVPlaybackSessionErrorCodeLoadFailed)
        let cause = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
        #expect(cause.domain == "Sessions.SessionError")
        #expect(cause.localizedDescription.hasSuffix("/nowhere.m3u8: no such file"))
        #expect(cause.userInfo[NSUnderlyingErrorKey] == nil)
    }

    @Test func `events are equal if their types and all their properties are`() {
        func event(_ properties: [AnyHashable: Any]?) -> BCOVPlaybackSessionLifecycleEvent {
            BCOVPlaybackSessionLifecycleEvent(eventType: "a", properties: properties)
        }
        let error = NSError(domain: "a", code: 1)
        #expect(event(["a": 1, "error": error]) == event(["a": 1, "error": error]))
        #expect(event(["a": 1]) != event(["a": 2]))
        #expect(event(["a": 1]) != event(nil))
        #expect(event(["error": error]) != event(["error": NSError(domain: "a", code: 2)]))
        #expect(event(nil) == BCOVPlaybackSessionLifecycleEvent(type: "a"))
        #expect(event(nil) != BCOVPlaybackSessionLifecycleEvent(type: "b"))
    }

    @Test func `all delegate calls of a session receive the same session object`() throws {
        defer { BCOVSimulation.end() }
        _ = try playFilm()
        // The film and the inserted video are the same video, but have separate sessions.
        #expect(delegate.sessions.count == 2)
        #expect(delegate.sessions[0].video == delegate.sessions[1].video)
        #expect(delegate.media.allSatisfy { $0.video.sources == [$0.source] })
    }

    @Test func `an insertion without a video is reported to the delegate as failed`() throws {
        defer { BCOVSimulation.end() }
        try controller(in: PlaybackWorld()).insert(nil, afterVideoAt: 0)
        #expect(delegate.called == ["failedToInsert"])
    }

    /// A session consumer with every method, written as in an app.
    private final class Consumer: BCOVPlaybackSessionConsumer {
        private(set) var calls: [String] = []

        func didAdvance(to session: BCOVPlaybackSession!) { calls.append("didAdvance") }

        func playbackSession(
            _ session: BCOVPlaybackSession!, didChangeDuration duration: TimeInterval
        ) { calls.append("duration \(duration)") }

        func playbackSession(
            _ session: BCOVPlaybackSession!,
            didChangeExternalPlaybackActive externalPlaybackActive: Bool
        ) { calls.append("external \(externalPlaybackActive)") }

        func playbackSession(
            _ session: BCOVPlaybackSession!, didPassCuePoints cuePointInfo: [AnyHashable: Any]!
        ) {
            let time = cuePointInfo[kBCOVPlaybackSessionEventKeyCurrentTime] as? TimeInterval
            calls.append("cue points at \(time ?? .nan)")
        }

        func playbackSession(_ session: BCOVPlaybackSession!, didProgressTo progress: TimeInterval)
        { calls.append("progress \(progress)") }

        func didCompletePlaylist(_ playlist: NSFastEnumeration!) { calls.append("completed") }

        func playbackSession(
            _ session: BCOVPlaybackSession!,
            didReceive lifecycleEvent: BCOVPlaybackSessionLifecycleEvent!
        ) { calls.append(lifecycleEvent.eventType) }

        func playbackSession(
            _ session: BCOVPlaybackSession!, didChangeSeekableRanges seekableRanges: [Any]!
        ) { calls.append("ranges \(seekableRanges.count)") }
    }

    @Test func `a session consumer receives the events of sessions until it is removed`() throws {
        defer { BCOVSimulation.end() }
        let controller = try controller(in: PlaybackWorld())
        let consumer = Consumer()
        controller.setVideos([BCOVVideo(SampleMedia.single.video(cuePoints: [.at(5, "mid")]))])
        BCOVSimulation.world.loop.run(until: .seconds(3))
        controller.add(consumer)
        #expect(consumer.calls.count == 4 && consumer.calls.first == "didAdvance")
        #expect(consumer.calls.dropFirst().first?.hasPrefix("duration 10") == true)
        #expect(consumer.calls.suffix(2) == ["ranges 1", "external false"])
        controller.playback.run()
        let end = [kBCOVPlaybackSessionLifecycleEventEnd, "completed"]
        #expect(consumer.calls.suffix(2) == end)
        #expect(consumer.calls.contains { $0.hasPrefix("cue points at 5") })
        #expect(consumer.calls.contains("progress inf"))
        controller.remove(consumer)
        let count = consumer.calls.count
        controller.setVideos([BCOVVideo(SampleMedia.single.video())])
        controller.playback.run()
        #expect(consumer.calls.count == count)
    }

    @Test func `a delegate set during playback receives the current session`() throws {
        defer { BCOVSimulation.end() }
        let controller = try controller(in: PlaybackWorld())
        controller.delegate = nil
        controller.setVideos([BCOVVideo(SampleMedia.single.video())])
        BCOVSimulation.world.loop.run(until: .seconds(3))
        controller.delegate = delegate
        BCOVSimulation.world.loop.run(until: .seconds(3))
        #expect(delegate.called.first == "didAdvanceTo")
        #expect(delegate.called.contains("didChangeDuration"))
        #expect(!delegate.called.contains("didReceive"))
    }
}
