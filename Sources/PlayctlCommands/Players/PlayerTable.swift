import Formats
import HeadlessPlayback
import RunResults
import VirtualTime

/// A table of the runs of several players, with one line for each player.
struct PlayerTable {
    private let rows: [[String]]

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - results: The result of each player.
    ///   - names: The names of the players.
    init(_ results: [ScenarioResult], names: [String]) {
        let titles = [
            "player", "start", "stalls", "stalled", "switches", "requests", "wasted bytes", "end",
            "result",
        ]
        rows =
            [titles]
            + zip(results, names).map { result, name in
                func seconds(_ metric: Threshold.Metric) -> String {
                    result.metrics[metric].map { Self.text($0) } ?? "-"
                }
                func count(_ metric: Threshold.Metric) -> String {
                    result.metrics[metric].map { "\(Int64($0))" } ?? "-"
                }
                return [
                    name, seconds(.startupTime), count(.rebufferingCount),
                    seconds(.rebufferingTime), count(.switches), "\(result.requests.count)",
                    count(.wastedBytes),
                    "\(Instant(sinceStart: result.worldTime))", result.verdict.word,
                ]
            }
    }

    /// The table, with times in seconds.
    var text: String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                let space = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 || column == row.count - 1 ? cell + space : space + cell
            }
            var line = cells.joined(separator: "  ")
            while line.hasSuffix(" ") { line.removeLast() }
            return line + "\n"
        }.joined()
    }

    /// Returns seconds with three decimals.
    private static func text(_ seconds: Double) -> String {
        "\(Instant(sinceStart: .milliseconds(Int64((seconds * 1000).rounded()))))"
    }
}

extension ScenarioResult.Verdict {
    /// The verdict as one word.
    fileprivate var word: String {
        switch self {
        case .passed: "passed"
        case .thresholdBroken: "over a threshold"
        case .failed: "failed"
        }
    }
}
