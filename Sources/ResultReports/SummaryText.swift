import Formats
import HeadlessPlayback
package import RunResults

/// Results as text for a terminal.
///
/// Repeated runs of the same scenarios produce the same text on every machine.
package struct SummaryText {
    /// The maximum number of a result's failures that are shown in full on a terminal.
    ///
    /// The other reports have their own limits, or none.
    package static let maximumFailures = 20
    private let paint: Paint

    /// Creates the text.
    ///
    /// - Parameter isColoured: Whether the text is for a terminal with colours.
    package init(isColoured: Bool = false) {
        paint = Paint(isOn: isColoured)
    }

    /// Returns one line with the outcome of a result.
    package func line(of result: ScenarioResult) -> String {
        let word =
            switch result.verdict {
            case .passed: paint("passed", .green)
            case .thresholdBroken: paint("OVER  ", .yellow)
            case .failed: paint("FAILED", .red)
            }
        let counts = ResultCounts([result])
        var notes = ["\(result.checks.count) check\(result.checks.count == 1 ? "" : "s")"]
        if counts.knownIssues > 0 { notes.append("\(counts.knownIssues) known") }
        if counts.skippedChecks > 0 { notes.append("\(counts.skippedChecks) skipped") }
        notes.append("\(Instant(sinceStart: result.worldTime)) s")
        return "\(word)  \(SafeText.joinedLines(result.name))  "
            + paint(notes.joined(separator: "  "), .faint) + "\n"
    }

    /// Returns the failures of a result, and the command that repeats the run.
    ///
    /// The text is empty when all checks passed.
    package func failures(of result: ScenarioResult) -> String {
        var shownCount = 0
        var leftOut = 0
        var text = ""
        for check in result.checks {
            let word: (String, Paint.Colour)
            let failure: Failure
            switch check.outcome {
            case .passed, .skipped, .known: continue
            case .failed(let reason): (word, failure) = (("failed", .red), reason)
            case .broken(let reason): (word, failure) = (("over", .yellow), reason)
            }
            if shownCount == Self.maximumFailures {
                leftOut += 1
                continue
            }
            shownCount += 1
            // The heading leaves out the name of the check, because the expectation below the
            // heading repeats it.
            let heading = failure.headline
            let code = SafeText.joinedLines(check.code)
            text += "\n" + paint(word.0, word.1) + "  \(code)  \(heading)\n"
            text += Self.explanation(of: failure, in: result, paint: paint)
        }
        guard !text.isEmpty else { return "" }
        if leftOut > 0 { text += "\n… and \(leftOut) more failures\n" }
        // Each line begins with a word, because CI services may interpret lines that begin
        // otherwise as commands.
        let heading = "scenario  " + paint(SafeText.joinedLines(result.name), .bold) + "\n"
        let command =
            result.command.isEmpty ? "" : "\nrepeat: \(SafeText.joinedLines(result.command))\n"
        return "\n\(heading)\(text)\(command)"
    }

    /// Returns the known failures and the checks that were not evaluated; the text may be empty.
    package func remarks(of result: ScenarioResult) -> String {
        var text = ""
        for check in result.checks {
            var words: String {
                [check.code, check.name].map(SafeText.joinedLines).joined(separator: "  ")
            }
            switch check.outcome {
            case .passed, .failed, .broken: break
            case .known(_, let bug):
                text +=
                    "  known    \(words)"
                    + (bug.map { "  \(SafeText.joinedLines($0))" } ?? "") + "\n"
            case .skipped(let reason):
                text += "  skipped  \(words)  \(SafeText.joinedLines(reason))\n"
            }
        }
        return text
    }

    /// Returns the last line of a run's output, with the counts of its results.
    package func closing(_ counts: ResultCounts) -> String {
        let colour: Paint.Colour =
            counts.failed > 0 ? .red : counts.overThreshold > 0 ? .yellow : .green
        return paint(counts.line, colour) + "\n"
    }
}

// MARK: Reasons

extension SummaryText {
    /// Returns the reason for a failure as lines, without colours.
    static func explanation(of failure: Failure, in result: ScenarioResult) -> String {
        explanation(of: failure, in: result, paint: Paint(isOn: false))
    }

    private static func explanation(
        of failure: Failure, in result: ScenarioResult, paint: Paint
    ) -> String {
        var text = row("expected", failure.expected) + row("found", failure.found)
        if let instant = failure.instant { text += row("at", instant.description) }
        if let place = result.place(of: failure) { text += row("in", place) }
        guard !failure.context.isEmpty else { return text }
        let width = failure.context.reduce(0) { max($0, String($1.number).count) }
        for line in failure.context {
            if line.number == 0 {
                let colour: Paint.Colour? =
                    !line.isMarked ? nil : line.text.hasPrefix("-") ? .red : .green
                let written = "  " + SafeText.joinedLines(line.text)
                text += (colour.map { paint(written, $0) } ?? written) + "\n"
                continue
            }
            let number = String(line.number).padded(to: width, alignment: .right)
            let lead = "  \(line.isMarked ? ">" : " ") \(number)"
            let written = trimmed("\(lead)  \(SafeText.joinedLines(line.text))")
            text += (line.isMarked ? paint(written, .bold) : written) + "\n"
        }
        return text
    }

    private static func row(_ term: String, _ value: String) -> String {
        let lead = "  " + term.padded(to: 10)
        let others = String(repeating: " ", count: lead.count - 2) + "| "
        return SafeText.lines(value).enumerated()
            .map { trimmed(($0.offset == 0 ? lead : others) + $0.element) + "\n" }.joined()
    }

    private static func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}

extension ScenarioResult {
    /// Returns the scenario's file and the line of the failed expectation, as `file:line`.
    ///
    /// The result is only the file if the failure has no line, and `nil` if the scenario has no
    /// file.
    func place(of failure: Failure) -> String? {
        file.map { file in failure.line.map { "\(file):\($0)" } ?? file }
    }
}

/// The colours of a terminal, which can be switched off.
private struct Paint {
    enum Colour: String {
        case red = "31"
        case green = "32"
        case yellow = "33"
        case faint = "2"
        case bold = "1"
    }

    let isOn: Bool

    func callAsFunction(_ text: String, _ colour: Colour) -> String {
        isOn ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
    }
}
