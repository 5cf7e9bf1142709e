import Formats
import HeadlessPlayback
public import RunResults

/// Results in the Test Anything Protocol.
///
/// Each result is a test point, and its checks are a subtest.
///
/// Reference: TAP 14 (testanything.org). The reason for a failure is a YAML diagnostic block in
/// which all strings are in double quotes. A known issue is a `todo`, which does not count as a
/// failure.
public struct TAPReport: Sendable {
    private let results: [ScenarioResult]
    private let planned: Int

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - results: The results, in order.
    ///   - planned: The planned number of results; if there are fewer results, the report bails
    ///     out.
    public init(_ results: [ScenarioResult], planned: Int? = nil) {
        self.results = results
        self.planned = max(planned ?? 0, results.count)
    }

    /// Returns the report in UTF-8.
    public func text() -> [UInt8] {
        var lines = TAPLines()
        lines.add("TAP version 14")
        lines.add(planned == 0 ? "1..0 # SKIP nothing to run" : "1..\(planned)")
        for (index, result) in results.enumerated() {
            lines.add("# Subtest: \(Self.description(result.name))")
            lines.indented(by: 4) { lines in
                let count = result.checks.count
                lines.add(count == 0 ? "1..0 # SKIP no checks" : "1..\(count)")
                for (index, check) in result.checks.enumerated() {
                    Self.write(check, number: index + 1, of: result, into: &lines)
                }
            }
            let word = result.verdict == .passed ? "ok" : "not ok"
            lines.add("\(word) \(index + 1) - \(Self.description(result.name))")
            lines.indented(by: 2) { lines in
                lines.add("---")
                lines.add("seed: \(result.seed)")
                lines.add("worldTime: \(Self.quoted(result.worldTime.exactSeconds))")
                if !result.command.isEmpty { lines.add("repeat: \(Self.quoted(result.command))") }
                lines.add("...")
            }
        }
        if let unfinished = UnfinishedRuns(results.count, of: planned) {
            lines.add("Bail out! \(unfinished.words)")
        }
        return lines.bytes
    }

    private static func write(
        _ check: Check, number: Int, of result: ScenarioResult, into lines: inout TAPLines
    ) {
        let point = "\(number) - \(description(check.code)) \(description(check.name))"
        switch check.outcome {
        case .passed: lines.add("ok \(point)")
        case .skipped(let reason): lines.add("ok \(point) # SKIP \(description(reason))")
        case .known(let failure, let bug):
            lines.add("not ok \(point) # Todo known\(bug.map { " " + description($0) } ?? "")")
            write(failure, "known", of: result, into: &lines)
        case .failed(let failure):
            lines.add("not ok \(point)")
            write(failure, "fail", of: result, into: &lines)
        case .broken(let failure):
            lines.add("not ok \(point)")
            write(failure, "threshold", of: result, into: &lines)
        }
    }

    private static func write(
        _ failure: Failure, _ severity: String, of result: ScenarioResult,
        into lines: inout TAPLines
    ) {
        lines.indented(by: 2) { lines in
            lines.add("---")
            lines.add("severity: \(severity)")
            lines.add("message: \(quoted(failure.sentence))")
            lines.add("expected: \(quoted(failure.expected))")
            lines.add("found: \(quoted(failure.found))")
            if let instant = failure.instant {
                lines.add("instant: \(quoted(instant.description))")
            }
            if let file = result.file { lines.add("file: \(quoted(file))") }
            if let line = failure.line { lines.add("line: \(line)") }
            if !failure.context.isEmpty { lines.add("trace:") }
            for line in failure.context {
                let mark = line.isMarked ? ">" : " "
                lines.add("  - \(quoted("\(mark) \(line.number)  \(line.text)"))")
            }
            lines.add("...")
        }
    }

    /// Returns a text in the form of a test point's description.
    ///
    /// The description is on one line and does not contain the beginning of a directive.
    private static func description(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in SafeText.joinedLines(text).unicodeScalars {
            if scalar == "\\" || scalar == "#" { escaped.append("\\") }
            escaped.append(scalar)
        }
        return String(escaped)
    }

    /// Returns a text as a YAML scalar in double quotes.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case " "..."~", "\u{A0}"..."\u{2027}", "\u{202F}"..."\u{2065}",
                "\u{206A}"..."\u{D7FF}", "\u{E000}"..."\u{FEFE}", "\u{FF00}"..."\u{FFFD}",
                "\u{10000}"..."\u{10FFFF}":
                quoted.unicodeScalars.append(scalar)
            default:
                quoted += "\\u" + Hexadecimal.text(scalar.value, digits: 4)
            }
        }
        return quoted + "\""
    }
}

/// A writer of indented lines.
private struct TAPLines {
    private(set) var bytes: [UInt8] = []
    private var indentation = 0

    mutating func add(_ line: String) {
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indentation))
        bytes.append(contentsOf: line.utf8)
        bytes.append(UInt8(ascii: "\n"))
    }

    mutating func indented(by count: Int, _ content: (inout TAPLines) -> Void) {
        indentation += count
        content(&self)
        indentation -= count
    }
}
