import HeadlessPlayback
import Presentation
import Sessions
import Testing
import VirtualTime

/// Rates of playback: the rate of the app, and a rate that follows the latency of a broadcast.
@Suite struct MachineRateTests {
    private func place(_ bench: MachineBench) -> Double {
        bench.machine.playhead.position(at: bench.now).seconds
    }

    @Test func `a catch-up rate applies to the playhead from its change on`() {
        var bench = MachineBench.ready()
        _ = bench.pass(2)
        #expect(bench.catchUp(at: 1.5) == [])
        #expect(bench.machine.rates.catchUp.value == 1.5)
        #expect(bench.machine.rates.chosen == .normal)
        let effects = bench.pass(2)
        #expect(
            effects.filter { $0.hasPrefix("didProgressTo") } == [
                "didProgressTo 3.000", "didProgressTo 4.000", "didProgressTo 5.000",
            ])
        #expect(place(bench) == 5)
    }

    @Test func `the next timer is computed with the new catch-up rate`() {
        var bench = MachineBench.ready()
        _ = bench.pass(1.5)
        _ = bench.catchUp(at: 1.25)
        let wake = bench.wake(before: .seconds(10))
        #expect(wake == Instant(sinceStart: .milliseconds(1900)))
    }

    @Test func `the clock of the ledger counts the catch-up rates that were in effect`() {
        var bench = MachineBench.ready()
        _ = bench.pass(1)
        _ = bench.catchUp(at: 1.5)
        _ = bench.pass(2)
        _ = bench.catchUp(at: 0.5)
        _ = bench.pass(2)
        _ = bench.pause()
        #expect(bench.machine.played.clock.mediaByClock == .seconds(5))
        #expect(bench.machine.played.total == .seconds(5))
    }

    @Test func `a rate other than 1 that the app sets ends catch-up`() {
        var bench = MachineBench.ready()
        _ = bench.catchUp(at: 1.5)
        _ = bench.setRate(2)
        #expect(bench.machine.playhead.rate.value == 2)
        #expect(bench.machine.rates.catchUp == .normal)
        _ = bench.catchUp(at: 1.25)
        #expect(bench.machine.playhead.rate.value == 2)
        #expect(bench.machine.rates.catchUp == .normal)
        _ = bench.setRate(1)
        #expect(bench.machine.playhead.rate == .normal)
        _ = bench.catchUp(at: 1.25)
        #expect(bench.machine.playhead.rate.value == 1.25)
    }

    @Test func `a rate of 1 that the app sets keeps the catch-up rate`() {
        var bench = MachineBench.ready()
        _ = bench.catchUp(at: 1.5)
        _ = bench.setRate(1)
        #expect(bench.machine.playhead.rate.value == 1.5)
    }

    @Test func `a load begins at the rate that the app has set, without catch-up`() {
        var bench = MachineBench.ready()
        _ = bench.catchUp(at: 1.5)
        _ = bench.fail()
        _ = bench.resume(at: 0, autoPlay: false)
        #expect(bench.machine.playhead.rate == .normal)
        #expect(bench.machine.rates.catchUp == .normal)
        var fast = MachineBench(rate: 2)
        _ = fast.load()
        #expect(fast.machine.playhead.rate.value == 2)
        #expect(fast.machine.rates.chosen.value == 2)
    }

    @Test func `a resumption resets the count of stalls`() {
        var bench = MachineBench.ready(upTo: 3)
        #expect(bench.machine.stalls == 0)
        _ = bench.pass(4)
        #expect(bench.machine.stalls == 1)
        _ = bench.tracksReady(upTo: 6)
        _ = bench.pass(4)
        #expect(bench.machine.stalls == 2)
        _ = bench.fail()
        _ = bench.resume(at: 0, autoPlay: false)
        #expect(bench.machine.stalls == 0)
    }
}
