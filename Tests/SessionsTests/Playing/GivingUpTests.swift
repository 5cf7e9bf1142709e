import Dispatch
import HeadlessPlayback
import Synchronization
import TestSupport
import Testing
import Transport
import VirtualTime

/// When a session abandons a request, the thread that makes the request stops waiting.
@Suite struct GivingUpTests {
    /// A loader that holds one answer back until its request is cancelled.
    private final class HoldingLoader: ResourceLoader {
        private let name: String
        private let givenUp = DispatchSemaphore(value: 0)
        private let asked = DispatchSemaphore(value: 0)

        init(_ name: String) { self.name = name }

        func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
            guard request.url.hasSuffix(name) else { return try StandardLoader().load(request) }
            asked.signal()
            let pulse = DispatchSemaphore(value: 0)
            for _ in 0..<30_000 where request.cancellation?.isCancelled != true {
                _ = pulse.wait(timeout: .now() + .milliseconds(1))
            }
            if request.cancellation?.isCancelled == true { givenUp.signal() }
            throw TransportError(url: request.url, cause: .cancelled)
        }

        func waitUntilAsked() -> Bool { asked.wait(timeout: .now() + .seconds(30)) == .success }

        /// Waits half a minute at most, and returns whether the request has been cancelled.
        func waitUntilGivenUp() -> Bool {
            givenUp.wait(timeout: .now() + .seconds(30)) == .success
        }
    }

    enum Ending: CaseIterable {
        case otherVideo, noVideo, nextVideo, worldsEnd, release
    }

    @Test(arguments: Ending.allCases, ["index.m3u8", "segment-0.ts"])
    func `a request in progress is cancelled when its session ends`(
        ending: Ending, silent: String
    ) throws {
        let loader = HoldingLoader("single/\(silent)")
        let cancellation = CancellationFlag()
        // With one thread, other requests are made only after this request is cancelled.
        var playback: Playback? = Playback(
            loader: loader, workers: Workers(count: 1), cancellation: cancellation)
        let other = SampleMedia.discontinuity.video()
        playback?.controller.setVideos([SampleMedia.single.video(), other])
        if silent != "index.m3u8" { playback?.controller.world.loop.runNext() }
        #expect(loader.waitUntilAsked())
        switch ending {
        case .otherVideo: playback?.controller.setVideos([other])
        case .noVideo: playback?.controller.setVideos([])
        case .nextVideo: playback?.controller.advanceToNext()
        case .worldsEnd: cancellation.cancel()
        case .release: playback = nil
        }
        playback?.controller.run()
        #expect(loader.waitUntilGivenUp())
        let ledgers = playback?.controller.ledgers ?? []
        #expect(ledgers.allSatisfy { $0.ledger.imbalances == [] })
        if let first = ledgers.first?.ledger.requests {
            #expect(first.wasted.requests == 1)
            #expect(first.retried.requests == 0)
            #expect(first.failed.requests == 0)
        }
        if ending == .otherVideo || ending == .nextVideo { #expect(ledgers.last?.hasEnded == true) }
        if ending == .worldsEnd { #expect(playback?.recorder.lifecycle == [.playbackBufferEmpty]) }
    }

    /// A loader that keeps the cancellation flags of the requests for playlists.
    private final class FlagKeeper: ResourceLoader {
        let flags = Mutex<[CancellationFlag]>([])

        func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
            if [.multivariantPlaylist, .mediaPlaylist].contains(request.kind),
                let flag = request.cancellation
            {
                flags.withLock { $0.append(flag) }
            }
            return try StandardLoader().load(request)
        }
    }

    @Test func `a session releases completed requests`() {
        let loader = FlagKeeper()
        let playback = Playback(loader: loader)
        playback.controller.setVideos([SampleMedia.transportStream.video()])
        playback.run(until: 4)
        let flags = loader.flags.withLock { $0 }
        #expect(flags.count >= 3)
        // When a session releases the token of a request, the cancellation flag of the request is
        // set, even after the request has ended.
        #expect(flags.allSatisfy { $0.isCancelled })
        #expect(playback.controller.currentSession?.isPlaying == true)
    }

    @Test func `a cancelled simulation reports nothing more, and its clock stops`() {
        let cancellation = CancellationFlag()
        let playback = Playback(cancellation: cancellation)
        playback.controller.setVideos([SampleMedia.single.video()])
        playback.run(until: 4)
        let told = playback.recorder.trace
        cancellation.cancel()
        playback.run(until: 8)
        playback.controller.run()
        #expect(playback.recorder.trace == told)
        #expect(playback.controller.world.loop.now == Instant(sinceStart: .seconds(4)))
        #expect(playback.controller.currentSession?.position == .seconds(4))
        #expect(playback.ledger?.imbalances == [])
    }
}
