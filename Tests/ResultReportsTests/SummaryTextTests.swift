import HeadlessPlaybackTesting
import Testing

@Suite struct SummaryTextTests {
    private static func result(_ outcomes: Check.Outcome...) -> ScenarioResult {
        var result = ScenarioResult(
            name: "ads.midroll", file: "ads/midroll.play.yaml",
            command: "playctl run ads/midroll.play.yaml")
        result.checks = outcomes.map { Check("expect.cue-points", "5.000 is passed once", $0) }
        result.worldTime = .seconds(12)
        return result
    }

    private static let failure = Failure(
        expected: "once", found: "twice", instant: Instant(sinceStart: .milliseconds(5400)),
        line: 14,
        context: [
            TraceExcerptLine(number: 9, text: "  5.000  1  didPassCuePoints"),
            TraceExcerptLine(number: 10, text: "  5.400  1  didPassCuePoints", isMarked: true),
        ])

    @Test func `a failure reports expectation, finding, time, file position and repeat command`() {
        let text = SummaryText().failures(of: Self.result(.passed, .failed(Self.failure)))
        #expect(
            text == """

                scenario  ads.midroll

                failed  expect.cue-points  found twice, expected once
                  expected  once
                  found     twice
                  at        5.400
                  in        ads/midroll.play.yaml:14
                     9    5.000  1  didPassCuePoints
                  > 10    5.400  1  didPassCuePoints

                repeat: playctl run ads/midroll.play.yaml

                """)
    }

    @Test func `a result is one line`() {
        let text = SummaryText()
        let known = Check.Outcome.known(Self.failure, bug: "https://example.com/1")
        #expect(text.line(of: Self.result(.passed)) == "passed  ads.midroll  1 check  12.000 s\n")
        #expect(
            text.line(of: Self.result(.passed, known, .skipped("no key")))
                == "passed  ads.midroll  3 checks  1 known  1 skipped  12.000 s\n")
        #expect(
            text.line(of: Self.result(.broken(Self.failure)))
                == "OVER    ads.midroll  1 check  12.000 s\n")
    }

    @Test func `the closing line counts results and known issues`() {
        let known = Check.Outcome.known(Self.failure, bug: nil)
        let counts = ResultCounts([
            Self.result(.passed), Self.result(.passed, known), Self.result(.failed(Self.failure)),
            Self.result(.broken(Self.failure), known),
        ])
        #expect(counts.line == "2 passed, 1 failed, 1 over a threshold, 2 known issues")
        #expect(ResultCounts([Self.result(.passed)]).line == "1 passed, 0 failed")
    }

    @Test func `a known issue is reported with its bug`() {
        let result = Self.result(.known(Self.failure, bug: "https://example.com/1"))
        #expect(SummaryText().failures(of: result) == "")
        #expect(
            SummaryText().remarks(of: result)
                == "  known    expect.cue-points  5.000 is passed once  https://example.com/1\n")
    }

    @Test func `ten thousand failures are summarized in a few lines`() {
        var result = ScenarioResult(name: "film")
        result.checks = (0..<10_000).map {
            Check("cue-point.passed", "\($0)", .failed(Self.failure))
        }
        let lines = SummaryText().failures(of: result).split(separator: "\n")
        #expect(lines.count < 200)
        #expect(lines.last == "… and 9980 more failures")
    }

    @Test func `hostile texts have no effect on a terminal`() {
        var result = Self.result(
            .failed(Failure(expected: "a\nb", found: "\u{1B}[31mred\u{202E}")))
        let known = Check.Outcome.known(Failure(expected: "a", found: "b"), bug: "c\u{1B}d")
        let code = "a\u{1B}[2J\nb\u{202E}"
        result.checks += [
            Check(code, "name", .failed(Self.failure)), Check(code, "name", .skipped("\u{7}")),
            Check(code, "name", known),
        ]
        result.file = "file\u{1B}"
        result.name = "two\nlines\u{7}"
        let coloured = SummaryText(isColoured: true).failures(of: result)
        #expect(!coloured.contains("\u{1B}[2J"))
        #expect(!SummaryText(isColoured: true).remarks(of: result).contains("\u{1B}"))
        let text = SummaryText().line(of: result) + SummaryText().failures(of: result)
        #expect(!text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" || $0 == "\u{202E}" })
        #expect(text.contains("  expected  a\n          | b\n"))
        #expect(text.hasPrefix("FAILED  two / lines\u{FFFD}  "))
    }

    @Test func `colours appear only on request`() {
        let result = Self.result(.failed(Self.failure))
        let coloured = SummaryText(isColoured: true).line(of: result)
        #expect(coloured.contains("\u{1B}[31mFAILED\u{1B}[0m"))
        #expect(!SummaryText().line(of: result).contains("\u{1B}"))
    }
}
