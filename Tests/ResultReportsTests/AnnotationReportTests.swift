import HeadlessPlaybackTesting
import Testing

@Suite struct AnnotationReportTests {
    private static func result(_ name: String, _ outcomes: Check.Outcome...) -> ScenarioResult {
        var result = ScenarioResult(
            name: name, file: "a,b:c.play.yaml", command: "playctl run a,b:c.play.yaml")
        result.checks = outcomes.enumerated().map { Check("expect.x", "\($0.offset)", $0.element) }
        return result
    }

    private static let failure = Failure(expected: "50%", found: "two\nlines", line: 3)

    private static func lines(_ results: [ScenarioResult], folder: String = "") -> [String] {
        String(decoding: AnnotationReport(results, folder: folder).text(), as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }

    @Test func `the failures of a result are one annotation at their file`() {
        let result = Self.result("a: b, c", .passed, .failed(Self.failure), .broken(Self.failure))
        #expect(
            Self.lines([result], folder: "tests/") == [
                "::error file=tests/a%2Cb%3Ac.play.yaml,line=3,title=a%3A b%2C c::"
                    + "expect.x 1: found two / lines, expected 50%25%0A"
                    + "expect.x 2: found two / lines, expected 50%25%0A"
                    + "repeat: playctl run a,b:c.play.yaml"
            ])
    }

    @Test func `a broken threshold is a warning, and passed checks give no annotation`() {
        let lines = Self.lines([
            Self.result("a", .broken(Self.failure)), Self.result("b", .passed),
            Self.result("c", .known(Self.failure, bug: nil)),
        ])
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("::warning ") == true)
    }

    @Test(arguments: [(10, 10), (11, 10), (500, 10)])
    func `there are at most ten annotations, the last with a count`(failures: Int, shown: Int) {
        let lines = Self.lines((0..<failures).map { Self.result("s\($0)", .failed(Self.failure)) })
        #expect(lines.count == shown)
        #expect(failures == shown || lines.last?.contains("title=\(failures - 9) more") == true)
        #expect(lines.allSatisfy { $0.utf8.count < 4000 })
    }

    @Test func `an annotation shows the first failures of a result and counts the others`() {
        var result = ScenarioResult(name: "a")
        result.checks = (0..<1000).map { Check("expect.x", "\($0)", .failed(Self.failure)) }
        #expect(Self.lines([result]).first?.hasSuffix("%0A… and 996 more") == true)
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func `no text of a result becomes a workflow command`(seed: UInt64) {
        var random = ArbitraryResult(seed: seed)
        let results = (0..<3).map { random.result(name: "\($0) \(random.text())") }
        #expect(Self.lines(results).allSatisfy { $0.hasPrefix("::error ") || $0.hasPrefix("::w") })
        let summary = SummaryText()
        let text = results.map { summary.line(of: $0) + summary.failures(of: $0) }.joined()
        for line in text.split(separator: "\n") {
            #expect(!line.drop { $0 == " " }.hasPrefix("::"), "\(line)")
        }
    }

    @Test func `the summary of a step stays below its size limit`() {
        let results = (0..<5000).map { Self.result("s\($0)", .failed(Self.failure)) }
        let bytes = MarkdownReport(results).text()
        #expect(bytes.count < 1 << 20)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.hasPrefix("### playctl: 0 passed, 5000 failed\n"))
        #expect(text.hasSuffix(" more.\n"))
    }

    @Test func `a Markdown fence is longer than any fence in its contents`() {
        let failure = Failure(expected: "````", found: "<b>")
        let result = Self.result("<i>", .failed(failure))
        let text = String(decoding: MarkdownReport([result]).text(), as: UTF8.self)
        #expect(text.contains("<summary>failed: &lt;i&gt;</summary>\n\n`````text\n"))
        #expect(text.hasSuffix("\n`````\n\n</details>\n"))
    }

    @Test func `a run that ended early is the first annotation and counts towards the limit`() {
        let failed = (0..<10).map { Self.result("s\($0)", .failed(Self.failure)) }
        let report = AnnotationReport(failed, planned: 12)
        let lines = String(decoding: report.text(), as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 10)
        #expect(lines.first == "::error title=the run ended early::10 of 12 were run")
        #expect(lines.last?.hasPrefix("::error title=2 more failed::") == true)
        let summary = String(decoding: MarkdownReport(failed, planned: 12).text(), as: UTF8.self)
        #expect(summary.contains("The run ended early: 10 of 12 were run."))
    }
}
