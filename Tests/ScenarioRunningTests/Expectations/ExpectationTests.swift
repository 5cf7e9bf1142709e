import HeadlessPlaybackTesting
import TestSupport
import Testing

@Suite struct ExpectationTests {
    private static let asset = SampleMedia.transportStream.path

    /// Returns the outcome of one expectation in a plain run with cue points at 5 and 12 s.
    private func outcome(
        of expectation: ScenarioExpectation, asset: String = Self.asset,
        @ScenarioBuilder _ parts: () -> [ScenarioPart] = { () -> [ScenarioPart] in [] }
    ) -> Check.Outcome? {
        var scenario = Scenario("one", playing: asset, parts: parts)
        scenario.assets[0].cuePoints = [
            CuePoint.at(.seconds(5), type: "ad", properties: ["name": "first"]),
            CuePoint.at(.seconds(12), type: "ad", properties: ["name": "second"]),
        ]
        scenario.expectations.insert(expectation, at: 0)
        return ScenarioRunner().run(scenario).checks.first { $0.code.hasPrefix("expect.") }?
            .outcome
    }

    private func failure(_ outcome: Check.Outcome?) -> Failure? {
        guard case .failed(let failure) = outcome else { return nil }
        return failure
    }

    static let held: [ScenarioExpectation] = [
        .everyCuePointOnce,
        .cuePoints(
            [
                ExpectedCuePoint(.time(.milliseconds(4900)), name: "first"),
                ExpectedCuePoint(.time(.seconds(12)), type: "ad"),
            ], tolerance: .milliseconds(100)),
        .order([EventPattern("Ready"), EventPattern("didPassCuePoints"), EventPattern("End")]),
        .count(EventPattern("didPassCuePoints", text: "first"), 1...1),
        .never(EventPattern("PlaybackStalled")),
        .duration(.seconds(20), tolerance: .zero),
        .end(true),
        .variants([351_376]),
        .requests(RequestPattern("index.m3u8"), 1...4),
        .licences([]),
        .errors([]),
        .download(0, .absent),
    ]

    @Test(arguments: held.indices) func `a met expectation passes`(index: Int) {
        #expect(outcome(of: Self.held[index]) == .passed)
    }

    static let broken: [(ScenarioExpectation, expected: String, found: String)] =
        brokenCuePoints + brokenEvents + brokenMedia

    private static let brokenCuePoints: [(ScenarioExpectation, String, String)] = [
        (.noCuePoints, "no cue point", "5.000 first (and 1 more)"),
        (cuePoints(at: 5), "1 cue point", "one more: 12.000 second"),
        (cuePoints(at: 6), "cue point 1: 6.000", "5.000 first (and 1 more)"),
        (cuePoints(at: 5, 12, 13), "cue point 3: 13.000", "it is not passed"),
        (
            .cuePoints(
                [
                    ExpectedCuePoint(.time(MediaTime(50_001, timescale: 10_000))),
                    ExpectedCuePoint(.time(.seconds(12))),
                ], tolerance: .zero), "cue point 1: 5.000", "5.000 first, 100000 ns earlier"
        ),
        (
            .cuePoints(
                [
                    ExpectedCuePoint(.time(.seconds(5)), name: "first", type: "CODE"),
                    ExpectedCuePoint(.time(.seconds(12))),
                ], tolerance: .zero), "cue point 1: 5.000 first of type CODE",
            "5.000 first of type ad"
        ),
    ]

    private static let brokenEvents: [(ScenarioExpectation, String, String)] = [
        (.order([EventPattern("End"), EventPattern("Ready")]), "Ready", "none after line 41"),
        (.count(EventPattern("End"), 2...3), "End 2 to 3 times", "once"),
        (.count(EventPattern("End"), 2...1_000_000_000), "End 2 times or more", "once"),
        (.count(EventPattern("End"), 2...(.max)), "End 2 times or more", "once"),
        (.never(EventPattern("End")), "never End", "line 41"),
        (.end(false), "a video that is not played to its end", "all are"),
        (.errors([ExpectedError(domain: "D", code: 7)]), "D 7", "no such error"),
    ]

    private static let brokenMedia: [(ScenarioExpectation, String, String)] = [
        (
            .duration(.seconds(21), tolerance: .milliseconds(10)), "duration 21.000 ± 0.010",
            "20.000"
        ),
        (.variants([1, 2]), "[1, 2]", "[351376]"),
        (.requests(RequestPattern("*.mp4"), 1...1), "requests for *.mp4 once", "0 times"),
        (.licences([200]), "[200]", "[]"),
        (.download(0, .playable), "the download of asset 1 is playable", "absent"),
        (.subtitles([ExpectedCue("Hello")], tolerance: .zero), "\"Hello\"", "no such cue is shown"),
    ]

    private static func cuePoints(at seconds: Int64...) -> ScenarioExpectation {
        .cuePoints(
            seconds.map { ExpectedCuePoint(.time(.seconds($0))) }, tolerance: .milliseconds(999))
    }

    @Test(arguments: broken.indices) func `a failure reports what happened instead`(index: Int) {
        let (expectation, expected, found) = Self.broken[index]
        let failure = failure(outcome(of: expectation))
        #expect(failure?.expected == expected)
        #expect(failure?.found == found)
    }

    @Test func `a failure shows the trace around it`() {
        let failure = failure(outcome(of: .noCuePoints))
        #expect(failure?.instant == Instant(sinceStart: .seconds(5)))
        #expect(failure?.context.map(\.number) == [19, 20, 21, 22, 23, 24, 25])
        #expect(failure?.context.filter(\.isMarked).map(\.number) == [22])
    }

