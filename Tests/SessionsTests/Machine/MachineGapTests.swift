import HeadlessPlayback
import Presentation
import Sessions
import Testing
import VirtualTime

/// The playhead meets holes in the buffer.
@Suite struct MachineGapTests {
    private func bench(
        delay: Duration = .zero, lead: MediaTime = .zero, hole: Range<Int64> = 4..<6,
        upTo seconds: Int64 = 10
    ) -> MachineBench {
        var bench = MachineBench {
            $0.resumeLead = .milliseconds(1)
            $0.gaps = GapRules(
                tolerance: .zero, videoTolerance: .zero, lead: lead, delay: delay,
                padding: .milliseconds(100))
        }
        _ = bench.load()
        _ = bench.tracks { $0.holes = [.seconds(hole.lowerBound)..<(.seconds(hole.upperBound))] }
        _ = bench.tracksReady(upTo: seconds)
        _ = bench.play()
        return bench
    }

    private func position(_ bench: MachineBench) -> MediaTime {
        bench.machine.playhead.position(at: bench.now)
    }

    @Test func `without rules a hole is passed in real time`() {
        var bench = MachineBench.ready()
        _ = bench.tracks { $0.holes = [.seconds(4)..<(.seconds(6))] }
        #expect(!bench.pass(5).contains("PlaybackStalled"))
        #expect(position(bench) == .seconds(5))
    }

    @Test func `the playhead wakes at a hole, and jumps without a stall`() {
        var bench = bench()
        #expect(bench.machine.nextStop == .seconds(4))
        #expect(!bench.pass(4).contains("PlaybackStalled"))
        #expect(position(bench) == .milliseconds(6100))
        _ = bench.pass(1)
        #expect(position(bench) == .milliseconds(7100))
        #expect(bench.machine.played.total == .seconds(5))
        #expect(bench.machine.played.jumped == intervals(from: 4000, to: 6100))
    }

    @Test func `a player that looks before it jumps stalls for that time`() {
        var bench = bench(delay: .milliseconds(100))
        #expect(bench.pass(4).contains("PlaybackStalled"))
        #expect(position(bench) == .seconds(4))
        let end = bench.machine.waitEnd
        #expect(end == bench.now.advanced(by: .milliseconds(100)))
        #expect(bench.pass(0.1).contains("PlaybackRecovered"))
        #expect(position(bench) == .milliseconds(6100))
    }

    @Test func `a player that looks ahead jumps before the hole, once media is ready behind it`() {
        var early = bench(lead: .milliseconds(375))
        #expect(early.machine.nextStop == .milliseconds(3625))
        var late = bench(lead: .milliseconds(375), upTo: 6)
        #expect(late.machine.nextStop == .seconds(4))
        _ = early.pass(3.625)
        #expect(position(early) == .milliseconds(6100))
        _ = late.pass(3.8)
        _ = late.tracksReady(upTo: 9)
        _ = late.pass(0)
        #expect(position(late) == .milliseconds(6100))
        #expect(late.machine.played.jumped == intervals(from: 3800, to: 6100))
    }

    @Test func `the playhead waits at a hole until media is ready behind it`() {
        var bench = bench(upTo: 6)
        #expect(bench.pass(4).contains("PlaybackStalled"))
        _ = bench.pass(3)
        #expect(position(bench) == .seconds(4))
        #expect(bench.tracksReady(upTo: 9).contains("PlaybackRecovered"))
        #expect(position(bench) == .milliseconds(6100))
    }

    @Test func `the playhead does not wait for further segments at a hole`() {
        for segments in [1, 3] {
            var bench = MachineBench {
                $0.resume = WaitRule(lead: .milliseconds(1), segments: segments)
                $0.gaps = GapRules(
                    tolerance: .zero, videoTolerance: .zero, delay: .milliseconds(100))
            }
            _ = bench.load()
            _ = bench.tracks {
                $0.holes = [.seconds(4)..<(.seconds(6))]
                $0.arrived = 5
            }
            _ = bench.tracksReady(upTo: 9)
            _ = bench.play()
            _ = bench.pass(4)
            #expect(bench.pass(0.1).contains("PlaybackRecovered"))
            // A stall at the end of the media needs the segments.
            _ = bench.pass(3)
            _ = bench.tracks {
                $0.readyEnd = .milliseconds(9500)
                $0.arrived += segments - 1
            }
            #expect(bench.machine.waiting == .stall)
            _ = bench.tracks { $0.arrived += 1 }
            #expect(bench.machine.waiting == nil)
        }
    }

    @Test func `a hole at the end is the end`() {
        var bench = bench(hole: 8..<10)
        #expect(bench.pass(8).last == "End")
        #expect(bench.machine.played.jumped == intervals(from: 8000, to: 10_000))
    }

    @Test func `a hole at the start is left when playback begins`() {
        var bench = bench(hole: 0..<2)
        #expect(position(bench) == .milliseconds(2100))
        _ = bench.pass(1)
        #expect(bench.machine.played.total == .seconds(1))
    }

    @Test func `a wake that is late does not pass the hole`() {
        var bench = bench()
        _ = bench.pass(5)
        #expect(bench.machine.played.total == .seconds(4))
        #expect(position(bench) == .milliseconds(6100))
    }

    @Test func `progress is reported before a hole and behind it`() {
        var bench = bench()
        let effects = bench.pass(4) + bench.pass(1)
        #expect(effects.contains { $0.contains("4.000") }, "\(effects)")
        #expect(effects.contains { $0.contains("7.000") }, "\(effects)")
        #expect(!effects.contains { $0.contains("5.000") }, "\(effects)")
    }

    private func intervals(from start: Int64, to end: Int64) -> IntervalSet {
        IntervalSet(.milliseconds(start)..<(.milliseconds(end)))
    }
}
