import HeadlessPlayback
import Presentation
import Sessions
import Testing
import VirtualTime

/// The times at which progress, cue points, cues and durations are reported.
@Suite struct MachineReportTests {
    private func passages(_ effects: [String]) -> [String] {
        effects.filter { $0.hasPrefix("didPass") }
    }

    private func cue(_ start: Int64, _ end: Int64, _ text: String) -> SubtitleCue {
        SubtitleCue(start: .milliseconds(start), end: .milliseconds(end), text: text)
    }

    // MARK: Cue points

    @Test func `the first play reports the cue points at the start, and no other play does`() {
        var bench = MachineBench.ready(
            cuePoints: [.before(type: "pre-roll"), .at(.zero, type: "intro")], playing: false)
        #expect(
            bench.play().prefix(3) == [
                "PlayRequest", "didPassCuePoints -inf -> 0.000  before pre-roll, 0.000 intro",
                "Play",
            ])
        _ = bench.pause()
        #expect(passages(bench.play()) == [])
    }

    @Test func `cue points are checked once a second of virtual time, at any rate`() {
        var bench = MachineBench.ready(cuePoints: [.at(.seconds(1)), .at(.seconds(3))])
        _ = bench.setRate(2)
        #expect(passages(bench.pass(0.5)) == [])
        #expect(passages(bench.pass(0.5)) == ["didPassCuePoints 0.000 -> 2.000  1.000"])
        #expect(passages(bench.pass(0.5)) == [])
        #expect(passages(bench.pass(0.5)) == ["didPassCuePoints 2.000 -> 4.000  3.000"])
    }

    @Test func `a session that starts over passes its cue points again`() {
        var bench = MachineBench.ready(cuePoints: [.at(.seconds(1)), .after(type: "post-roll")])
        _ = bench.setRate(2)
        _ = bench.pass(6)
        #expect(bench.machine.phase == .finished)
        bench.elapse(0.5)
        #expect(passages(bench.play()) == [])
        #expect(passages(bench.pass(0.5)) == [])
        #expect(passages(bench.pass(0.5)) == ["didPassCuePoints 0.000 -> 2.000  1.000"])
    }

    @Test func `the cue point check at a start begins a new interval`() {
        var bench = MachineBench.ready(cuePoints: [.at(.seconds(1))])
        _ = bench.setRate(2)
        _ = bench.pass(5)
        bench.elapse(0.25)
        _ = bench.play()
        // At the end of the next step, 0.75 s have passed since the last check for cue points
        // before the restart, and 0.5 s since the check that the restart made. The new interval is
        // counted from the later check.
        #expect(passages(bench.pass(0.5)) == [])
        bench.elapse(0.25)
        #expect(passages(bench.pass(0.25)) == ["didPassCuePoints 0.000 -> 2.000  1.000"])
    }

    @Test func `neither a pause nor the next play checks for cue points`() {
        var bench = MachineBench.ready(cuePoints: [.at(.milliseconds(1_200))])
        _ = bench.pass(1)
        _ = bench.pass(0.5)
        #expect(passages(bench.pause()) == [])
        #expect(bench.play() == ["PlayRequest", "Play"])
        #expect(passages(bench.pass(0.5)) == ["didPassCuePoints 1.000 -> 2.000  1.200"])
    }

    @Test func `a seek first reports the cue points that were passed by playing`() {
        var bench = MachineBench.ready(
            cuePoints: [.at(.milliseconds(500)), .at(.seconds(3)), .at(.seconds(5))])
        bench.elapse(0.75)
        #expect(
            passages(bench.seek(to: 6)) == [
                "didPassCuePoints 0.000 -> 0.750  0.500",
                "didPassCuePoints 0.750 -> 6.000  3.000, 5.000",
            ])
    }

    @Test func `a seek back from the end reports the cue points between its target and the end`() {
        var bench = MachineBench.ready(cuePoints: [.at(.seconds(5)), .after(type: "post-roll")])
        _ = bench.pass(12)
        #expect(passages(bench.seek(to: 3)) == ["didPassCuePoints 10.000 -> 3.000  5.000"])
    }

    // MARK: Progress

    @Test func `a seek to the position that was reported last still reports progress`() {
        var bench = MachineBench.ready()
        _ = bench.pass(1)
        #expect(bench.seek(to: 1).contains("didProgressTo 1.000"))
    }

    @Test func `a longer duration is reported before the progress that exceeds the earlier one`() {
        var bench = MachineBench.ready()
        #expect(
            bench.tracks {
                $0.isEndMeasured = false
                $0.presentationEnd = .milliseconds(10_400)
                $0.readyEnd = .milliseconds(10_400)
            } == [])
        let effects = bench.pass(12)
        let duration = effects.firstIndex(of: "didChangeDuration 10.400")
        let progress = effects.firstIndex(of: "didProgressTo 10.400")
        #expect(duration != nil && progress != nil)
        #expect(duration.map { $0 + 2 } == progress)
    }

    // MARK: Cues

    @Test func `a cue between two progress reports is reported at its own time`() {
        var bench = MachineBench.ready()
        _ = bench.add(cues: [cue(1_500, 1_750, "a")])
        #expect(
            bench.pass(2) == [
                "pass 0.000-1.000", "didProgressTo 1.000", "pass 1.000-1.500", "show a",
                "pass 1.500-1.750", "hide a", "pass 1.750-2.000", "didProgressTo 2.000",
            ])
    }

    @Test func `a cue that has ended on arrival is never shown`() {
        var bench = MachineBench.ready()
        _ = bench.pass(2.5)
        #expect(bench.add(cues: [cue(2_100, 2_400, "gone")]) == [])
        #expect(bench.pass(1) == ["pass 2.500-3.000", "didProgressTo 3.000", "pass 3.000-3.500"])
    }

    @Test func `the end hides the cues that are shown`() {
        var bench = MachineBench.ready()
        _ = bench.add(cues: [cue(9_000, 12_000, "last")])
        #expect(bench.pass(12).suffix(4) == ["hide last", "Pause", "didProgressTo +inf", "End"])
    }

    // MARK: Events that pass through the machine

    @Test func `other reports of a session are passed on unchanged`() {
        var bench = MachineBench.ready(playing: false)
        let effects = bench.collect { machine, _ in
            machine.report(.didChangeDuration(.seconds(3)))
            machine.report(.loadFailed(.ended))
        }
        #expect(effects == ["didChangeDuration 3.000", "Error"])
    }
}
