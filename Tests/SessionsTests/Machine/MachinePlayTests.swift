import HeadlessPlayback
import Presentation
import Sessions
import Testing
import VirtualTime

/// The playhead of a machine: movement, waiting, seeks and ends.
@Suite struct MachinePlayTests {
    // MARK: Moving

    @Test func `the first play reports Play and progress at the start`() {
        var bench = MachineBench.ready(playing: false)
        #expect(bench.play() == ["PlayRequest", "Play", "playing", "didProgressTo 0.000"])
        #expect(bench.machine.played.clock.activity == .playing)
    }

    @Test func `progress is reported at whole multiples of the progress interval`() {
        var bench = MachineBench.ready()
        #expect(
            bench.pass(2.5) == [
                "pass 0.000-1.000", "didProgressTo 1.000", "pass 1.000-2.000",
                "didProgressTo 2.000", "pass 2.000-2.500",
            ])
        #expect(bench.machine.nextPlace == .seconds(3))
    }

    @Test func `a pause stops the playhead and reports its position`() {
        var bench = MachineBench.ready()
        _ = bench.pass(1)
        _ = bench.pass(0.5)
        #expect(bench.pause() == ["PauseRequest", "Pause", "didProgressTo 1.500"])
        #expect(bench.pause() == [])
        #expect(bench.pass(3) == [])
        #expect(bench.play() == ["PlayRequest", "Play"])
        #expect(bench.machine.playhead.isMoving)
    }

    @Test(arguments: [true, false])
    func `a pause before Ready reports no progress, and later playback reports it at the start`(
        isRequested: Bool
    ) {
        var bench = MachineBench()
        _ = bench.load()
        #expect(bench.play() == ["PlayRequest", "Play"])
        let request = isRequested ? ["PauseRequest"] : []
        #expect(bench.pause(isRequested: isRequested) == request + ["Pause"])
        let ready = bench.tracksReady(upTo: 10)
        #expect(ready.contains("Ready"))
        #expect(!ready.contains { $0.hasPrefix("didProgressTo") })
        #expect(bench.play() == ["PlayRequest", "Play", "playing", "didProgressTo 0.000"])
    }

    @Test func `a new rate applies from the current playhead position`() {
        var bench = MachineBench.ready()
        _ = bench.pass(1)
        _ = bench.setRate(2)
        #expect(
            bench.pass(1) == [
                "pass 1.000-2.000", "didProgressTo 2.000", "pass 2.000-3.000",
                "didProgressTo 3.000",
            ])
        #expect(bench.machine.played.clock.total == .seconds(1))
    }

    @Test func `callbacks for a position are called by playback, and not by a seek past it`() {
        var bench = MachineBench.ready()
        #expect(bench.wait(for: 2, number: 7) == [])
        #expect(bench.wait(for: 1, number: 8) == [])
        #expect(bench.machine.nextPlace == .seconds(1))
        #expect(bench.pass(2).filter { $0.hasPrefix("call") } == ["call 8 true", "call 7 true"])
        _ = bench.wait(for: 5, number: 9)
        #expect(!bench.seek(to: 6).contains("call 9 true"))
        #expect(!bench.pass(1).contains("call 9 true"))
    }

    // MARK: Stalls

    @Test func `the playhead stalls at the end of available media and recovers with enough`() {
        var bench = MachineBench.ready(upTo: 3)
        let effects = bench.pass(4)
        #expect(
            effects.suffix(3) == [
                "didProgressTo 3.000", "PlaybackStalled", "PlaybackBufferEmpty",
            ])
        #expect(bench.machine.waiting == .stall)
        #expect(bench.machine.played.clock.activity == .rebuffering)
        #expect(bench.tracksReady(upTo: 4) == [])
        #expect(bench.tracksReady(upTo: 5) == ["PlaybackLikelyToKeepUp", "PlaybackRecovered"])
        #expect(bench.machine.playhead.isMoving)
    }

    @Test func `a stall ends when media is ready up to the end, however short the media is`() {
        var bench = MachineBench.ready(upTo: 9)
        _ = bench.pass(9)
        #expect(bench.machine.waiting == .stall)
        #expect(bench.tracksReady(upTo: 10) == ["PlaybackLikelyToKeepUp", "PlaybackRecovered"])
    }

    @Test func `a pause during a stall counts as a pause`() {
        var bench = MachineBench.ready(upTo: 3)
        _ = bench.pass(4)
        _ = bench.pause()
        #expect(bench.machine.played.clock.activity == .paused)
        #expect(bench.tracksReady(upTo: 10) == ["PlaybackLikelyToKeepUp", "PlaybackRecovered"])
        #expect(!bench.machine.playhead.isMoving)
    }

    // MARK: Dead ends

    private func deadEnd(at seconds: Int64, mayBeAskedAgain: Bool = false) -> TrackReadiness.DeadEnd
    {
        TrackReadiness.DeadEnd(
            position: .seconds(seconds), track: 1, error: .ended,
            mayBeAskedAgain: mayBeAskedAgain)
    }

    @Test func `media before an unavailable position is played before the failure`() {
        var bench = MachineBench.ready(upTo: 3)
        #expect(bench.tracks { $0.deadEnds = [deadEnd(at: 3)] } == [])
        let effects = bench.pass(4)
        #expect(effects.suffix(3) == ["didProgressTo 3.000", "release", "FailedToPlayToEndTime"])
        #expect(!effects.contains("PlaybackStalled"))
    }

    @Test func `media before an unavailable position is enough to start`() {
        var bench = MachineBench.ready(upTo: 0)
        #expect(bench.machine.waiting == .start)
        let effects = bench.tracks {
            $0.readyEnd = .seconds(1)
            $0.deadEnds = [deadEnd(at: 1)]
        }
        #expect(effects.first == "PlaybackLikelyToKeepUp")
    }

    @Test func `media that may have become available is requested once more`() {
        var bench = MachineBench.ready(upTo: 3)
        _ = bench.tracks { $0.deadEnds = [deadEnd(at: 3, mayBeAskedAgain: true)] }
        let effects = bench.pass(4)
        #expect(effects.suffix(3) == ["ask 1", "PlaybackStalled", "PlaybackBufferEmpty"])
        #expect(bench.machine.phase == .ready)
    }

    @Test func `an unavailable position after the playhead has no effect yet`() {
        var bench = MachineBench.ready(upTo: 3)
        _ = bench.pass(1)
        #expect(bench.tracks { $0.deadEnds = [deadEnd(at: 3)] } == [])
        #expect(bench.machine.phase == .ready)
    }

    // MARK: Seeks

    @Test func `a seek moves the tracks and lands once media is ready`() {
        var bench = MachineBench.ready()
        _ = bench.pass(1)
        #expect(
            bench.seek(to: 6) == [
                "PlaybackBufferEmpty", "put 6.000", "PlaybackLikelyToKeepUp",
                "didProgressTo 6.000", "call 1 true",
            ])
        #expect(bench.pass(1) == ["pass 6.000-7.000", "didProgressTo 7.000"])
    }

    @Test func `a seek to a position without media waits and counts as seeking`() {
        var bench = MachineBench.ready(upTo: 3)
        #expect(bench.seek(to: 6) == ["PlaybackBufferEmpty", "put 6.000"])
        #expect(bench.machine.placeOfInterest(at: bench.now) == .seconds(6))
        #expect(bench.machine.played.clock.activity == .seeking)
        #expect(bench.pass(2) == [])
        #expect(bench.tracksReady(upTo: 10).contains("call 1 true"))
    }

    @Test func `another seek cancels the first`() {
        var bench = MachineBench.ready(upTo: 3)
        _ = bench.seek(to: 6, number: 1)
        #expect(
            bench.seek(to: 7, number: 2) == ["call 1 false", "PlaybackBufferEmpty", "put 7.000"])
    }

    @Test func `a seek during a stall reports the recovery`() {
        var bench = MachineBench.ready(upTo: 3)
        _ = bench.pass(4)
        _ = bench.seek(to: 6)
        _ = bench.seek(to: 7, number: 2)
        let effects = bench.tracksReady(upTo: 10)
        #expect(effects.prefix(2) == ["PlaybackLikelyToKeepUp", "PlaybackRecovered"])
    }

    @Test(arguments: [(0.0, "6.000"), (0.4, "6.000"), (0.6, "5.500"), (1.0, "5.500")])
    func `a seek lands on the nearest sync sample in its tolerance`(
        tolerance: Double, landing: String
    ) {
        var bench = MachineBench.ready()
        bench.add(syncSamples: [4, 5.5, 7])
        #expect(bench.seek(to: 6, tolerance: tolerance).contains("didProgressTo \(landing)"))
    }

    @Test func `seek targets are limited to the presentation`() {
        var bench = MachineBench.ready()
        #expect(bench.seek(to: 99).contains("put 10.000"))
        var other = MachineBench.ready()
        #expect(other.seek(to: -5).contains("put 0.000"))
    }

    @Test func `cue points are reported by a seek in either direction`() {
        var bench = MachineBench.ready(cuePoints: [.at(.seconds(3)), .at(.seconds(5))])
        let forth = bench.seek(to: 6).filter { $0.hasPrefix("didPass") }
        #expect(forth == ["didPassCuePoints 0.000 -> 6.000  3.000, 5.000"])
        _ = bench.pass(1)
        let back = bench.seek(to: 4, number: 2).filter { $0.hasPrefix("didPass") }
        #expect(back == ["didPassCuePoints 7.000 -> 4.000  5.000"])
    }

    // MARK: Ends

    @Test func `the end gives all reports once, in order`() {
        var bench = MachineBench.ready(cuePoints: [.after(type: "post-roll")])
        let effects = bench.pass(12)
        #expect(
            effects.suffix(6) == [
                "pass 9.000-10.000", "didProgressTo 10.000", "Pause",
                "didPassCuePoints 10.000 -> +inf  after post-roll", "didProgressTo +inf", "End",
            ])
        #expect(bench.machine.reachedEnd)
        #expect(!bench.machine.isFetching)
        #expect(bench.machine.played.clock.activity == .ended)
        #expect(bench.pass(5) == [])
    }

    @Test func `the Pause report at the end is optional`() {
        var bench = MachineBench.ready { $0.reportsPauseAtEnd = false }
        let effects = bench.pass(12)
        #expect(effects.suffix(2) == ["didProgressTo +inf", "End"])
        #expect(!effects.contains("Pause"))
    }

    @Test func `playing a finished session starts it over`() {
        var bench = MachineBench.ready()
        _ = bench.pass(12)
        #expect(
            bench.play() == [
                "PlaybackBufferEmpty", "put 0.000", "PlayRequest", "Play",
                "PlaybackLikelyToKeepUp", "didProgressTo 0.000",
            ])
        #expect(bench.pass(1) == ["pass 0.000-1.000", "didProgressTo 1.000"])
        #expect(bench.machine.reachedEnd)
    }

    @Test func `seeking a finished session to its end leaves it finished`() {
        var bench = MachineBench.ready()
        _ = bench.pass(12)
        #expect(bench.seek(to: 10) == ["call 1 true"])
        #expect(bench.machine.phase == .finished)
        #expect(bench.seek(to: 9, number: 2).contains("call 2 true"))
        #expect(bench.machine.phase == .ready)
        #expect(!bench.machine.isInPlayMode)
    }

    @Test func `a changed duration is reported when measured, or when it differs by half a second`()
    {
        var bench = MachineBench.ready(playing: false)
        #expect(
            bench.tracks { $0.presentationEnd = .milliseconds(9_999) } == [
                "didChangeDuration 9.999", "didChangeSeekableRanges 0.000-9.999",
            ])
        #expect(
            bench.tracks {
                $0.isEndMeasured = false
                $0.presentationEnd = .milliseconds(10_400)
            } == [])
        #expect(
            bench.tracks { $0.presentationEnd = .milliseconds(10_499) }.first
                == "didChangeDuration 10.499")
    }

    // MARK: Cues

    private func cue(_ start: Int64, _ end: Int64, _ text: String) -> SubtitleCue {
        SubtitleCue(start: .seconds(start), end: .seconds(end), text: text)
    }

    @Test func `cues are shown and hidden as the playhead passes them`() {
        var bench = MachineBench.ready()
        #expect(bench.add(cues: [cue(1, 3, "a")]) == [])
        let effects = bench.pass(4)
        #expect(
            effects.filter { !$0.hasPrefix("pass") } == [
                "didProgressTo 1.000", "show a", "didProgressTo 2.000", "didProgressTo 3.000",
                "hide a", "didProgressTo 4.000",
            ])
    }

    @Test func `a late cue is shown at once, and hidden when other subtitles are selected`() {
        var bench = MachineBench.ready()
        _ = bench.pass(2)
        #expect(bench.add(cues: [cue(1, 5, "late"), cue(0, 1, "gone")]) == ["show late"])
        #expect(bench.forgetCues() == ["hide late"])
        #expect(bench.add(cues: [cue(1, 5, "other")]) == ["show other"])
        #expect(bench.terminate() == ["hide other", "release", "Terminate", "over"])
    }

    @Test func `a seek changes the cues that are shown`() {
        var bench = MachineBench.ready()
        _ = bench.add(cues: [cue(0, 2, "first"), cue(6, 8, "second")])
        _ = bench.pass(1)
        #expect(
            bench.seek(to: 7).filter { $0.hasSuffix("st") || $0.hasSuffix("nd") } == [
                "hide first", "show second",
            ])
    }

    @Test func `played time with subtitles counts only while subtitles are shown`() {
        var bench = MachineBench.ready()
        _ = bench.pass(1)
        _ = bench.tracks { $0.subtitles = .shown }
        _ = bench.pass(1)
        #expect(
            bench.machine.played.withSubtitles.intervals == [
                MediaTime.seconds(1)..<MediaTime.seconds(2)
            ])
        #expect(bench.machine.played.total == .seconds(2))
    }
}
