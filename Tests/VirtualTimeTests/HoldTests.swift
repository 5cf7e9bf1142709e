import Testing
import VirtualTime

/// Releasing a hold cancels the operation that is in progress.
@Suite struct HoldTests {
    @Test func `the action of a hold runs once, when its last copy is released`() {
        var cancelled = 0
        var hold: Hold? = .onRelease { cancelled += 1 }
        let other = hold
        hold = nil
        #expect(cancelled == 0)
        withExtendedLifetime(other) {}
        _ = consume other
        #expect(cancelled == 1)
    }

    @Test func `an event that is stored as a hold is cancelled on release`() {
        let loop = EventLoop()
        var happened: [String] = []
        var kept: Hold? = loop.schedule(after: .seconds(1)) { happened.append("kept") }
        var released: Hold? = loop.schedule(after: .seconds(1)) { happened.append("released") }
        released = nil
        loop.runUntilIdle()
        #expect(happened == ["kept"])
        kept = nil
        #expect(kept == nil && released == nil)
    }
}
