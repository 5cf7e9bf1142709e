import HeadlessPlaybackTesting
import Testing

@Suite struct TAPReportTests {
    private static let failure = Failure(
        expected: "once", found: "a \"b\"\nc", instant: Instant(sinceStart: .milliseconds(5400)),
        line: 14, context: [TraceExcerptLine(number: 9, text: "5.400  didPass", isMarked: true)])

    private static func text(_ results: [ScenarioResult]) -> String {
        String(decoding: TAPReport(results).text(), as: UTF8.self)
    }

    @Test func `a result is a test point with a subtest for its checks`() {
        var result = ScenarioResult(
            name: "ads #1", file: "ads.play.yaml", seed: 42, command: "playctl run ads.play.yaml")
        result.worldTime = .milliseconds(12_500)
        result.wallTime = .seconds(3)
        result.checks = [
            Check("ledger.balance", "the ledger balances", .passed),
            Check("expect.cue-points", "5.000 is passed", .failed(Self.failure)),
            Check("lint.end", "the end", .known(Failure(expected: "", found: ""), bug: "#7")),
            Check("expect.licences", "a licence", .skipped("no key")),
        ]
        #expect(
            Self.text([result, ScenarioResult(name: "b")]) == ##"""
                TAP version 14
                1..2
                # Subtest: ads \#1
                    1..4
                    ok 1 - ledger.balance the ledger balances
                    not ok 2 - expect.cue-points 5.000 is passed
                      ---
                      severity: fail
                      message: "found a \"b\" / c, expected once"
                      expected: "once"
                      found: "a \"b\"\nc"
                      instant: "5.400"
                      file: "ads.play.yaml"
                      line: 14
                      trace:
                        - "> 9  5.400  didPass"
                      ...
                    not ok 3 - lint.end the end # Todo known \#7
                      ---
                      severity: known
                      message: "found , expected "
                      expected: ""
                      found: ""
                      file: "ads.play.yaml"
                      ...
                    ok 4 - expect.licences a licence # SKIP no key
                not ok 1 - ads \#1
                  ---
                  seed: 42
                  worldTime: "12.5"
                  repeat: "playctl run ads.play.yaml"
                  ...
                # Subtest: b
                    1..0 # SKIP no checks
                not ok 2 - b
                  ---
                  seed: 0
                  worldTime: "0"
                  ...

                """##)
    }

    @Test func `without results the TAP plan states that there is nothing to run`() {
        #expect(Self.text([]) == "TAP version 14\n1..0 # SKIP nothing to run\n")
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func `text from results never breaks a line of the report`(seed: UInt64) {
        var random = ArbitraryResult(seed: seed)
        let text = Self.text((0..<3).map { random.result(name: "\($0) \(random.text())") })
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        for line in text.split(separator: "\n") {
            let words = [
                "TAP version 14", "1..", "ok ", "not ok ", "# Subtest: ", "---", "...", "seed: ",
                "worldTime: ", "repeat: ", "severity: ", "message: ", "expected: ", "found: ",
                "instant: ",
                "file: ", "line: ", "trace:", "- \"",
            ]
            let content = line.drop { $0 == " " }
            #expect(words.contains { content.hasPrefix($0) }, "\(line)")
        }
    }
}
