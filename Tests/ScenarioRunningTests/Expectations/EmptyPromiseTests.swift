import HeadlessPlaybackTesting
import TestSupport
import Testing

/// Expectations that no run can break, for example because they misspell the name of an event.
@Suite struct EmptyPromiseTests {
    static let empty: [ScenarioExpectation] = [
        .never(EventPattern("Plabackstalled")),
        .never(EventPattern("Fail", session: 0)),
        .count(EventPattern("progress"), 0...0),
        .count(EventPattern("End"), 0...1_000_000_000),
        .count(EventPattern("End"), 0...(.max)),
        .order([]),
        .order([EventPattern("Ready"), EventPattern("end")]),
        .subtitles([], tolerance: .zero),
        .cuePoints([], tolerance: .zero),
        .variants([]),
        .requests(RequestPattern("*.ts"), 0...(.max)),
        .never(EventPattern("!! reqest")),
        .never(EventPattern(">> sek")),
        .never(EventPattern(">>")),
        .never(EventPattern(">> pause-for")),
        .never(EventPattern(">> select")),
        .never(EventPattern("<< remote success")),
        .never(EventPattern("<< remote noSuchContents")),
        .rate(
            during: .start..<Instant(sinceStart: .seconds(9)), atLeast: nil, atMost: nil,
            reaches: nil),
    ]

    @Test(arguments: empty.indices) func `an expectation that cannot fail is refused`(
        index: Int
    ) throws {
        let result = ScenarioRunner().run(
            Scenario("empty", playing: SampleMedia.single.path) { expect(Self.empty[index]) })
        #expect(result.checks.map(\.code) == ["scenario.invalid"])
        let probe = PlaybackProbe(PlaybackController())
        let failure = #expect(throws: ScenarioFailure.self) {
            try probe.expect(Self.empty[index])
        }
        #expect(failure?.checks.map(\.code) == ["scenario.invalid"])
    }

    @Test(arguments: [
        ScenarioExpectation.never(EventPattern("findVideo")),
        .count(EventPattern("findPlaylist"), 0...0),
    ])
    func `an answer of a playback service cannot be expected without a service`(
        expectation: ScenarioExpectation
    ) {
        let result = ScenarioRunner().run(
            Scenario("empty", playing: SampleMedia.single.path) { expect(expectation) })
        #expect(result.checks.map(\.code) == ["scenario.invalid"])
    }

    @Test(arguments: [
        ScenarioExpectation.never(EventPattern("didFinishDownload")),
        .never(EventPattern("offlineVideoStorageDidChange")),
        .count(EventPattern("requestVideoDownload"), 0...0),
    ])
    func `an event of a download cannot be expected without a download`(
        expectation: ScenarioExpectation
    ) {
        let result = ScenarioRunner().run(
            Scenario("empty", playing: SampleMedia.single.path) { expect(expectation) })
        #expect(result.checks.map(\.code) == ["scenario.invalid"])
        let download = ScenarioRunner().run(
            Scenario("download", playing: SampleMedia.single.path) {
                step(.download(0, nil))
                expect(expectation)
            })
        #expect(download.checks.map(\.code) != ["scenario.invalid"])
    }

    @Test(arguments: [
        ScenarioExpectation.never(EventPattern("FailedToPlayToEndTime")), .errors([]),
        .noCuePoints, .requests(RequestPattern("*.key"), 0...0), .variants([]), .end(false),
        .end(true),
    ])
    func `an expectation fails if the observed controller has had nothing to play`(
        expectation: ScenarioExpectation
    ) {
        let probe = PlaybackProbe(PlaybackController())
        let failure = #expect(throws: ScenarioFailure.self) { try probe.expect(expectation) }
        #expect(failure?.checks.count == 1)
    }

    @Test(arguments: [true, false])
    func `a network or faults in the options of the player are refused`(isFault: Bool) {
        let result = ScenarioRunner().run(
            Scenario("misplaced", playing: SampleMedia.single.path) {
                player {
                    if isFault {
                        $0.options.faults = [FaultRule(RequestPattern("*.ts"), fault: .status(404))]
                    } else {
                        $0.options.network = NetworkConditions(bitsPerSecond: 0)
                    }
                }
            })
        #expect(result.checks.map(\.code) == ["scenario.invalid"])
    }

    @Test func `the label of an offline method is reported with the name of its event`() {
        let failures = EventPattern("didFinishDownloadWithError").invalidParts
        #expect(failures.map(\.expected) == ["the name of an event, such as didFinishDownload"])
    }

    @Test func `a misspelt name is reported with the nearest correct one`() {
        let result = ScenarioRunner().run(
            Scenario("misspelt", playing: SampleMedia.single.path) {
                pause(at: .event("didPasCuePoints"))
            })
        guard case .failed(let failure) = result.checks.first?.outcome else {
            Issue.record("it is not refused")
            return
        }
        #expect(failure.expected == "the name of an event, such as didPassCuePoints")
        #expect(failure.found == "didPasCuePoints")
    }

    @Test func `an expectation may name the result of a step, with its details or without them`() {
        let result = ScenarioRunner().run(
            Scenario("trace", playing: SampleMedia.single.path) {
                seek(to: 8, at: .position(3))
                remote(.audio("xx"), at: .position(9))
                expect(.order(["<< seek landed", "<< remote"].map { EventPattern($0) }))
                expect(.count(EventPattern("<< remote noSuchContent"), 1...1))
                expect(.never(EventPattern("<< seek given up")))
            })
        #expect(ScenarioFailure(of: "", checks: result.checks) == nil)
    }

    @Test func `expectations may name events that only the trace contains`() {
        let result = ScenarioRunner().run(
            Scenario("trace", playing: SampleMedia.single.path) {
                pause(at: .position(2))
                play(at: .after(1))
                expect(.order([">> pause", ">> play"].map { EventPattern($0) }))
                expect(.never(EventPattern("!! request")))
            })
        #expect(ScenarioFailure(of: "", checks: result.checks) == nil)
    }
}