    @Test func `an unexpected variant is reported at the time of its first use`() {
        #expect(failure(outcome(of: .variants([1])))?.instant == .start)
        #expect(failure(outcome(of: .variants([351_376, 1])))?.instant == nil)
    }

    private static let english = TextTrack(
        source: "\(SampleMedia.folder)/subtitled/en.vtt", sourceType: .webVTT, language: "en",
        label: "English", duration: .seconds(10), isDefault: true)

    private func subtitles(_ cue: ExpectedCue, _ tolerance: MediaTime) -> Failure? {
        var scenario = Scenario("cues", playing: "\(SampleMedia.folder)/subtitled/index.m3u8") {
            step(.selectSubtitles("en"), at: .lifecycle(.ready))
            expect(.subtitles([cue], tolerance: tolerance))
        }
        scenario.assets[0].textTracks = [Self.english]
        let check = ScenarioRunner().run(scenario).checks.first { $0.code == "expect.subtitles" }
        return failure(check?.outcome)
    }

    @Test func `subtitles are expected by text and time`() {
        let text = "A test pattern, ten seconds long."
        let cue = ExpectedCue(text, from: .milliseconds(490), to: .milliseconds(2500))
        #expect(subtitles(cue, .milliseconds(10)) == nil)
        #expect(subtitles(cue, .milliseconds(9))?.found == "it is shown from 0.500 to 2.500")
        #expect(
            subtitles(ExpectedCue("These words lie in a file\nbeside the playlist."), .zero) == nil)
    }

    // MARK: Cue points and seeks

    @Test func `a cue point that a seek jumps over is passed once`() {
        #expect(
            outcome(of: .everyCuePointOnce) { seek(to: 15, tolerance: 0, at: .position(10.4)) }
                == .passed)
    }

    @Test func `a cue point passed again after a backward seek fails the exactly-once expectation`()
    {
        func outcome(_ expectation: ScenarioExpectation) -> Check.Outcome? {
            self.outcome(of: expectation) {
                seek(to: 2, tolerance: 0, at: .position(13.7))
                expect(.count(EventPattern("didPassCuePoints", text: "second"), 3...3))
            }
        }
        #expect(outcome(.everyCuePointPassed) == .passed)
        let failure = failure(outcome(.everyCuePointOnce))
        #expect(failure?.expected.hasSuffix("is passed once") == true)
        #expect(failure?.found.hasPrefix("3 times") == true)
    }

    @Test func `a cue point that playback does not reach fails only the exactly-once expectation`()
    {
        func outcome(_ expectation: ScenarioExpectation) -> Check.Outcome? {
            self.outcome(of: expectation) {
                pause(at: .position(8))
                expect(.end(false))
            }
        }
        #expect(outcome(.everyCuePointPassed) == .passed)
        let found = failure(outcome(.everyCuePointOnce))?.found
        #expect(found?.hasPrefix("0 times") == true)
    }

    @Test func `a cue point just before a pause is not counted as missed`() {
        let outcome = outcome(of: .everyCuePointPassed) {
            pause(at: .position(12.2))
            expect(.end(false))
        }
        #expect(outcome == .passed)
    }

    @Test
    func `a cue point after the end is reported with it and fails the exactly-once expectation`() {
        var scenario = Scenario("late", playing: Self.asset) { expect(.everyCuePointOnce) }
        scenario.assets[0].cuePoints = [
            .at(.seconds(5), type: "ad"), .at(.seconds(99), type: "ad"),
        ]
        let result = ScenarioRunner().run(scenario)
        let outcome = result.checks.first { $0.code == "expect.cue-points" }?.outcome
        #expect(failure(outcome)?.expected == "session 1: 99.000 ad is in the video")
        #expect(failure(outcome)?.found == "it is after the end, and is reported there")
        let marks = result.histories[0].marks.filter { $0.kind == .cuePoint }
        #expect(marks.map(\.isRight) == [true, false])
        #expect(marks.last?.text == "ad, after the end")
    }

    @Test func `an expectation of passed cue points fails if none is passed`() {
        let outcome = outcome(of: .everyCuePointPassed) {
            pause(at: .position(3))
            expect(.end(false))
        }
        #expect(failure(outcome)?.expected == "a cue point that is passed")
        let missing = self.outcome(of: .everyCuePointPassed, asset: Self.asset + ".missing")
        #expect(failure(missing)?.found == "none is passed")
    }

    @Test func `the check of sound media is skipped if no media is read`() {
        let result = ScenarioRunner().run(
            Scenario("playlists", playing: Self.asset) {
                player { $0.options.verification = .playlist }
            })
        let outcome = result.checks.first { $0.code == "ledger.sound" }?.outcome
        guard case .skipped(let reason) = outcome else {
            Issue.record("\(String(describing: outcome))")
            return
        }
        #expect(reason.hasPrefix("verification: playlist"))
    }

    @Test func `a second playback passes every cue point again`() {
        let outcome = outcome(of: .everyCuePointPassed) {
            play(at: .lifecycle(.end))
            expect(.count(EventPattern("didPassCuePoints", text: "second"), 2...2))
        }
        #expect(outcome == .passed)
    }

    @Test func `the exactly-once expectation fails for a video without cue points`() {
        let result = ScenarioRunner().run(
            Scenario("none", playing: Self.asset) { expect(.everyCuePointOnce) })
        #expect(result.verdict == .failed)
    }
}
