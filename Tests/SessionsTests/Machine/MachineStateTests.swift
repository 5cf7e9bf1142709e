import HeadlessPlayback
import Presentation
import Sessions
import Testing
import VirtualTime

/// Queries about the state of a session's machine, and media that becomes shorter.
@Suite struct MachineStateTests {
    // MARK: Answers

    @Test
    func `a session that has played and stops counts as paused, until it plays again or ends`() {
        var bench = MachineBench.ready(playing: false)
        #expect(!bench.machine.isPaused && !bench.machine.reachedEnd)
        _ = bench.play()
        _ = bench.pass(1)
        #expect(!bench.machine.isPaused)
        _ = bench.pause()
        #expect(bench.machine.isPaused)
        _ = bench.play()
        _ = bench.pass(12)
        #expect(!bench.machine.isPaused && bench.machine.reachedEnd)
    }

    @Test func `the next stop is the end of the presentation, or of the media that is ready`() {
        var bench = MachineBench.ready(upTo: 3)
        #expect(bench.machine.nextStop == .seconds(3))
        _ = bench.tracks {
            $0.isReadyToEnd = true
            $0.readyEnd = .seconds(10)
            $0.presentationEnd = .seconds(9)
        }
        #expect(bench.machine.nextStop == .seconds(9))
    }

    @Test(arguments: [(5.0, 1.0), (0.5, 0.5)])
    func `the next wake is at the next report, or at the stop if that is earlier`(
        stop: Double, seconds: Double
    )
        throws
    {
        var bench = MachineBench.ready()
        let place = try #require(MediaTime(seconds: stop))
        let wake = Instant.start.advanced(by: .milliseconds(Int64(seconds * 1000)))
        #expect(bench.wake(before: place) == wake)
    }

    @Test func `a session that waits for its first media counts as starting`() {
        let bench = MachineBench.ready(upTo: 1)
        #expect(bench.machine.waiting == .start)
        #expect(bench.machine.played.clock.activity == .startup)
    }

    @Test func `playing twice changes nothing the second time`() {
        var bench = MachineBench()
        _ = bench.load()
        _ = bench.play()
        #expect(bench.answer == true)
        _ = bench.play()
        #expect(bench.answer == false)
    }

    @Test func `a load for a resumption has a position, and a first load has none`() {
        #expect(PlaybackMachine.LoadPurpose.start.position == nil)
        let purpose = PlaybackMachine.LoadPurpose.resumption(.seconds(4), autoPlay: false)
        #expect(purpose.position == .seconds(4))
    }

    @Test func `callbacks are taken once, by number`() {
        var calls = CallTable()
        var answers: [String] = []
        let first = calls.add { answers.append("first \($0)") }
        let second = calls.add { answers.append("second \($0)") }
        calls.take(second)?(false)
        calls.take(first)?(true)
        #expect(answers == ["second false", "first true"])
        #expect(calls.take(first) == nil)
    }

    // MARK: Reports

    @Test func `a pause by the system reports no PauseRequest`() {
        var bench = MachineBench.ready { $0.reportsPauseAtEnd = false }
        _ = bench.pass(0.5)
        #expect(
            bench.collect { $0.pause(at: $1, isRequested: false) } == [
                "Pause", "didProgressTo 0.500",
            ])
    }

    @Test func `a refused session has the refusal as its error in every phase`() {
        let refusal = SessionRefusal.mediaServicesReset
        var loading = MachineBench()
        _ = loading.load()
        #expect(loading.fail(.refused(refusal)).last == "Fail")
        var resuming = MachineBench.ready()
        _ = resuming.resume(at: 4, autoPlay: false)
        #expect(resuming.fail(.refused(refusal)).last == "ResumeFail")
        var playing = MachineBench.ready()
        #expect(playing.fail(.refused(refusal)).last == "FailedToPlayToEndTime")
        for bench in [loading, resuming, playing] {
            #expect(bench.machine.failure == .refused(refusal))
        }
    }

    @Test func `cues that are replaced before Ready are shown once the session is ready`() {
        var bench = MachineBench()
        _ = bench.load()
        #expect(bench.forgetCues() == [])
        let cue = SubtitleCue(start: .zero, end: .seconds(5), text: "a")
        #expect(bench.add(cues: [cue]) == [])
        #expect(bench.tracksReady(upTo: 10).contains("show a"))
    }

    @Test func `a measured end that is less than a millisecond later is reported`() {
        var bench = MachineBench.ready(playing: false)
        let end = MediaTime.seconds(10) + MediaTime(ticks: 1)
        #expect(bench.tracks { $0.presentationEnd = end }.first == "didChangeDuration 10.000")
    }

    @Test func `a wake of a session that does not play calls no position callback`() {
        var bench = MachineBench.ready(playing: false)
        bench.rest(until: 10)
        _ = bench.collect { machine, _ in machine.waitForPlayhead(at: .zero, 7) }
        #expect(bench.tick() == nil)
        #expect(bench.play().contains("call 7 true"))
    }

    // MARK: Positions

    @Test func `a pause counts the time of playback up to its instant`() {
        var bench = MachineBench.ready()
        bench.elapse(0.333333)
        _ = bench.pause()
        #expect(bench.machine.played.clock.time(in: .playing) == .microseconds(333_333))
    }

    @Test func `an end that moves before the playhead ends playback at the playhead`() {
        var bench = MachineBench.ready()
        _ = bench.pass(9.75)
        _ = bench.tracks {
            $0.presentationEnd = .milliseconds(9_500)
            $0.readyEnd = .milliseconds(9_500)
        }
        #expect(bench.pass(0.25).last == "End")
        #expect(bench.machine.playhead.position(at: bench.now) == .milliseconds(9_750))
    }

    @Test func `ready media that ends before the playhead causes a stall at the playhead`() {
        var bench = MachineBench.ready()
        _ = bench.pass(5)
        _ = bench.tracks {
            $0.readyEnd = .seconds(4)
            $0.isReadyToEnd = false
        }
        _ = bench.pass(0.5)
        #expect(bench.machine.waiting == .stall)
        #expect(bench.machine.playhead.position(at: bench.now) == .seconds(5))
    }

    @Test(
        arguments: [
            // The nearest sync sample is within the tolerance, either after or before the target.
            ([4, 6.25], 6, 0.5, "6.250"), ([5, 6.25], 6, 1, "6.250"), ([5.75, 7], 6, 1, "5.750"),
            // Of two sync samples that are equally near, the first is chosen.
            ([5, 7], 6, 1, "5.000"),
            // A seek never lands beyond the end.
            ([10.5], 9.75, 1, "10.000"),
        ] as [([Double], Double, Double, String)])
    func `a seek lands on the nearest sync sample before or after its target`(
        samples: [Double], target: Double, tolerance: Double, landing: String
    ) {
        var bench = MachineBench.ready()
        bench.add(syncSamples: samples)
        #expect(
            bench.seek(to: target, tolerance: tolerance).contains("didProgressTo \(landing)"))
    }
}
