import HeadlessPlaybackTesting
import TestSupport
import Testing

/// Each lint, with events that break it and with very similar events that do not.
@Suite struct LintTests {
    /// An event of a test, which occurs at a given second.
    private enum Report {
        case advance
        case lifecycle(LifecycleEvent.EventType)
        case progress(Double)
        case duration(Double)
        case indefinite
        case seekable(Double, Double)
        case command(PlaybackCommand)
        case seekEnd
        case death
    }

    private func findings(
        _ lint: some Lint, _ reports: [(Double, Report)], session: Int = 1, end: Double = 100,
        isIdle: Bool = true
    ) -> [String] {
        var lint = lint
        var result: [LintFinding] = []
        var playhead = MediaTime.zero
        for (index, (second, report)) in reports.enumerated() {
            var position = MediaTime.zero
            let kind: Happening.Kind
            switch report {
            case .advance: kind = .event(.didAdvanceToPlaybackSession)
            case .lifecycle(let type):
                kind = .event(.didReceiveLifecycleEvent(LifecycleEvent(type)))
            case .progress(let seconds):
                let time = MediaTime(seconds: seconds)
                position = time ?? .zero
                playhead = position
                kind = .event(
                    .didProgressTo(time.map { .at($0) } ?? (seconds > 0 ? .ended : .started)))
            case .duration(let seconds): kind = .event(.didChangeDuration(.seconds(seconds)))
            case .indefinite: kind = .event(.didChangeDuration(.indefinite))
            case .seekable(let start, let end):
                position = playhead
                kind = .event(
                    .didChangeSeekableRanges([.seconds(start)..<MediaTime.seconds(end)]))
            case .command(let command): kind = .command(command)
            case .seekEnd: kind = .seekEnd(finished: true)
            case .death: kind = .death
            }
            result += lint.take(
                Happening(
                    kind, at: Instant(sinceStart: .seconds(second)), session: session, name: "x",
                    position: position, line: index + 1))
        }
        result += lint.end(at: Instant(sinceStart: .seconds(end)), isIdle: isIdle)
        return result.map { "\($0.code) \($0.line)" }
    }

