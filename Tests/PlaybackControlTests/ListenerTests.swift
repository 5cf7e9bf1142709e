import HeadlessPlayback
import TestSupport
import Testing

@Suite struct ListenerTests {
    @Test func `a delegate set late receives the session, and no earlier event`() {
        let playback = Playback()
        playback.controller.setVideos([SampleMedia.single.video(cuePoints: [.at(.seconds(1))])])
        playback.run(until: 2)
        let late = Listener()
        playback.controller.delegate = late
        #expect(
            late.heard == ["advance", "duration 10.0", "ranges 1", "external false"])
    }

    @Test
    func `a consumer receives progress and cue points, and only the delegate receives codecs`() {
        let playback = Playback()
        let delegate = Listener()
        let consumer = Consumer()
        playback.controller.delegate = delegate
        playback.controller.addSessionConsumer(consumer)
        playback.play(SampleMedia.single.video(cuePoints: [.at(.seconds(1))]))
        #expect(delegate.heard.filter { $0.hasPrefix("progress") }.count == 13)
        #expect(consumer.names.filter { $0 == "didProgressTo" }.count == 13)
        #expect(consumer.names.contains("didPassCuePoints"))
        #expect(!consumer.names.contains("determinedCodecs"))
        #expect(delegate.heard.contains("codecs avc1.4d400c,mp4a.40.2"))
        #expect(delegate.heard.contains("playlist 1"))
    }

    @Test func `a consumer receives nothing after it was removed`() {
        let playback = Playback()
        let consumer = Consumer()
        playback.controller.addSessionConsumer(consumer)
        playback.controller.removeSessionConsumer(consumer)
        playback.play(SampleMedia.single.video())
        #expect(consumer.names == [])
    }

    @Test func `a consumer receives nothing after another consumer has removed it`() {
        let playback = Playback()
        let removed = Consumer()
        let first = Remover(removed, from: playback.controller)
        playback.controller.addSessionConsumer(first)
        playback.controller.addSessionConsumer(removed)
        playback.play(SampleMedia.single.video())
        #expect(removed.names == [])
    }

    @Test func `a controller references consumers strongly and its delegate weakly`() {
        let playback = Playback()
        weak var delegate: Listener?
        weak var consumer: Consumer?
        do {
            let first = Listener()
            let second = Consumer()
            (delegate, consumer) = (first, second)
            playback.controller.delegate = first
            playback.controller.addSessionConsumer(second)
        }
        #expect(delegate == nil)
        #expect(consumer != nil)
    }

    @Test func `an observer receives an event before the delegate and the consumers`() {
        let playback = Playback()
        let order = Order()
        playback.controller.delegate = order
        playback.controller.addSessionConsumer(order)
        let observation = playback.controller.observe { _ in order.names.append("observer") }
        playback.controller.setVideos([SampleMedia.single.video()])
        #expect(order.names.prefix(3) == ["observer", "delegate", "consumer"])
        withExtendedLifetime(observation) {}
    }

    @Test func `effects of a delegate's command are reported after all events already queued`() {
        let playback = Playback()
        let listener = Listener()
        listener.pausesAtReady = true
        playback.controller.delegate = listener
        playback.play(SampleMedia.single.video())
        let lifecycle = listener.heard.filter { $0.hasPrefix("event") }
        #expect(
            lifecycle == [
                "event PlaybackBufferEmpty", "event Ready", "event PlayRequest", "event Play",
                "event PlaybackLikelyToKeepUp", "event PauseRequest", "event Pause",
            ])
    }

    @Test func `iterating the event sequence advances the virtual time`() async {
        let playback = Playback()
        playback.controller.setVideos([SampleMedia.single.video()])
        var positions: [Double] = []
        for await event in playback.controller.events {
            guard case .didProgressTo(.at(let time)) = event.kind else { continue }
            positions.append(time.seconds)
            #expect(playback.controller.world.loop.now.sinceStart == .seconds(time.seconds))
            if positions.count == 4 { break }
        }
        #expect(positions == [0, 1, 2, 3])
    }

    @Test func `the event sequence ends when its task is cancelled`() async {
        let count = await Task {
            let playback = Playback()
            playback.controller.setVideos([SampleMedia.single.video()])
            var count = 0
            for await _ in playback.controller.events {
                count += 1
                if count == 10 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
            }
            return count
        }.value
        #expect(count == 10)
    }

    @Test func `the event sequence ends when the event loop is idle`() async {
        let playback = Playback()
        playback.controller.setVideos([SampleMedia.single.video()])
        var last = ""
        for await event in playback.controller.events { last = event.name }
        #expect(last == "didCompletePlaylist")
    }
}

/// A consumer that removes another consumer at the first event.
private final class Remover: PlaybackSessionConsumer {
    private let other: Consumer
    private weak var controller: PlaybackController?

    init(_ other: Consumer, from controller: PlaybackController) {
        self.other = other
        self.controller = controller
    }

    func consume(_ event: PlaybackEvent) { controller?.removeSessionConsumer(other) }
}

/// A listener that records the order in which the listeners of a controller receive events.
private final class Order: PlaybackControllerDelegate, PlaybackSessionConsumer {
    var names: [String] = []

    func playbackController(_ controller: PlaybackController, didReport event: PlaybackEvent) {
        names.append("delegate")
    }

    func consume(_ event: PlaybackEvent) { names.append("consumer") }
}

private final class Consumer: PlaybackSessionConsumer {
    private(set) var names: [String] = []

    func consume(_ event: PlaybackEvent) { names.append(event.name) }
}

private final class Listener: PlaybackControllerDelegate {
    var pausesAtReady = false
    private(set) var heard: [String] = []

    func playbackController(_ controller: PlaybackController, didReport event: PlaybackEvent) {
        switch event.kind {
        case .didAdvanceToPlaybackSession: heard.append("advance")
        case .didChangeDuration(let duration): heard.append("duration \(duration.seconds)")
        case .didChangeSeekableRanges(let ranges): heard.append("ranges \(ranges.count)")
        case .didChangeExternalPlaybackActive(let isActive): heard.append("external \(isActive)")
        case .didProgressTo(let progress): heard.append("progress \(progress)")
        case .determinedCodecs(let codecs):
            heard.append("codecs \(codecs.joined(separator: ","))")
        case .didCompletePlaylist(let playlist): heard.append("playlist \(playlist.count)")
        case .didReceiveLifecycleEvent(let lifecycle):
            heard.append("event \(lifecycle.type.rawValue)")
            if lifecycle.type == .ready, pausesAtReady { controller.pause() }
        default: break
        }
    }
}
