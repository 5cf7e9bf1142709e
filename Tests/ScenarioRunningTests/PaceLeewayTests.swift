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
        var leeway = PaceLeeway(reloadsWhilePaused: false)
        leeway.take(Happening(.event(.didAdvanceToPlaybackSession), at: .start, session: 1))
        leeway.take(event(.play, at: 1))
        #expect(leeway.end(ofRunAt: instant(60)) == instant(60))
        leeway.take(event(.fail, at: 20))
        #expect(leeway.end(ofRunAt: instant(60)) == .start)
    }

    @Test func `a session that plays again after its failure needs playlists again`() {
        var leeway = PaceLeeway(reloadsWhilePaused: false)
        leeway.take(Happening(.event(.didAdvanceToPlaybackSession), at: .start, session: 1))
        leeway.take(event(.fail, at: 20))
        leeway.take(event(.play, at: 30))
        #expect(leeway.end(ofRunAt: instant(60)) == instant(60))
        #expect(leeway.freedom(from: instant(31), to: instant(60)) == .none)
    }

    @Test func `a session that was resumed without playing needs playlists again`() {
        var leeway = PaceLeeway(reloadsWhilePaused: false)
        leeway.take(Happening(.event(.didAdvanceToPlaybackSession), at: .start, session: 1))
        leeway.take(event(.fail, at: 20))
        leeway.take(event(.resumeBegin, at: 30))
        leeway.take(event(.resumeComplete, at: 31))
        #expect(leeway.end(ofRunAt: instant(60)) == instant(60))
    }

    @Test func `a session that could not be resumed needs no playlists`() {
        var leeway = PaceLeeway(reloadsWhilePaused: false)
        leeway.take(Happening(.event(.didAdvanceToPlaybackSession), at: .start, session: 1))
        leeway.take(event(.fail, at: 20))
        leeway.take(event(.resumeBegin, at: 30))
        leeway.take(event(.resumeFail, at: 31))
        #expect(leeway.end(ofRunAt: instant(60)) == .start)
    }

    @Test func `a session that was resumed after it had played is paused`() {
        var leeway = PaceLeeway(reloadsWhilePaused: false)
        var other = PaceLeeway(reloadsWhilePaused: true)
        for happening in [
            Happening(.event(.didAdvanceToPlaybackSession), at: .start, session: 1),
            event(.play, at: 1), event(.fail, at: 20), event(.resumeComplete, at: 31),
        ] {
            leeway.take(happening)
            other.take(happening)
        }
        #expect(leeway.freedom(from: instant(32), to: instant(60)) == .unlimited)
        #expect(other.freedom(from: instant(32), to: instant(60)) == .none)
        leeway.take(event(.play, at: 40))
        #expect(leeway.freedom(from: instant(32), to: instant(60)) == .until(instant(40)))
    }

    @Test func `the playhead may move until a seek has landed`() {
        var leeway = PaceLeeway(reloadsWhilePaused: false)
        leeway.take(
            Happening(
                .command(.seek(to: 0)), at: instant(10), session: 1))
        #expect(!leeway.isMoved(from: instant(8), to: instant(9)))
        #expect(leeway.isMoved(from: instant(11), to: instant(12)))
        leeway.take(Happening(.seekEnd(finished: true), at: instant(14), session: 1))
        #expect(leeway.isMoved(from: instant(11), to: instant(12)))
        #expect(leeway.isMoved(from: instant(14), to: instant(16)))
        #expect(!leeway.isMoved(from: instant(15), to: instant(16)))
    }

    @Test func `an app that ended needs no playlists`() {
        var leeway = PaceLeeway(reloadsWhilePaused: false)
        leeway.take(Happening(.event(.didAdvanceToPlaybackSession), at: .start, session: 1))
        leeway.take(Happening(.death, at: instant(20), session: nil))
        #expect(leeway.end(ofRunAt: instant(60)) == .start)
    }
}
