import Formats
import HeadlessPlayback
public import RunResults

/// Results as GitHub Actions annotations.
///
/// GitHub shows at most ten errors and ten warnings per step and silently drops the rest. Therefore
/// all failures of a result are in one annotation. If there are too many results, the last
/// annotation summarizes the remaining ones.
public struct AnnotationReport: Sendable {
    /// The maximum number of annotations of each kind.
    static let maximumCount = 10
    /// The maximum number of failures shown for a result.
    static let maximumFailures = 5
    private let results: [ScenarioResult]
    private let folder: String
    private let unfinished: UnfinishedRuns?

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - results: The results, in order.
    ///   - planned: The number of planned results; `nil` if unknown.
    ///   - folder: The folder to which the relative paths of files refer. It ends with a slash, and
    ///     is empty when there is no folder.
    public init(_ results: [ScenarioResult], planned: Int? = nil, folder: String = "") {
        self.results = results
        self.folder = folder
        unfinished = UnfinishedRuns(results.count, of: planned)
    }

    /// Returns the annotations as workflow commands, one per line.
    public func text() -> [UInt8] {
        let failed = results.filter { $0.verdict == .failed }
        let broken = results.filter { $0.verdict == .thresholdBroken }
        // An early end of the run is reported first, because GitHub drops annotations at the end of
        // a long list.
        let early = unfinished.map { "::error title=the run ended early::\($0.words)\n" } ?? ""
        let room = Self.maximumCount - (early.isEmpty ? 0 : 1)
        let text =
            early + commands("error", failed, "failed", atMost: room)
            + commands("warning", broken, "over a threshold", atMost: Self.maximumCount)
        return Array(text.utf8)
    }

    private func commands(
        _ kind: String, _ results: [ScenarioResult], _ word: String, atMost count: Int
    ) -> String {
        let hasRoom = results.count <= count
        let shown = hasRoom ? results[...] : results.prefix(count - 1)
        var text = shown.map { command(kind, $0) }.joined()
        if !hasRoom {
            let rest = results.dropFirst(shown.count).map { SafeText.joinedLines($0.name) }
            let list = Self.lines(rest, atMost: 50).joined(separator: "\n")
            text += "::\(kind) title=\(rest.count) more \(word)::\(WorkflowText.message(list))\n"
        }
        return text
    }

    private func command(_ kind: String, _ result: ScenarioResult) -> String {
        let failures = result.checks.compactMap { check in
            switch check.outcome {
            case .failed(let failure), .broken(let failure): (check, failure)
            case .passed, .known, .skipped: nil
            }
        }
        var properties: [String] = []
        if let file = result.file {
            // GitHub needs a path inside the workspace, so the folder is put before a relative
            // path.
            let place = file.hasPrefix("/") ? file : folder + file
            properties.append("file=\(WorkflowText.property(place))")
            let line = failures.lazy.compactMap(\.1.line).first
            if let line { properties.append("line=\(line)") }
        }
        properties.append("title=\(WorkflowText.property(SafeText.joinedLines(result.name)))")
        let reasons = failures.map { check, failure in
            let words = failure.problem == nil ? [check.code, check.name] : [check.code]
            return words.map(SafeText.joinedLines).joined(separator: " ") + ": \(failure.sentence)"
        }
        var message = Self.lines(reasons.map { Self.shortened($0) }, atMost: Self.maximumFailures)
        if !result.command.isEmpty {
            message.append("repeat: \(Self.shortened(SafeText.joinedLines(result.command)))")
        }
        return "::\(kind) \(properties.joined(separator: ","))::"
            + WorkflowText.message(message.joined(separator: "\n")) + "\n"
    }

    private static func lines(_ lines: [String], atMost count: Int) -> [String] {
        lines.count <= count
            ? lines : lines.prefix(count - 1) + ["… and \(lines.count - count + 1) more"]
    }

    private static func shortened(_ text: String) -> String {
        text.count <= 500 ? text : text.prefix(499) + "…"
    }
}
