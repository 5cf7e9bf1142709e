import HeadlessPlayback
import Presentation
import Sessions
import Testing
import VirtualTime

/// Broadcasts: unknown durations, moving seekable positions, and a playhead before the window.
@Suite struct MachineLiveTests {
    private static let indefinite = "didChangeDuration \(MediaTime.indefinite)"

    private func live(
        _ from: Int64, _ to: Int64, isFinite: Bool = false
    ) -> TrackReadiness.Live {
        TrackReadiness.Live(seekable: .seconds(from)..<(.seconds(to)), isFinite: isFinite)
    }

    /// Returns a machine that plays a broadcast and has ten seconds of playable media.
    private func playing() -> MachineBench {
        var bench = MachineBench()
        _ = bench.load(live: live(0, 6))
        _ = bench.tracks {
            $0.hasStart = true
            $0.readyEnd = .seconds(10)
        }
        _ = bench.play()
        return bench
    }

    // MARK: Durations and seekable positions

    @Test func `the duration of a broadcast is reported with Ready, and not before`() {
        var bench = MachineBench()
        #expect(bench.load(live: live(0, 6)) == ["didProgressTo -inf", "PlaybackBufferEmpty"])
        #expect(bench.tracks { $0.live = live(0, 7) } == [])
        let effects = bench.tracks {
            $0.hasStart = true
            $0.readyEnd = .seconds(1)
        }
        #expect(
            effects == ["Ready", Self.indefinite, "didChangeSeekableRanges 0.000-7.000", "facts"])
    }

    @Test func `seekable ranges are reported when they change`() {
        var bench = playing()
        #expect(bench.tracks { _ in } == [])
        #expect(bench.tracks { $0.live = live(1, 8) } == ["didChangeSeekableRanges 1.000-8.000"])
        #expect(bench.tracks { $0.live = live(1, 8) } == [])
        #expect(bench.tracks { $0.live = live(4, 4) } == ["didChangeSeekableRanges "])
    }

    @Test
    func `the end of a broadcast reports a duration, and the seekable ranges if they changed`() {
        var bench = playing()
        #expect(
            bench.tracks { $0.live = live(0, 6, isFinite: true) } == ["didChangeDuration 10.000"])
        var other = playing()
        #expect(
            other.tracks { $0.live = live(2, 10, isFinite: true) } == [
                "didChangeDuration 10.000", "didChangeSeekableRanges 2.000-10.000",
            ])
    }

    @Test func `cue points that a playlist adds are reported after its seekable ranges`() {
        var bench = playing()
        var markers = AddedMarkers(from: .zero)
        markers.cuePoints = [.at(.seconds(0)), .at(.seconds(5))]
        markers.troubles = [MarkerTrouble("a")]
        #expect(bench.collect { machine, _ in machine.list(markers) } == [])
        #expect(
            bench.tracks { $0.live = live(1, 8) } == [
                "didChangeSeekableRanges 1.000-8.000", "late 0.000", "listed 5.000", "unusable a",
            ])
        #expect(bench.tracks { _ in } == [])
    }

    @Test func `a new cue point at the playhead counts as late only after playback has begun`() {
        for plays in [false, true] {
            var bench = MachineBench.ready(playing: plays)
            var markers = AddedMarkers(from: .zero)
            markers.cuePoints = [.at(.seconds(0)), .at(.seconds(5))]
            _ = bench.collect { machine, _ in machine.list(markers) }
            let first = plays ? "late 0.000" : "listed 0.000"
            #expect(bench.tracks { _ in } == [first, "listed 5.000"])
        }
    }

    @Test(arguments: [(10_000, []), (10_002, ["1.000", "2.000"])] as [(Int64, [String])])
    func `more than ten thousand cue points outside of the window make the oldest unusable`(
        count: Int64, unusable: [String]
    ) {
        var bench = MachineBench.ready()
        var markers = AddedMarkers(from: .seconds(count + 1))
        markers.cuePoints = (1...count).map { .at(.seconds($0)) }
        _ = bench.collect { machine, _ in machine.list(markers) }
        #expect(
            bench.tracks { _ in }.filter { $0.hasPrefix("unusable") }
                == unusable.map { "unusable a cue point left the window: \($0)" })
    }

    @Test func `a resumption reports the seekable ranges of a broadcast again`() {
        var bench = playing()
        _ = bench.fail()
        _ = bench.collect { $0.beginResumption(at: $1) }
        let purpose = PlaybackMachine.LoadPurpose.resumption(.zero, autoPlay: false)
        #expect(
            bench.load(for: purpose, live: live(0, 6)) == ["didChangeSeekableRanges 0.000-6.000"])
    }

    @Test func `a video of zero duration has no seekable range`() {
        var bench = MachineBench()
        let effects = bench.collect { machine, now in
            machine.load(for: .start, at: now)
            machine.start(at: .zero, now: now)
        }
        #expect(effects == ["didChangeDuration 0.000", "didChangeSeekableRanges "])
    }

    @Test(arguments: [(1.0, "3.000"), (5, "5.000"), (9, "8.000")])
    func `a seek in a broadcast is limited to its seekable range`(
        target: Double, place: String
    ) {
        var bench = playing()
        _ = bench.tracks { $0.live = live(3, 8) }
        #expect(bench.seek(to: target).contains("put \(place)"))
    }

    @Test(arguments: [(2.999, "5.000"), (3, "3.000"), (4, "4.000")] as [(Double, String)])
    func `a seek before the window of a broadcast lands a margin after its start`(
        target: Double, place: String
    ) {
        let seeks = SeekRules(backBuffer: nil, windowMargin: .seconds(2))
        var bench = MachineBench { $0.seeks = seeks }
        _ = bench.load(live: live(3, 8))
        _ = bench.tracksReady(upTo: 9)
        #expect(bench.seek(to: target).contains("put \(place)"))
        var onDemand = MachineBench.ready { $0.seeks = seeks }
        #expect(onDemand.seek(to: -1).contains("put 0.000"))
    }

    @Test func `a broadcast that ends at a stalled playhead reports its duration before its end`() {
        var broadcast = playing()
        _ = broadcast.pass(10)
        #expect(broadcast.machine.waiting == .stall)
        #expect(
            broadcast.tracks {
                $0.live = live(0, 6, isFinite: true)
                $0.isReadyToEnd = true
            } == ["didChangeDuration 10.000", "Pause", "didProgressTo +inf", "End"])
        // A video on demand has already reported a duration, so its corrected duration follows
        // `End`.
        var onDemand = MachineBench.ready(upTo: 3)
        _ = onDemand.pass(3)
        #expect(
            onDemand.tracks {
                $0.presentationEnd = .seconds(3)
                $0.isReadyToEnd = true
            } == [
                "Pause", "didProgressTo +inf", "End", "didChangeDuration 3.000",
                "didChangeSeekableRanges 0.000-3.000",
            ])
    }

    @Test func `a presentation that ends during a stall reports no recovery`() {
        var bench = MachineBench.ready(upTo: 3)
        _ = bench.pass(4)
        #expect(bench.machine.waiting == .stall)
        let effects = bench.tracks {
            $0.presentationEnd = .seconds(3)
            $0.isReadyToEnd = true
        }
        #expect(!effects.contains("PlaybackRecovered"))
        #expect(bench.machine.phase == .finished)
    }

    // MARK: Rejoining

    @Test func `a playhead that fell out of the window continues at another position`() {
        var bench = playing()
        bench.elapse(0.5)
        #expect(
            bench.rejoin(at: 5) == ["pass 0.000-0.500", "PlaybackBufferEmpty", "put 5.000"])
        #expect(!bench.machine.playhead.isMoving)
        #expect(bench.machine.placeOfInterest(at: bench.now) == .seconds(5))
        #expect(
            bench.tracks { _ in } == ["PlaybackLikelyToKeepUp", "didProgressTo 5.000"])
        #expect(bench.machine.playhead.isMoving)
    }

    @Test func `rejoining a broadcast during a stall ends the stall with a recovery`() {
        var bench = playing()
        _ = bench.pass(12)
        #expect(bench.machine.waiting == .stall)
        #expect(bench.rejoin(at: 14) == ["put 14.000"])
        let effects = bench.tracks { $0.readyEnd = .seconds(20) }
        #expect(effects.prefix(2) == ["PlaybackLikelyToKeepUp", "PlaybackRecovered"])
    }

    @Test func `a rejoin cancels a seek`() {
        var bench = playing()
        _ = bench.tracks { $0.readyEnd = .seconds(3) }
        _ = bench.seek(to: 6)
        #expect(bench.rejoin(at: 5) == ["call 1 false", "PlaybackBufferEmpty", "put 5.000"])
    }

    @Test func `nothing is rejoined before Ready`() {
        var bench = MachineBench()
        _ = bench.load(live: live(0, 6))
        #expect(bench.rejoin(at: 5) == [])
        #expect(bench.machine.waiting == .start)
    }
}
