import CommandTree
import Formats
import HeadlessPlayback

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The line at the bottom of a terminal with the progress of many scenarios.
///
/// It is drawn only if standard error is a terminal, so a pipe never receives the line.
final class FleetLine {
    private static let width = 79
    private let output: OutputStream
    private var isShown = false

    /// Creates the progress line; `nil` when the output is not a terminal.
    init?(on output: OutputStream) {
        guard output.isTerminal else { return nil }
        self.output = output
    }

    /// Redraws the line at intervals until a condition is met.
    func draw(_ board: FleetBoard, until isOver: () -> Bool) {
        var pauses = 0
        while !isOver() {
            if pauses.isMultiple(of: 10) { draw(board) }
            pauses += 1
            usleep(5000)
        }
    }

    private func draw(_ board: FleetBoard) {
        output.draw("\r\u{1B}[K" + Self.text(board.now, of: board.count))
        output.flush()
        isShown = true
    }

    /// Erases the line, so that other lines can be written.
    func erase() {
        guard isShown else { return }
        output.draw("\r\u{1B}[K")
        output.flush()
        isShown = false
    }

    /// Returns the text of the line.
    ///
    /// It contains the numbers of completed and failed scenarios, and the names of the running
    /// scenarios.
    static func text(_ standing: FleetBoard.Standing, of count: Int) -> String {
        let failed = standing.failed > 0 ? ", \(standing.failed) failed" : ""
        var text = "\(standing.done)/\(count)\(failed)"
        let names = standing.current.sorted { $0.key < $1.key }.map(\.value)
        if !names.isEmpty { text += "  " + names.joined(separator: ", ") }
        let shown = SafeText.quoted(text, limit: .max)
        return shown.count > width ? shown.prefix(width - 1) + "…" : shown
    }
}
