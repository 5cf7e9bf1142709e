import HeadlessPlayback
import TestSupport
import Testing

@Suite struct NetworkTests {
    private func playback(
        _ steps: [(second: Double, kilobits: Int64)], latency: Duration = .zero
    ) -> Playback {
        Playback {
            $0.network = NetworkConditions(
                steps: steps.map {
                    NetworkConditions.Step(
                        start: Instant(sinceStart: .seconds($0.second)),
                        bitsPerSecond: $0.kilobits * 1000)
                }, latency: latency)
        }
    }

    private func lines(_ playback: Playback, _ words: String...) -> [String] {
        playback.recorder.trace.split(separator: "\n").map(String.init).filter { line in
            words.contains { line.contains($0) }
        }
    }

    @Test func `waits for media at the start, and reports Ready later`() {
        let playback = playback([(0, 500)]).play(SampleMedia.single.video())
        let ready = playback.recorder.events.first { event in
            guard case .didReceiveLifecycleEvent(let event) = event.kind else { return false }
            return event.type == .ready
        }
        #expect(ready.map { $0.instant > .start } == true)
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.clock.time(in: .startup) ?? .zero > .zero)
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `stalls in an outage and recovers after it`() {
        let playback = playback([(0, 120), (3, 0), (30, 1000)]).play(SampleMedia.single.video())
        let lifecycle = playback.recorder.lifecycle
        let stall = lifecycle.drop { $0 != .playbackStalled }.prefix(4)
        #expect(
            stall == [
                .playbackStalled, .playbackBufferEmpty, .playbackLikelyToKeepUp, .playbackRecovered,
            ])
        #expect(playback.ledger?.clock.time(in: .rebuffering) ?? .zero > .seconds(15))
        #expect(lifecycle.last == .end)
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `a request during an outage times out and is repeated`() throws {
        let playback = playback([(0, 1000), (3, 0), (30, 1000)])
        let log = RequestLog()
        playback.controller.world.requestLog = log
        playback.controller.world.options.recovery.segmentRetries = 5
        playback.controller.world.options.bufferOptimizer = BufferOptimizer(
            minimumDuration: .seconds(4), maximumDuration: .seconds(4))
        playback.play(SampleMedia.single.video())
        let outage = Instant(sinceStart: .seconds(3))..<Instant(sinceStart: .seconds(30))
        let into = log.records.filter { outage.contains($0.start) }
        #expect(!into.isEmpty)
        for request in into.dropLast() {
            let end = try #require(request.end)
            #expect(request.start.duration(to: end) == .seconds(10))
            guard case .failed(_, isRetried: true) = request.outcome else {
                Issue.record("\(request)")
                continue
            }
        }
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `a player whose requests find no network fails`() {
        let playback = playback([(0, 0)]).play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last == .fail)
        // A playlist is retried after one and two seconds; each of the three attempts takes 10
        // seconds.
        let seconds = 10 + 1 + 10 + 2 + 10
        #expect(playback.controller.world.loop.now == Instant(sinceStart: .seconds(seconds)))
    }

    @Test func `keeps waiting in an outage without an end`() {
        let playback = playback([(0, 120), (3, 0)]).play(SampleMedia.single.video())
        #expect(playback.recorder.lifecycle.last == .playbackBufferEmpty)
        #expect(playback.ledger?.imbalances == [])
    }

    @Test func `starts with the variant listed first and rises when the network permits`() {
        let loader = ScriptedLoader()
        let playback = Playback(loader: loader) {
            $0.network = NetworkConditions(bitsPerSecond: 3_000_000)
        }
        playback.controller.setVideos([SampleMedia.transportStream.video()])
        playback.controller.run()
        #expect(playback.controller.currentSession?.indicatedBitRate == 351_376)
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `stays low when the network carries no more`() {
        let playback = playback([(0, 350)]).play(SampleMedia.transportStream.video())
        #expect(playback.controller.currentSession?.indicatedBitRate == 177_664)
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `two runs over a network with packet loss give the same trace and ledger`() {
        let runs = (0..<2).map { _ in
            Playback {
                $0.network = NetworkConditions(
                    bitsPerSecond: 600_000, latency: .milliseconds(80), lossPerMillion: 50_000,
                    seed: 7)
            }.play(SampleMedia.transportStream.video())
        }
        #expect(runs[0].recorder.trace == runs[1].recorder.trace)
        #expect(runs[0].ledger == runs[1].ledger)
        #expect(runs[0].ledger?.isSound == true)
    }

    @Test(arguments: SampleMedia.allCases)
    func `plays every sample asset over a slow network`(sample: SampleMedia) {
        let playback = playback([(0, 400)], latency: .milliseconds(50)).play(sample.video())
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == true)
        #expect(playback.ledger?.imbalances == [])
    }

    @Test func `counts a segment that a seek made useless as wasted`() {
        let playback = playback([(0, 2000)])
        playback.controller.setVideos([SampleMedia.single.video()])
        playback.run(until: 1)
        playback.controller.seek(to: 9, toleranceBefore: 0, toleranceAfter: 0)
        playback.controller.run()
        #expect(playback.ledger?.requests.wasted.requests ?? 0 > 0)
        #expect(playback.ledger?.imbalances == [])
        #expect(playback.recorder.lifecycle.last == .end)
    }

    @Test
    func `a run takes fewer than 1000 steps when playlists of other variants load slowly`() {
        let playback = playback([(0, 3000)], latency: .seconds(1))
        playback.controller.setVideos([SampleMedia.transportStream.video()])
        var steps = 0
        while playback.controller.world.loop.runNext(), steps < 1000 { steps += 1 }
        #expect(steps < 1000)
        #expect(playback.recorder.lifecycle.last == .end)
    }
}
