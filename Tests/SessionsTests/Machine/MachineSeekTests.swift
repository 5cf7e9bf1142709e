import HeadlessPlayback
import Presentation
import Sessions
import Testing
import VirtualTime

/// Tests of seeks, of playhead stops, and of the results of commands that have no effect.
@Suite struct MachineSeekTests {
    @Test(arguments: [PlaybackMachine.LoadPurpose.start, .resumption(.zero, autoPlay: false)])
    func `a seek before Ready is refused`(purpose: PlaybackMachine.LoadPurpose) {
        var bench = MachineBench()
        #expect(bench.seek(to: 3) == ["call 1 false"])
        #expect(bench.answer == false)
        _ = bench.load(for: purpose)
        #expect(bench.seek(to: 3) == ["call 1 false"])
        #expect(bench.answer == false)
    }

    @Test func `a seek of a finished session to its end is complete at once`() {
        var bench = MachineBench.ready()
        _ = bench.pass(12)
        #expect(bench.seek(to: 10) == ["call 1 true"])
        #expect(bench.answer == false)
    }

    @Test func `a seek to the end of a playing session finishes it`() {
        var bench = MachineBench.ready()
        #expect(bench.seek(to: 99).last == "End")
        #expect(bench.machine.phase == .finished)
    }

    @Test func `playback does not end at an end position whose media is not ready`() {
        var bench = MachineBench.ready { $0.resumeLead = .zero }
        _ = bench.tracks { $0.isReadyToEnd = false }
        #expect(bench.seek(to: 10).last == "call 1 true")
        #expect(bench.machine.phase == .ready)
        let effects = bench.pass(1)
        #expect(
            effects == [
                "PlaybackStalled", "PlaybackBufferEmpty", "PlaybackLikelyToKeepUp",
                "PlaybackRecovered",
            ])
    }

    @Test func `the end is reached exactly at its position`() {
        var bench = MachineBench.ready()
        let effects = bench.pass(10)
        #expect(effects.last == "End" && !effects.contains("PlaybackStalled"))
    }

    @Test func `playback beyond the end of the ready media stalls there`() {
        var bench = MachineBench.ready(upTo: 3)
        #expect(bench.pass(12).last == "PlaybackBufferEmpty")
        #expect(bench.machine.playhead.position(at: bench.now) == .seconds(3))
    }

    @Test func `a wake after a stall counts playback time only up to the stall`() {
        var bench = MachineBench.ready(upTo: 3)
        _ = bench.pass(12)
        let clock = bench.machine.played.clock
        #expect(clock.mediaByClock == .seconds(3))
        #expect(clock.time(in: .playing) == .seconds(3))
        #expect(clock.total == .seconds(12))
    }

    @Test func `playback stalls at the end of the ready media before an unavailable position`() {
        var bench = MachineBench.ready(upTo: 3)
        _ = bench.tracks {
            $0.deadEnds = [
                TrackReadiness.DeadEnd(
                    position: .seconds(5), track: 1, error: .ended, mayBeAskedAgain: false)
            ]
        }
        #expect(bench.pass(4).last == "PlaybackBufferEmpty")
    }

    @Test func `a seek during the initial wait reports no recovery`() {
        var bench = MachineBench.ready(upTo: 1)
        #expect(bench.machine.waiting == .start)
        _ = bench.seek(to: 6)
        #expect(
            bench.tracksReady(upTo: 10).prefix(3) == [
                "PlaybackLikelyToKeepUp", "didProgressTo 6.000", "call 1 true",
            ])
    }

    @Test func `an unavailable target of a seek fails at once and is not requested again`() {
        var bench = MachineBench.ready(upTo: 3)
        _ = bench.seek(to: 6)
        let effects = bench.tracks {
            $0.deadEnds = [
                TrackReadiness.DeadEnd(
                    position: .seconds(6), track: 1, error: .ended, mayBeAskedAgain: true)
            ]
        }
        #expect(effects == ["call 1 false", "release", "FailedToPlayToEndTime"])
    }

    // MARK: The clock

    @Test
    func `a seek takes the clock out of the playing activity at once, but not out of rebuffering`()
    {
        func seek(_ bench: inout MachineBench) {
            _ = bench.collect { machine, now in
                _ = machine.seek(
                    to: .seconds(6), toleranceBefore: .zero, toleranceAfter: .zero,
                    completion: 1, at: now)
            }
        }
        var stalling = MachineBench.ready(upTo: 3)
        stalling.elapse(4)
        _ = stalling.collect { $0.advance(at: $1) }
        #expect(stalling.machine.played.clock.activity == .rebuffering)
        seek(&stalling)
        #expect(stalling.machine.played.clock.activity == .rebuffering)
        var playing = MachineBench.ready()
        playing.elapse(1)
        seek(&playing)
        #expect(playing.machine.played.clock.activity == .paused)
    }

    // MARK: Waiting callers

    @Test func `a callback at the start is called when playback starts`() {
        var bench = MachineBench.ready(playing: false)
        #expect(bench.wait(for: 0, number: 7) == [])
        #expect(bench.play().contains("call 7 true"))
    }

    @Test func `a callback before the playhead is called when playback starts again`() {
        var bench = MachineBench.ready()
        _ = bench.pass(12)
        #expect(bench.wait(for: 2, number: 7) == [])
        _ = bench.play()
        #expect(bench.pass(2).contains("call 7 true"))
    }

    @Test func `a callback is not called for a position that was passed before its registration`() {
        var bench = MachineBench.ready()
        bench.rest(until: 10)
        bench.elapse(2)
        #expect(bench.tick()?.last == "didProgressTo 2.000")
        #expect(bench.wait(for: 1, number: 7) == [])
        #expect(bench.pass(0.5) == ["pass 2.000-2.500"])
    }
}
