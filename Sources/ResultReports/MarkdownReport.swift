import Formats
import HeadlessPlayback
public import RunResults

/// Results as a step summary for GitHub Actions.
///
/// GitHub accepts at most one mebibyte and drops longer summaries completely, so results that do
/// not fit are only counted.
public struct MarkdownReport: Sendable {
    /// The size limit of the report in bytes.
    static let maximumSize = 512 << 10
    private let results: [ScenarioResult]
    private let unfinished: UnfinishedRuns?

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - results: The results, in order.
    ///   - planned: The number of planned results; `nil` if unknown.
    public init(_ results: [ScenarioResult], planned: Int? = nil) {
        self.results = results
        unfinished = UnfinishedRuns(results.count, of: planned)
    }

    /// Returns the report as UTF-8 text.
    public func text() -> [UInt8] {
        var text = "### playctl: \(ResultCounts(results).line)\n"
        if let unfinished { text += "\n**The run ended early: \(unfinished.words).**\n" }
        var leftOut = 0
        let worst = results.filter { $0.verdict == .failed }
        for result in worst + results.filter({ $0.verdict == .thresholdBroken }) {
            let section = section(result)
            if leftOut == 0, text.utf8.count + section.utf8.count <= Self.maximumSize {
                text += section
            } else {
                leftOut += 1
            }
        }
        if leftOut > 0 { text += "\nThere is no room here for \(leftOut) more.\n" }
        return Array(text.utf8)
    }

    private func section(_ result: ScenarioResult) -> String {
        let word = result.verdict == .failed ? "failed" : "over a threshold"
        let reasons = SummaryText().failures(of: result)
        // The fence must be longer than any run of backticks in the enclosed text.
        var fence = "```"
        while reasons.contains(fence) { fence += "`" }
        let title = "\(word): \(Self.escaped(SafeText.joinedLines(result.name)))"
        return
            "\n<details><summary>\(title)</summary>\n\n\(fence)text\(reasons)\(fence)\n\n</details>\n"
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
