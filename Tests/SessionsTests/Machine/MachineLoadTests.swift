import Formats
import HeadlessPlayback
import Presentation
import Sessions
import Testing

/// The transitions of a machine from idle to ready, to a resumption, and to every end state.
@Suite struct MachineLoadTests {
    @Test func `a load reports an empty buffer and the duration that the playlist states`() {
        var bench = MachineBench()
        #expect(
            bench.load() == [
                "didProgressTo -inf", "PlaybackBufferEmpty", "didChangeDuration 10.000",
                "didChangeSeekableRanges 0.000-10.000",
            ])
        #expect(bench.machine.isFetching)
        #expect(bench.machine.played.clock.activity == .startup)
    }

    @Test func `a session is ready once every track has media to play`() {
        var bench = MachineBench()
        _ = bench.load()
        #expect(bench.tracks { $0.readyEnd = .seconds(1) } == [])
        #expect(bench.tracksReady(upTo: 1) == ["Ready", "facts"])
        #expect(bench.machine.phase == .ready)
        #expect(bench.machine.played.clock.activity == .paused)
    }

    @Test func `enough media ends the initial buffering`() {
        var bench = MachineBench.ready(upTo: 1, playing: false)
        #expect(bench.machine.waiting == .start)
        #expect(bench.tracksReady(upTo: 2) == ["PlaybackLikelyToKeepUp"])
        #expect(bench.machine.waiting == nil)
    }

    @Test(arguments: [(1999, false), (2000, true)])
    func `a start requires a lead of two seconds`(milliseconds: Int64, starts: Bool) {
        var bench = MachineBench.ready(upTo: 0, playing: false)
        let effects = bench.tracks { $0.readyEnd = .milliseconds(milliseconds) }
        #expect(effects == (starts ? ["PlaybackLikelyToKeepUp"] : []))
    }

    @Test func `a session with automatic play plays once it is ready`() {
        var bench = MachineBench()
        bench.playsByItself()
        _ = bench.load()
        let effects = bench.tracksReady(upTo: 10)
        #expect(effects.prefix(4) == ["Ready", "facts", "PlayRequest", "Play"])
        #expect(bench.machine.playhead.isMoving)
    }

    @Test func `pausing before Ready cancels automatic play`() {
        var bench = MachineBench()
        bench.playsByItself()
        _ = bench.load()
        #expect(bench.pause() == [])
        #expect(bench.tracksReady(upTo: 10) == ["Ready", "facts", "PlaybackLikelyToKeepUp"])
    }

    @Test func `playing before Ready is reported at once and only once`() {
        var bench = MachineBench()
        bench.playsByItself()
        _ = bench.load()
        #expect(bench.play() == ["PlayRequest", "Play"])
        #expect(bench.play() == [])
        let effects = bench.tracksReady(upTo: 10)
        #expect(!effects.contains("PlayRequest"))
        #expect(effects.contains("didProgressTo 0.000"))
    }

    @Test func `a failed load is reported as Fail, and a failed playback as FailedToPlayToEndTime`()
    {
        var loading = MachineBench()
        _ = loading.load()
        #expect(loading.fail() == ["release", "Fail"])
        #expect(loading.machine.failure != nil)
        #expect(loading.machine.played.clock.activity == .ended)

        var playing = MachineBench.ready()
        #expect(playing.fail() == ["release", "FailedToPlayToEndTime"])
        #expect(!playing.machine.isInPlayMode)
    }

    @Test func `a session fails once`() {
        var bench = MachineBench.ready()
        _ = bench.fail()
        #expect(bench.fail() == [])
        #expect(bench.play() == [])
        #expect(bench.pass(5) == [])
    }

    @Test func `a failure before any request reports only Fail`() {
        var bench = MachineBench()
        #expect(bench.failAtOnce() == ["Fail"])
        #expect(bench.machine.phase == .failed)
    }

    @Test func `a protection error is reported once for each cause`() {
        var bench = MachineBench()
        #expect(bench.protectionFails() == [])
        _ = bench.load()
        #expect(bench.protectionFails() == ["Error"])
        #expect(bench.protectionFails() == [])
        #expect(bench.protectionFails("other") == ["Error"])
        #expect(
            bench.fail(.decryption(UnderlyingError(CancellationError()), url: "third")) == [
                "Error", "release", "Fail",
            ])
        #expect(bench.protectionFails("fourth") == [])
    }

    @Test func `nothing follows Terminate`() {
        var bench = MachineBench.ready()
        #expect(bench.terminate() == ["release", "Terminate", "over"])
        #expect(bench.terminate() == [])
        #expect(bench.pass(5) == [])
        #expect(bench.play() == [])
        #expect(bench.fail() == [])
        #expect(bench.seek(to: 3) == [])
    }

    @Test func `termination cancels a pending seek`() {
        var bench = MachineBench.ready()
        _ = bench.pass(1.5)
        _ = bench.tracks {
            $0.isReadyToEnd = false
            $0.readyEnd = .seconds(2)
        }
        _ = bench.seek(to: 8)
        #expect(bench.terminate() == ["call 1 false", "release", "Terminate", "over"])
    }

    // MARK: Resumption

    @Test
    func `a resumption reports only its start, duration and seekable ranges until it is complete`()
    {
        var bench = MachineBench.ready()
        _ = bench.pass(1)
        _ = bench.fail()
        #expect(
            bench.resume(at: 4, autoPlay: false) == [
                "release", "ResumeBegin", "didChangeDuration 10.000",
                "didChangeSeekableRanges 0.000-10.000",
            ])
        #expect(bench.machine.failure == nil)
        #expect(
            bench.tracksReady(upTo: 10) == ["ResumeComplete", "PlaybackLikelyToKeepUp"])
        #expect(!bench.machine.playhead.isMoving)
    }

    @Test func `a resumption with automatic play plays, and passes no earlier cue points`() {
        var bench = MachineBench.ready(cuePoints: [.at(.seconds(2)), .at(.seconds(5))])
        _ = bench.fail()
        _ = bench.resume(at: 4, autoPlay: true)
        _ = bench.tracksReady(upTo: 10)
        #expect(bench.machine.playhead.isMoving)
        let effects = bench.pass(2)
        #expect(
            effects.filter { $0.hasPrefix("didPass") } == [
                "didPassCuePoints 4.000 -> 5.000  5.000"
            ])
    }

    @Test(arguments: [true, false])
    func `a play or pause command during a resumption applies once it is complete`(
        plays: Bool
    ) {
        var bench = MachineBench.ready()
        _ = bench.fail()
        _ = bench.resume(at: 4, autoPlay: !plays)
        #expect((plays ? bench.play() : bench.pause()) == [])
        _ = bench.tracksReady(upTo: 10)
        #expect(bench.machine.playhead.isMoving == plays)
    }

    @Test func `an interrupted resumption is reported as failed`() {
        var failing = MachineBench.ready()
        _ = failing.fail()
        _ = failing.resume(at: 4, autoPlay: false)
        #expect(failing.fail() == ["release", "ResumeFail"])

        var ending = MachineBench.ready()
        _ = ending.fail()
        _ = ending.resume(at: 4, autoPlay: false)
        #expect(ending.terminate() == ["ResumeFail", "release", "Terminate", "over"])
    }
}
