import PlaybackControl
import Sessions
import Testing
import VirtualTime

@testable import ScenarioRunning

/// The periods in which a player need not reload the playlists of a broadcast.
@Suite struct PaceLeewayTests {
    private func instant(_ seconds: Int64) -> Instant { Instant(sinceStart: .seconds(seconds)) }

    private func event(_ type: LifecycleEvent.EventType, at seconds: Int64) -> Happening {
        Happening(
            .event(.didReceiveLifecycleEvent(LifecycleEvent(type))), at: instant(seconds),
            session: 1)
    }

    @Test func `a session that failed needs no playlists`() {
        var leeway = PaceLeeway()
        leeway.take(Happening(.event(.didAdvanceToPlaybackSession), at: .start, session: 1))
        leeway.take(event(.play, at: 1))
        #expect(leeway.end(ofRunAt: instant(60)) == instant(60))
        leeway.take(event(.fail, at: 20))
        #expect(leeway.end(ofRunAt: instant(60)) == .start)
    }

    @Test func `a session that plays again after its failure needs playlists again`() {
        var leeway = PaceLeeway()
        leeway.take(Happening(.event(.didAdvanceToPlaybackSession), at: .start, session: 1))
        leeway.take(event(.fail, at: 20))
        leeway.take(event(.play, at: 30))
        #expect(leeway.end(ofRunAt: instant(60)) == instant(60))
        #expect(!leeway.isFree(from: instant(31), to: instant(60)))
    }
}