    @Test func `a broadcast's seekable range that moves backwards is found`() {
        #expect(
            findings(
                SeekableLint(),
                [
                    (0, .indefinite), (0, .seekable(0, 9)), (4, .seekable(4, 13)),
                    (8, .seekable(4, 12)), (12, .seekable(2, 20)), (16, .seekable(4, 20)),
                ]) == ["lint.live-backwards 4", "lint.live-backwards 5"])
        #expect(
            findings(
                SeekableLint(),
                [
                    (0, .duration(20)), (0, .seekable(0, 20)), (4, .seekable(0, 19)),
                    (5, .indefinite), (6, .seekable(1, 20)),
                    (7, .lifecycle(.resumeBegin)), (8, .seekable(0, 9)),
                ]) == [])
    }

    @Test func `a broadcast's finite duration that is not reported once is found`() {
        #expect(
            findings(
                LiveDurationLint(),
                [(0, .indefinite), (9, .duration(72)), (9, .lifecycle(.end))]) == [])
        #expect(
            findings(
                LiveDurationLint(),
                [
                    (0, .indefinite), (9, .duration(72)), (10, .duration(73)),
                    (11, .lifecycle(.resumeBegin)), (12, .duration(20)), (13, .duration(21)),
                ]) == ["lint.live-duration 3"])
        #expect(
            findings(LiveDurationLint(), [(0, .indefinite), (9, .lifecycle(.end))])
                == ["lint.live-duration 2"])
    }

    /// The bounds of a broadcast with segments of six seconds and a hold-back of eighteen seconds.
    private let bounds = LiveBounds { _ in
        LiveBounds.Distances(target: .seconds(6), holdBack: .seconds(18))
    }

    /// Returns the events of a broadcast with a given playhead.
    ///
    /// The playhead's distance from the end of the seekable range is a function of the time.
    private func playing(_ distance: (Double) -> Double) -> [(Double, Report)] {
        var reports: [(Double, Report)] = [
            (0, .advance), (0, .indefinite), (0, .seekable(0, 42)), (0, .lifecycle(.play)),
        ]
        for second in stride(from: 0.0, through: 120, by: 2) {
            reports.append((second, .progress(42 + second - distance(second))))
            let end = 42 + (second / 6).rounded(.down) * 6
            reports.append((second, .seekable(end - 42, end)))
        }
        return reports
    }

    @Test func `a playhead outside the window of a broadcast is found`() {
        let lint = LivePlayheadLint(bounds)
        #expect(findings(lint, playing { _ in 4 }) == [])
        let ahead = findings(lint, playing { $0 < 60 ? 4 : -30 })
        #expect(!ahead.isEmpty && ahead.allSatisfy { $0.hasPrefix("lint.live-window") })
        #expect(findings(LivePlayheadLint(nil), playing { $0 < 60 ? 4 : -30 }) == [])
    }

    @Test func `a seek into the window can be followed by media that has left the window`() {
        let lint = LivePlayheadLint(bounds)
        // The seek is made right before a reload that moves the window by two segments.
        let reports: [(Double, Report)] = [
            (0, .advance), (0, .indefinite), (0, .seekable(30, 50)), (0, .lifecycle(.play)),
            (0, .progress(46)), (5, .command(.seek(to: 30))), (5, .progress(30)), (5, .seekEnd),
            (6, .seekable(42, 62)),
        ]
        #expect(findings(lint, reports + [(7, .progress(32)), (10, .progress(35))]) == [])
        // The player may also hold later media, which was listed while the playhead was before the
        // window.
        let later: [(Double, Report)] = [
            (42, .progress(67)), (42, .seekable(78, 98)), (44, .progress(69)),
        ]
        #expect(findings(lint, reports + later) == [])
        // The window has moved past all media that the player can hold.
        let lost: [(Double, Report)] = [
            (54, .progress(79)), (55, .seekable(100, 120)), (57, .progress(82)),
        ]
        #expect(findings(lint, reports + lost) == ["lint.live-window 12"])
        // At the time of the seek, the window started at 30 s, so the player cannot hold earlier
        // media.
        #expect(findings(lint, reports + [(7, .progress(23))]) == ["lint.live-window 10"])
        let early = reports.map { $0.0 == 5 ? (5, Report.command(.seek(to: 10))) : $0 }
        #expect(findings(lint, early + [(7, .progress(12))]) == ["lint.live-window 10"])
        // A stall shows that the player no longer holds media.
        let stall: [(Double, Report)] = [
            (7, .lifecycle(.playbackStalled)), (9, .lifecycle(.playbackRecovered)),
            (9, .progress(32)),
        ]
        #expect(findings(lint, reports + stall) == ["lint.live-window 12"])
    }

    @Test func `a broadcast's latency that grows for no reason is found`() {
        let lint = LivePlayheadLint(bounds)
        let late = findings(lint, playing { _ in 30 })
        #expect(late.first?.hasPrefix("lint.live-latency") == true)
        #expect(findings(lint, playing { $0 < 60 ? 4 : 9 }) == [])
        let growing = findings(lint, playing { 4 + $0 / 4 })
        #expect(growing.contains { $0.hasPrefix("lint.live-latency") })
        // A stall, during which the viewer waits, also explains why the latency grows.
        var reports = playing { 4 + min($0, 30) }
        reports.insert((0.5, .lifecycle(.playbackStalled)), at: 5)
        let end = reports.firstIndex { $0.0 > 30 } ?? 0
        reports.insert((30.5, .lifecycle(.playbackRecovered)), at: end)
        #expect(findings(lint, reports) == [])
    }

    @Test func `a load or a stall without a report for a minute is found`() {
        let lint = SilenceLint(limit: .seconds(60))
        #expect(
            findings(lint, [(0, .advance), (61, .lifecycle(.ready))]) == ["lint.silent-load 1"])
        #expect(findings(lint, [(0, .advance), (60, .lifecycle(.ready))]).isEmpty)
        #expect(
            findings(lint, [(0, .advance), (1, .progress(-.infinity))]) == ["lint.silent-load 2"])
        #expect(findings(lint, [(0, .advance), (1, .lifecycle(.fail))]).isEmpty)
        let stall: [(Double, Report)] = [
            (0, .advance), (0, .lifecycle(.ready)), (0, .lifecycle(.play)), (5, .progress(5)),
        ]
        #expect(
            findings(lint, stall + [(90, .progress(5)), (91, .lifecycle(.end))])
                == ["lint.silent-load 4"])
        // A moving playhead is not silence, and neither is a playhead that a pause has stopped.
        #expect(findings(lint, stall + [(90, .progress(90)), (91, .lifecycle(.end))]).isEmpty)
        #expect(findings(lint, stall + [(6, .lifecycle(.pause))], end: 900).isEmpty)
        #expect(findings(lint, stall, end: 10, isIdle: false).isEmpty)
        // A resumption ends playback; without another Play, the player may be silent.
        let resumed: [(Double, Report)] =
            stall + [(6, .lifecycle(.resumeBegin)), (6, .lifecycle(.resumeComplete))]
        #expect(findings(lint, resumed, end: 900).isEmpty)
        #expect(findings(lint, Array(resumed.dropLast()), end: 900) == ["lint.silent-load 5"])
        #expect(
            findings(lint, resumed + [(6, .lifecycle(.play))], end: 900) == ["lint.silent-load 7"])
    }

    @Test func `a seek before Ready is found`() {
        let seek = Report.command(.seek(to: 3))
        #expect(
            findings(SeekBeforeReadyLint(), [(0, .advance), (0, seek), (1, .lifecycle(.ready))])
                == ["lint.seek-before-ready 2"])
        #expect(findings(SeekBeforeReadyLint(), [(0, seek)]) == ["lint.seek-before-ready 1"])
        #expect(
            findings(SeekBeforeReadyLint(), [(0, .advance), (1, .lifecycle(.ready)), (1, seek)])
                .isEmpty)
        #expect(
            findings(
                SeekBeforeReadyLint(),
                [(0, .advance), (1, .lifecycle(.ready)), (2, .lifecycle(.resumeBegin)), (2, seek)])
                == ["lint.seek-before-ready 4"])
    }

    @Test func `a seek after a failure is found until a resumption loads the video again`() {
        let seek = Report.command(.seek(to: 3))
        let failed: [(Double, Report)] = [
            (0, .advance), (1, .lifecycle(.ready)), (2, .lifecycle(.failedToPlayToEndTime)),
        ]
        #expect(
            findings(SeekBeforeReadyLint(), failed + [(3, seek)]) == ["lint.seek-before-ready 4"])
        let resumed: [(Double, Report)] =
            failed + [(3, .lifecycle(.resumeBegin)), (4, .lifecycle(.resumeComplete)), (5, seek)]
        #expect(findings(SeekBeforeReadyLint(), resumed).isEmpty)
    }

    @Test func `Play without Ready is found`() {
        let play = Report.lifecycle(.play)
        #expect(findings(ReadyLint(), [(0, play)]) == ["lint.play-without-ready 1"])
        #expect(
            findings(ReadyLint(), [(0, play), (1, .progress(1)), (2, .progress(2))])
                == ["lint.play-without-ready 2"])
        #expect(findings(ReadyLint(), [(0, .lifecycle(.end))]) == ["lint.play-without-ready 1"])
        #expect(findings(ReadyLint(), [(0, play), (1, .lifecycle(.ready))]).isEmpty)
        #expect(findings(ReadyLint(), [(0, play), (1, .lifecycle(.fail))]).isEmpty)
        #expect(findings(ReadyLint(), [(0, play), (1, .lifecycle(.terminate))]).isEmpty)
        #expect(findings(ReadyLint(), [(0, play)], isIdle: false).isEmpty)
        #expect(findings(ReadyLint(), [(0, play), (1, .death)]).isEmpty)
    }

    @Test func `a second Ready of one load is found`() {
        let ready = Report.lifecycle(.ready)
        #expect(findings(ReadyLint(), [(0, ready), (1, ready)]) == ["lint.ready-doubled 2"])
        #expect(
            findings(ReadyLint(), [(0, ready), (1, .lifecycle(.resumeBegin)), (1, ready)]).isEmpty)
    }

    @Test func `a missing End is found`() {
        let playing: [(Double, Report)] = [
            (0, .duration(5)), (0, .lifecycle(.play)), (5, .progress(5)),
        ]
        #expect(findings(EndLint(), playing) == ["lint.end-missing 3"])
        #expect(
            findings(EndLint(), playing + [(5, .progress(.infinity))]) == ["lint.end-missing 4"])
        #expect(
            findings(EndLint(), playing + [(5, .lifecycle(.terminate))]) == ["lint.end-missing 3"])
        // After a resumption without Play, the playhead may be at the end because of a seek.
        let resumed: [(Double, Report)] = [
            (0, .duration(5)), (0, .lifecycle(.play)), (1, .lifecycle(.resumeBegin)),
            (1, .lifecycle(.resumeComplete)), (2, .progress(5)),
        ]
        #expect(findings(EndLint(), resumed).isEmpty)
        #expect(findings(EndLint(), playing + [(5, .lifecycle(.end))]).isEmpty)
        #expect(findings(EndLint(), playing + [(5, .death)]).isEmpty)
        // A seek to the end does not mean that the media before the end was played.
        #expect(findings(EndLint(), [(0, .duration(5)), (5, .progress(5))]).isEmpty)
    }

    @Test func `a second End is found`() {
        let end = Report.lifecycle(.end)
        #expect(findings(EndLint(), [(5, end), (5, end)]) == ["lint.end-doubled 2"])
        #expect(findings(EndLint(), [(5, end), (6, .lifecycle(.play)), (11, end)]).isEmpty)
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan])
    func `a command with an infinite or NaN position is found`(seconds: Double) {
        let commands: [PlaybackCommand] = [
            .seek(to: seconds), .resume(at: seconds), .waitForPlayhead(at: seconds),
        ]
        for command in commands {
            #expect(
                findings(InfiniteProgressLint(), [(0, .command(command))])
                    == ["lint.infinite-progress 1"])
        }
        #expect(findings(InfiniteProgressLint(), [(0, .command(.seek(to: 1e9)))]).isEmpty)
    }

    @Test func `a callback after Terminate is found`() {
        #expect(
            findings(LateCallbackLint(), [(0, .lifecycle(.terminate)), (0, .progress(1))])
                == ["lint.late-callback 2"])
        #expect(findings(LateCallbackLint(), [(0, .lifecycle(.terminate))]).isEmpty)
    }

    @Test func `a playhead beyond the duration is found`() {
        #expect(
            findings(PlayheadLint(), [(0, .duration(5)), (5, .progress(5.1))])
                == ["lint.beyond-duration 2"])
        #expect(findings(PlayheadLint(), [(0, .duration(5)), (5, .progress(5))]).isEmpty)
        #expect(findings(PlayheadLint(), [(5, .progress(5))]).isEmpty)
    }

    @Test func `progress that runs backwards is found`() {
        let back: [(Double, Report)] = [(1, .progress(1)), (2, .progress(0.5))]
        #expect(findings(PlayheadLint(), back) == ["lint.backward-progress 2"])
        let seek: [(Double, Report)] = [
            (1, .progress(1)), (1, .command(.seek(to: 0.5))), (2, .progress(0.5)),
        ]
        #expect(findings(PlayheadLint(), seek).isEmpty)
        #expect(
            findings(PlayheadLint(), seek + [(2, .progress(0.4))]) == ["lint.backward-progress 4"])
        let tie: [(Double, Report)] = [
            (6, .progress(6)), (7, .command(.seek(to: 4))), (7, .progress(7)), (7, .progress(4)),
            (7, .seekEnd), (8, .progress(5)),
        ]
        #expect(findings(PlayheadLint(), tie).isEmpty, "progress of the instant of the seek")
        #expect(
            findings(PlayheadLint(), tie + [(9, .progress(3))]) == ["lint.backward-progress 7"])
        #expect(
            findings(
                PlayheadLint(), [(1, .progress(1)), (1, .lifecycle(.end)), (2, .progress(0))]
            ).isEmpty)
    }

    @Test func `an error code without a domain is found when several domains have it`() {
        let result = ScenarioRunner().run(
            Scenario("codes", playing: SampleMedia.single.path) {
                expect(.never(EventPattern("Fail", text: "69401")))
            })
        #expect(
            ScenarioFailure(of: "", checks: result.checks)?.checks.map(\.code)
                == ["lint.error-domain"])
        let named = ScenarioExpectation.errors([ExpectedError(domain: "D", code: 69401)])
        #expect(ErrorDomainLint.findings(in: [named]).isEmpty)
        #expect(ErrorDomainLint.findings(in: [.errors([ExpectedError(code: 69302)])]).isEmpty)
        #expect(ErrorDomainLint.findings(in: [.errors([ExpectedError(code: 69402)])]).count == 1)
    }

    @Test func `lints check every scenario`() {
        let result = ScenarioRunner().run(
            Scenario("seek", playing: SampleMedia.single.path) { seek(to: 5, at: .start) })
        #expect(
            ScenarioFailure(of: "", checks: result.checks)?.checks.map(\.code)
                == ["lint.seek-before-ready"])
    }
}
