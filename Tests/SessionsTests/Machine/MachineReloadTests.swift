import HeadlessPlayback
import Presentation
import Sessions
import Testing
import VirtualTime

/// The state that a machine keeps or resets when its source is loaded again, and at the end.
@Suite struct MachineReloadTests {
    private func passages(_ effects: [String]) -> [String] {
        effects.filter { $0.hasPrefix("didPass") }
    }

    // MARK: Resumption

    @Test func `a resumption without automatic play ends play mode, and a first load keeps it`() {
        var bench = MachineBench.ready()
        _ = bench.resume(at: 4, autoPlay: false)
        #expect(!bench.machine.isInPlayMode)
        var early = MachineBench()
        #expect(early.play() == ["PlayRequest", "Play"])
        #expect(early.answer == true)
        _ = early.load()
        #expect(early.machine.isInPlayMode)
    }

    @Test func `a resumption reports passed cue points and cancels a seek`() {
        var bench = MachineBench.ready(cuePoints: [.at(.milliseconds(500))])
        bench.elapse(0.75)
        #expect(
            bench.resume(at: 4, autoPlay: false).prefix(4) == [
                "pass 0.000-0.750", "didPassCuePoints 0.000 -> 0.750  0.500", "release",
                "ResumeBegin",
            ])
        var seeking = MachineBench.ready(upTo: 3)
        _ = seeking.seek(to: 6)
        #expect(
            seeking.resume(at: 4, autoPlay: false).prefix(3) == [
                "call 1 false", "release", "ResumeBegin",
            ])
    }

    @Test func `a resumption starts like a load, at its position`() {
        var bench = MachineBench.ready()
        _ = bench.pass(2)
        _ = bench.resume(at: 4, autoPlay: true)
        #expect(bench.machine.played.clock.activity == .startup)
        #expect(bench.machine.waiting == .start)
        #expect(
            bench.tracksReady(upTo: 10) == [
                "ResumeComplete", "PlayRequest", "Play", "PlaybackLikelyToKeepUp", "playing",
                "didProgressTo 4.000",
            ])
        #expect(bench.pass(0.5) == ["pass 4.000-4.500"])
        #expect(
            bench.machine.played.intervals.intervals == [
                MediaTime.zero..<MediaTime.seconds(2),
                MediaTime.seconds(4)..<MediaTime.milliseconds(4_500),
            ])
    }

    @Test func `progress at the position of a resumption is reported again`() {
        var bench = MachineBench.ready()
        #expect(bench.pass(4).last == "didProgressTo 4.000")
        _ = bench.resume(at: 4, autoPlay: true)
        #expect(bench.tracksReady(upTo: 10).last == "didProgressTo 4.000")
    }

    @Test func `cue points before a resumption are not reported with it`() {
        var bench = MachineBench.ready(cuePoints: [.at(.seconds(2)), .at(.seconds(5))])
        _ = bench.resume(at: 4, autoPlay: true)
        #expect(passages(bench.tracksReady(upTo: 10)) == [])
        #expect(passages(bench.pass(2)) == ["didPassCuePoints 4.000 -> 5.000  5.000"])
    }

    @Test func `a load resets the cues, the sync samples and the errors of the previous one`() {
        var bench = MachineBench.ready()
        #expect(bench.protectionFails() == ["Error"])
        bench.add(syncSamples: [5.5])
        _ = bench.add(cues: [SubtitleCue(start: .seconds(5), end: .seconds(9), text: "old")])
        _ = bench.resume(at: 4, autoPlay: true)
        _ = bench.tracksReady(upTo: 10)
        #expect(bench.protectionFails() == ["Error"])
        let landing = bench.seek(to: 6, tolerance: 1)
        #expect(landing.contains("didProgressTo 6.000") && !landing.contains("show old"))
    }

    @Test func `cues that arrive during a resumption are shown when it is complete`() {
        var bench = MachineBench.ready()
        _ = bench.resume(at: 4, autoPlay: false)
        let cue = SubtitleCue(start: .seconds(3), end: .seconds(8), text: "new")
        #expect(bench.add(cues: [cue]) == [])
        #expect(
            bench.tracksReady(upTo: 10) == [
                "ResumeComplete", "show new", "PlaybackLikelyToKeepUp",
            ])
    }

    @Test func `the duration is not reported while nothing is loaded`() {
        var bench = MachineBench.ready()
        let effects = bench.collect { machine, now in
            machine.beginResumption(at: now)
            machine.load(for: .resumption(.zero, autoPlay: false), at: now)
            machine.tracks = TrackReadiness()
            machine.settle(at: now)
        }
        #expect(effects == ["release", "ResumeBegin"])
    }

    @Test func `playing during a resumption changes nothing at once`() {
        var bench = MachineBench.ready()
        _ = bench.resume(at: 4, autoPlay: false)
        #expect(bench.play() == [])
        #expect(bench.answer == false)
    }

    // MARK: Loading

    @Test func `neither unavailable nor sufficient media has an effect before a session is ready`()
    {
        var bench = MachineBench()
        _ = bench.load()
        let deadEnd = TrackReadiness.DeadEnd(
            position: .zero, track: 0, error: .ended, mayBeAskedAgain: false)
        #expect(
            bench.tracks {
                $0.readyEnd = .seconds(5)
                $0.deadEnds = [deadEnd]
            } == [])
        #expect(bench.machine.waiting == .start)
    }

    @Test func `a session that does not play fails at an unavailable position`() {
        var bench = MachineBench.ready(upTo: 0, playing: false)
        let deadEnd = TrackReadiness.DeadEnd(
            position: .zero, track: 0, error: .ended, mayBeAskedAgain: false)
        #expect(
            bench.tracks { $0.deadEnds = [deadEnd] } == ["release", "FailedToPlayToEndTime"])
    }

    // MARK: Ends

    @Test func `a failure cancels a pending seek, and termination does not cancel it again`() {
        var bench = MachineBench.ready(upTo: 3)
        _ = bench.seek(to: 6)
        #expect(bench.fail() == ["call 1 false", "release", "FailedToPlayToEndTime"])
        #expect(bench.terminate() == ["release", "Terminate", "over"])
        #expect(bench.machine.played.clock.activity == .ended)
    }

    @Test func `a failure before any request remains the failure of the session`() {
        var bench = MachineBench()
        _ = bench.failAtOnce()
        #expect(bench.machine.failure == .noPlayableSource(.noPlayableSource))
        #expect(bench.machine.played.clock.activity == .ended)
        #expect(bench.play() == [] && bench.answer == false)
    }

    @Test func `termination reports the cue points since the last check`() {
        var bench = MachineBench.ready(cuePoints: [.at(.milliseconds(500))])
        bench.elapse(0.75)
        #expect(
            bench.terminate() == [
                "pass 0.000-0.750", "didPassCuePoints 0.000 -> 0.750  0.500", "release",
                "Terminate", "over",
            ])
        #expect(bench.machine.played.clock.activity == .ended)
    }

    @Test func `termination reports no cue point twice, and none that was not passed`() {
        var finished = MachineBench.ready(cuePoints: [.at(.seconds(10))])
        #expect(passages(finished.pass(12)).count == 1)
        #expect(passages(finished.terminate()) == [])
        var unplayed = MachineBench(cuePoints: [.at(.seconds(2))])
        _ = unplayed.load(at: 4)
        _ = unplayed.tracksReady(upTo: 10)
        #expect(passages(unplayed.terminate()) == [])
    }

    @Test func `nothing is shown after Terminate`() {
        var bench = MachineBench.ready()
        _ = bench.terminate()
        let cue = SubtitleCue(start: .zero, end: .seconds(9), text: "late")
        #expect(bench.add(cues: [cue]) == [])
        #expect(bench.forgetCues() == [])
    }

    @Test(arguments: [
        (PlaybackMachine.Phase.idle, false, false, true), (.loading(.start), true, false, false),
        (.ready, true, true, true), (.finished, true, true, true), (.failed, false, false, true),
        (.terminated, false, false, false),
    ])
    func `each phase of a session accepts only certain commands`(
        phase: PlaybackMachine.Phase, isLive: Bool, seeks: Bool, resumes: Bool
    ) {
        #expect(phase.isLive == isLive && phase.mayBeRefused == isLive)
        #expect(phase.takesSeeks == seeks)
        #expect(phase.takesResumptions == resumes)
    }
}
