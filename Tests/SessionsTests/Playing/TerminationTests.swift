import HeadlessPlayback
import TestSupport
import Testing
import VirtualTime

@Suite struct TerminationTests {
    private func slow(_ bitsPerSecond: Int64) -> Playback {
        Playback { $0.network = NetworkConditions(bitsPerSecond: bitsPerSecond) }
    }

    @Test(arguments: Array(stride(from: 0.5, to: 6, by: 0.25)))
    func `the ledger balances when a session ends with received media without a position`(
        instant: Double
    ) {
        let playback = slow(150_000)
        playback.controller.setVideos([SampleMedia.transportStream.video()])
        playback.run(until: instant)
        playback.controller.setVideos([])
        #expect(playback.ledger?.imbalances == [])
    }

    /// Ends a session while it resumes, and returns its lifecycle events from `ResumeBegin` on.
    private func resumption(
        _ instant: Double, _ leave: (PlaybackController) -> Void
    ) -> [LifecycleEvent] {
        let playback = slow(150_000)
        let video = SampleMedia.transportStream.video()
        playback.controller.setVideos([video, video])
        playback.run(until: 12)
        let first = playback.controller.currentSession
        playback.controller.resumeVideo(at: 3, autoPlay: true)
        playback.run(until: 12 + instant)
        leave(playback.controller)
        #expect(playback.controller.ledgers.first?.ledger.imbalances == [])
        let told = playback.recorder.events.compactMap { event -> LifecycleEvent? in
            guard case .didReceiveLifecycleEvent(let lifecycle) = event.kind,
                event.session === first
            else { return nil }
            return lifecycle
        }
        return Array(told.drop { $0.type != .resumeBegin })
    }

    @Test(arguments: [0, 0.05, 1, 2.5])
    func `an interrupted resumption is reported as failed before the end`(instant: Double) {
        let error = PlaybackError.loadFailed(.ended)
        let expected = [
            LifecycleEvent(.resumeBegin), LifecycleEvent(.resumeFail, error: error),
            LifecycleEvent(.terminate),
        ]
        #expect(resumption(instant) { $0.setVideos([]) } == expected)
        #expect(resumption(instant) { $0.setVideos([SampleMedia.single.video()]) } == expected)
        #expect(resumption(instant) { $0.advanceToNext() } == expected)
    }

    @Test func `a completed resumption is not reported as failed`() {
        let types = resumption(60) { $0.setVideos([]) }.map(\.type)
        #expect(types.prefix(2) == [.resumeBegin, .resumeComplete])
        #expect(!types.contains(.resumeFail))
        #expect(types.last == .terminate)
    }

    @Test func `a simulation that is cancelled during a resumption reports nothing more`() {
        let cancellation = CancellationFlag()
        let playback = Playback(cancellation: cancellation)
        playback.controller.setVideos([SampleMedia.single.video()])
        playback.run(until: 4)
        playback.controller.resumeVideo(at: 1, autoPlay: true)
        cancellation.cancel()
        playback.controller.run()
        #expect(playback.recorder.lifecycle.last == .resumeBegin)
        #expect(playback.ledger?.imbalances == [])
    }
}
