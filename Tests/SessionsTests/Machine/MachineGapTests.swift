import HeadlessPlayback
import Presentation
import Sessions
import Testing
import VirtualTime

/// Playback at holes in the buffer, where the playhead stalls or jumps over the hole.
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

    @Test func `without gap rules, a hole in the media is played through in real time`() {
        var bench = MachineBench.ready()
        _ = bench.tracks { $0.holes = [.seconds(4)..<(.seconds(6))] }
        #expect(!bench.pass(5).contains("PlaybackStalled"))
        #expect(position(bench) == .seconds(5))
    }

    @Test func `the playhead jumps over a hole at once, and no stall is reported`() {
        var bench = bench()
        #expect(bench.machine.nextStop == .seconds(4))
        #expect(!bench.pass(4).contains("PlaybackStalled"))
        #expect(position(bench) == .milliseconds(6100))
        _ = bench.pass(1)
        #expect(position(bench) == .milliseconds(7100))
        #expect(bench.machine.played.total == .seconds(5))
        #expect(bench.machine.played.jumped == intervals(from: 4000, to: 6100))
    }

    @Test func `a player that waits before a jump stalls for that time`() {
        var bench = bench(delay: .milliseconds(100))
        #expect(bench.pass(4).contains("PlaybackStalled"))
        #expect(position(bench) == .seconds(4))
        let end = bench.machine.waitEnd
        #expect(end == bench.now.advanced(by: .milliseconds(100)))
        #expect(bench.pass(0.1).contains("PlaybackRecovered"))
        #expect(position(bench) == .milliseconds(6100))
    }

    @Test func `a player may jump before the hole once media after the hole is ready`() {
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

    @Test func `the playhead waits at a hole until media after it is ready`() {
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
            // Playback that stalls at the end of the loaded media resumes only after enough
            // segments arrive.
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

    @Test func `a hole up to the end is the end of playback`() {
        var bench = bench(hole: 8..<10)
        #expect(bench.pass(8).last == "End")
        #expect(bench.machine.played.jumped == intervals(from: 8000, to: 10_000))
    }

    @Test func `a hole at the start is skipped when playback begins`() {
        var bench = bench(hole: 0..<2)
        #expect(position(bench) == .milliseconds(2100))
        _ = bench.pass(1)
        #expect(bench.machine.played.total == .seconds(1))
    }

    @Test func `a timer that fires late counts no playback within a hole`() {
        var bench = bench()
        _ = bench.pass(5)
        #expect(bench.machine.played.total == .seconds(4))
        #expect(position(bench) == .milliseconds(6100))
    }

    @Test func `progress is reported before and after a hole, but not within it`() {
        var bench = bench()
        let effects = bench.pass(4) + bench.pass(1)
        #expect(effects.contains { $0.contains("4.000") }, "\(effects)")
        #expect(effects.contains { $0.contains("7.000") }, "\(effects)")
        #expect(!effects.contains { $0.contains("5.000") }, "\(effects)")
    }

    // MARK: Meeting a hole

    @Test(
        arguments: [
            // The playhead does not stall if media after the hole in the buffer is loaded, or if no
            // media follows the hole.
            (hole: 4..<6, readyEnd: 9, isReadyToEnd: false, stalls: false),
            (hole: 4..<6, readyEnd: 6, isReadyToEnd: false, stalls: true),
            (hole: 4..<6, readyEnd: 4, isReadyToEnd: false, stalls: true),
            (hole: 8..<10, readyEnd: 10, isReadyToEnd: true, stalls: false),
            (hole: 8..<10, readyEnd: 8, isReadyToEnd: true, stalls: false),
            (hole: 8..<10, readyEnd: 10, isReadyToEnd: false, stalls: true),
        ] as [(hole: Range<Int64>, readyEnd: Int64, isReadyToEnd: Bool, stalls: Bool)])
    func `the playhead stalls at a hole unless media after it is ready`(
        hole: Range<Int64>, readyEnd: Int64, isReadyToEnd: Bool, stalls: Bool
    ) {
        var bench = bench(hole: hole)
        _ = bench.tracks {
            $0.readyEnd = .seconds(readyEnd)
            $0.isReadyToEnd = isReadyToEnd
        }
        let effects = bench.pass(Double(hole.lowerBound))
        #expect(effects.contains("PlaybackStalled") == stalls, "\(effects)")
        #expect((position(bench) > .seconds(hole.lowerBound)) == !stalls)
    }

    @Test func `a timer that fires late still stalls playback at the end of media before a hole`() {
        var bench = bench()
        _ = bench.tracks {
            $0.readyEnd = .seconds(3)
            $0.isReadyToEnd = false
        }
        #expect(bench.pass(5).contains("PlaybackStalled"))
        #expect(position(bench) == .seconds(3))
        #expect(bench.machine.played.total == .seconds(3))
    }

    @Test(
        arguments: [
            // The position of the callback, and whether the playhead reaches it by playing.
            (4000, true), (4001, false), (5000, false), (6100, false), (6101, true),
        ] as [(Int64, Bool)])
    func `a callback at a position within a hole is not called when the hole is jumped over`(
        milliseconds: Int64, isCalled: Bool
    ) {
        var bench = bench()
        _ = bench.collect { machine, _ in
            machine.waitForPlayhead(at: .milliseconds(milliseconds), 7)
        }
        let effects = bench.pass(4) + bench.pass(1)
        #expect(effects.contains("call 7 true") == isCalled, "\(effects)")
    }

    // MARK: Landing in a hole

    @Test(
        arguments: [
            (3.999, "3.999"), (4, "6.100"), (5, "6.100"), (5.999, "6.100"), (6, "6.000"),
        ] as [(Double, String)])
    func `a seek into a hole lands after it`(target: Double, landing: String) {
        var bench = bench()
        #expect(
            bench.seek(to: target).filter { $0.hasPrefix("didProgressTo") } == [
                "didProgressTo \(landing)"
            ])
        #expect(position(bench).description == landing)
    }

    @Test(arguments: [true, false])
    func `a start or a seek in a hole waits for the required number of segments`(seeks: Bool) {
        var bench = MachineBench {
            $0.resumeLead = .milliseconds(1)
            $0.start.segments = seeks ? 0 : 2
            $0.landing.segments = 2
            $0.gaps = GapRules(tolerance: .zero, videoTolerance: .zero)
        }
        _ = bench.load()
        _ = bench.tracks { $0.holes = [.seconds(seeks ? 4 : 0)..<(.seconds(6))] }
        _ = bench.tracksReady(upTo: 9)
        if seeks { _ = bench.seek(to: 5) }
        _ = bench.tracks { $0.arrived = 1 }
        #expect(bench.machine.waiting != nil)
        _ = bench.tracks { $0.arrived = 2 }
        #expect(bench.machine.waiting == nil)
        #expect(position(bench) == .seconds(6))
    }

    // MARK: Cues

    @Test func `cues within a hole at the start are shown and hidden when playback begins`() {
        var bench = MachineBench {
            $0.gaps = GapRules(tolerance: .zero, videoTolerance: .zero)
        }
        _ = bench.load()
        _ = bench.add(cues: [cue(500, 1500, "a"), cue(1000, 2500, "b")])
        _ = bench.tracks { $0.holes = [.zero..<(.seconds(2))] }
        _ = bench.tracksReady(upTo: 10)
        #expect(cues(bench.play()) == ["show a", "show b", "hide a"])
    }

    @Test func `cues within a hole are shown and hidden when it is jumped over`() {
        var bench = bench()
        _ = bench.add(cues: [cue(4500, 5500, "a"), cue(5000, 6500, "b")])
        #expect(cues(bench.pass(4)) == [])
        #expect(cues(bench.pass(0.1)) == ["show a", "show b", "hide a"])
    }

    @Test func `a seek into a hole shows only the cues at its landing position`() {
        var bench = bench()
        _ = bench.add(cues: [cue(4500, 5500, "a"), cue(5000, 6500, "b")])
        #expect(cues(bench.seek(to: 5)) == ["show b"])
    }

    private func cue(_ start: Int64, _ end: Int64, _ text: String) -> SubtitleCue {
        SubtitleCue(start: .milliseconds(start), end: .milliseconds(end), text: text)
    }

    private func cues(_ effects: [String]) -> [String] {
        effects.filter { $0.hasPrefix("show") || $0.hasPrefix("hide") }
    }

    private func intervals(from start: Int64, to end: Int64) -> IntervalSet {
        IntervalSet(.milliseconds(start)..<(.milliseconds(end)))
    }
}
