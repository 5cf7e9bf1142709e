import Formats
import HeadlessPlayback
public import RunResults

/// Results as JUnit XML, which Jenkins, GitLab and others read.
///
/// Each result is a test suite, and each check is a test case.
///
/// The XML uses only elements and attributes of the schema of Jenkins' xUnit plugin, so that strict
/// readers accept it too. A measured value out of its bounds is a failure whose type is the code of
/// its threshold. A known issue is a passed test case with a note. A run that ended early has a
/// suite of its own with an error, since readers do not notice missing results. A watch that was
/// cut short has a test case with an error.
public struct JUnitReport: Sendable {
    private let results: [ScenarioResult]
    private let unfinished: UnfinishedRuns?

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - results: The results, in order.
    ///   - planned: The number of planned results; `nil` if unknown.
    public init(_ results: [ScenarioResult], planned: Int? = nil) {
        // A suite without a test case would not show that its result failed.
        self.results = results.map { result in
            var result = result
            result.checks = result.ownChecks
            return result
        }
        unfinished = UnfinishedRuns(results.count, of: planned)
    }

    /// Returns the report as UTF-8 text.
    public func xml() -> [UInt8] {
        var xml = XMLText()
        let tallies = results.map { Tally($0.checks) }
        xml.markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"playctl\"")
        xml.attribute("tests", tallies.reduce(unfinished == nil ? 0 : 1) { $0 + $1.tests })
        xml.attribute("failures", tallies.reduce(0) { $0 + $1.failures })
        xml.attribute("errors", tallies.reduce(unfinished == nil ? 0 : 1) { $0 + $1.errors })
        xml.attribute("time", Self.seconds(results.reduce(0) { $0 + Self.microseconds($1) }))
        xml.markup(">\n")
        for (result, tally) in zip(results, tallies) { Self.write(result, tally, into: &xml) }
        if let unfinished { Self.write(unfinished, into: &xml) }
        xml.markup("</testsuites>\n")
        return xml.bytes
    }

    private static func write(_ result: ScenarioResult, _ tally: Tally, into xml: inout XMLText) {
        let time = microseconds(result)
        xml.markup("  <testsuite")
        xml.attribute("name", result.name)
        xml.attribute("tests", tally.tests)
        xml.attribute("failures", tally.failures)
        xml.attribute("errors", tally.errors)
        xml.attribute("skipped", tally.skipped)
        xml.attribute("time", seconds(time))
        if let file = result.file { xml.attribute("file", file) }
        xml.markup(">\n    <properties>\n")
        property("seed", String(result.seed), into: &xml)
        property("world-time", result.worldTime.exactSeconds, into: &xml)
        if !result.command.isEmpty { property("command", result.command, into: &xml) }
        for metric in Threshold.Metric.allCases {
            guard let value = result.metrics[metric] else { continue }
            property(metric.rawValue, value.description, into: &xml)
        }
        xml.markup("    </properties>\n")
        var names = UniqueNames()
        for (index, check) in result.checks.enumerated() {
            xml.markup("    <testcase")
            xml.attribute("name", names.take(check.name.isEmpty ? check.code : check.name))
            xml.attribute("classname", result.name)
            // The times of the checks are differences of rounded sums, so that they add up exactly
            // to the duration of the run.
            let share = share(time, index + 1, result.checks) - share(time, index, result.checks)
            xml.attribute("time", seconds(share))
            write(check, of: result, into: &xml)
        }
        xml.markup("  </testsuite>\n")
    }

    private static func write(_ unfinished: UnfinishedRuns, into xml: inout XMLText) {
        xml.markup("  <testsuite")
        xml.attribute("name", "playctl")
        xml.attribute("tests", 1)
        xml.attribute("failures", 0)
        xml.attribute("errors", 1)
        xml.attribute("skipped", 0)
        xml.attribute("time", seconds(0))
        xml.markup(">\n    <testcase")
        xml.attribute("name", "everything is run")
        xml.attribute("classname", "playctl")
        xml.attribute("time", seconds(0))
        xml.markup(">\n      <error")
        xml.attribute("message", "the run ended early: \(unfinished.words)")
        xml.attribute("type", "run.incomplete")
        xml.markup("/>\n    </testcase>\n  </testsuite>\n")
    }

    private static func property(_ name: String, _ value: String, into xml: inout XMLText) {
        xml.markup("      <property")
        xml.attribute("name", name)
        xml.attribute("value", value)
        xml.markup("/>\n")
    }

    private static func write(_ check: Check, of result: ScenarioResult, into xml: inout XMLText) {
        switch check.outcome {
        case .passed: xml.markup("/>\n")
        case .failed(let failure), .broken(let failure):
            let isError = check.code == CheckCode.cutWatch
            xml.markup(isError ? ">\n      <error" : ">\n      <failure")
            xml.attribute("message", failure.sentence)
            xml.attribute("type", check.code)
            xml.markup(">")
            xml.text(SummaryText.explanation(of: failure, in: result))
            if !result.command.isEmpty { xml.text("repeat: \(result.command)\n") }
            xml.markup(isError ? "</error>" : "</failure>")
            xml.markup("\n    </testcase>\n")
        case .known(let failure, let bug):
            xml.markup(">\n      <system-out>")
            xml.text("known issue\(bug.map { " \($0)" } ?? ""): \(failure.sentence)\n")
            xml.markup("</system-out>\n    </testcase>\n")
        case .skipped(let reason):
            xml.markup(">\n      <skipped")
            xml.attribute("message", reason)
            xml.markup("/>\n    </testcase>\n")
        }
    }

    // MARK: Times

    private static func share(_ time: Int64, _ count: Int, _ checks: [Check]) -> Int64 {
        Int64(Int128(time) * Int128(count) / Int128(checks.count))
    }

    private static func microseconds(_ result: ScenarioResult) -> Int64 {
        let microseconds = result.wallTime / .microseconds(1)
        return microseconds > 0 && microseconds < 1e15 ? Int64(microseconds) : 0
    }

    private static func seconds(_ microseconds: Int64) -> String {
        let fraction = String(microseconds % 1_000_000)
        return "\(microseconds / 1_000_000)."
            + String(repeating: "0", count: 6 - fraction.count) + fraction
    }
}

/// The number of checks in a suite, and the numbers of failed, erroneous and skipped checks.
private struct Tally {
    var tests = 0
    var failures = 0
    var errors = 0
    var skipped = 0

    init(_ checks: [Check]) {
        tests = checks.count
        for check in checks {
            switch check.outcome {
            case .failed where check.code == CheckCode.cutWatch: errors += 1
            case .failed, .broken: failures += 1
            case .skipped: skipped += 1
            case .passed, .known: break
            }
        }
    }
}

extension Failure {
    /// The problem on one line; without a problem, the found and the expected value.
    var sentence: String {
        problem.map(SafeText.joinedLines)
            ?? "found \(SafeText.joinedLines(found)), expected \(SafeText.joinedLines(expected))"
    }

    /// The sentence as a heading, truncated if it is long.
    var headline: String {
        let sentence = sentence
        let limit = 240
        return sentence.count <= limit ? sentence : sentence.prefix(limit - 1) + "…"
    }
}
