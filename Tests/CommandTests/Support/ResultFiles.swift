import HeadlessPlayback
import ResultReports
import RunResults

/// Sample results for tests of reports.
enum ResultFiles {
    static let failure = Failure(
        expected: "once", found: "twice", instant: .init(sinceStart: .milliseconds(5400)), line: 14)

    /// Returns a result with one check for each outcome.
    static func result(_ name: String, _ outcomes: Check.Outcome...) -> ScenarioResult {
        var result = ScenarioResult(
            name: name, file: "\(name).play.yaml", seed: 42,
            command: "playctl run \(name).play.yaml")
        result.checks = outcomes.enumerated().map {
            Check("expect.cue-points", "cue point \($0.offset + 1) is passed once", $0.element)
        }
        result.trace = ["       0.000  begins", "       5.000  passes"]
        result.worldTime = .seconds(12)
        result.wallTime = .milliseconds(250)
        return result
    }

    /// A result whose texts contain characters that reports must escape or replace.
    static let nasty: ScenarioResult = {
        let texts = [
            "\"quoted\" 'too'", "two\nlines", "]]>", "<![CDATA[x]]>", "a & b < c",
            "\u{0}\u{1B}[31m",
            "\u{FFFE}", "\u{202E}right to left", "שלום", "😀", "100% # TODO \\", "::error::",
            "--- ...",
            "\u{85}\u{2028}\u{FEFF}", "null",
        ]
        var result = ScenarioResult(name: texts.joined(separator: " "), command: texts.joined())
        result.checks = texts.flatMap { text in
            let failure = Failure(
                expected: text, found: text,
                context: [TraceExcerptLine(number: 1, text: text, isMarked: true)])
            return [
                Check("expect.a", text, .failed(failure)), Check("expect.b", text, .skipped(text)),
                Check("expect.c", text, .known(failure, bug: text)),
            ]
        }
        return result
    }()
}

extension ScratchFolder {
    /// Writes results as a file, and returns its path.
    func put(
        _ results: [ScenarioResult], part index: Int? = nil, of count: Int = 0,
        suite: [String]? = nil, at name: String
    ) throws -> String {
        let whole = suite.map { ResultSuite(names: $0) }
        let shard = index.flatMap { ResultShard(index: $0, count: count, suite: whole) }
        return try put(ResultFile(results, shard: shard).json(), at: name)
    }
}
