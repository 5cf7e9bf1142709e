import CommandTree
import Formats
import HeadlessPlayback

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The lines at the bottom of a terminal with the progress of each download.
///
/// The lines are drawn only if standard error is a terminal, so a pipe never receives them.
final class DownloadBars {
    private static let nameWidth = 24
    private let output: OutputStream
    private var lineCount = 0

    /// Creates the progress lines; `nil` when the output is not a terminal.
    init?(on output: OutputStream) {
        guard output.isTerminal else { return nil }
        self.output = output
    }

    /// Redraws one line for each download that has not ended and is not paused.
    ///
    /// If not all lines fit, a last line shows the number of the downloads that are left out.
    func draw(_ board: DownloadBoard) {
        let size = terminalSize(STDERR_FILENO)
        let shown = board.entries.filter { !$0.isOver }
        let room = max(1, min(size.rows - 2, 40))
        var lines = shown.prefix(room).map { line(of: $0, on: board, width: size.columns - 1) }
        if shown.count > room { lines.append("and \(shown.count - room) more") }
        var text = eraser
        for line in lines {
            text += Self.cut(SafeText.joinedLines(line), to: size.columns - 1) + "\n"
        }
        output.draw(text)
        output.flush()
        lineCount = lines.count
    }

    /// Erases the lines, so that other lines can be written.
    func erase() {
        guard lineCount > 0 else { return }
        output.draw(eraser)
        output.flush()
        lineCount = 0
    }

    private var eraser: String {
        lineCount > 0 ? "\u{1B}[\(lineCount)A\r\u{1B}[J" : ""
    }

    private func line(
        of entry: DownloadBoard.Entry, on board: DownloadBoard, width: Int
    ) -> String {
        let cut = Self.cut(entry.name, to: Self.nameWidth)
        let name = cut + String(repeating: " ", count: Self.nameWidth - Self.width(of: cut))
        switch entry.report?.stage {
        case .none, .preparing, .preloaded: return "\(name)  preparing"
        case .waiting: return "\(name)  waiting for its turn"
        default: break
        }
        if entry.report?.lacksConnection == true { return "\(name)  waiting for the network" }
        let fraction = board.fraction(of: entry)
        let expected = board.expectedBytes(of: entry)
        var facts = "\(Readable.percent(fraction))  \(Readable.bytes(entry.bytes))"
        if let expected { facts += "/\(Readable.bytes(expected))" }
        if let rate = entry.speed.bytesPerSecond {
            facts += "  \(Readable.bytes(rate))/s"
            if let expected, rate > 0 {
                facts += "  \(Readable.time(Double(expected - entry.bytes) / Double(rate)))"
            }
        }
        let barWidth = min(30, width - Self.nameWidth - 46)
        guard barWidth >= 5 else { return "\(name)  \(facts)" }
        let filled = Int(fraction * Double(barWidth))
        let bar =
            String(repeating: "#", count: filled) + String(repeating: "-", count: barWidth - filled)
        return "\(name)  [\(bar)]  \(facts)"
    }

    /// Returns the maximum width of a text, in columns.
    ///
    /// A character that may be wide counts as two columns, so that no line wraps.
    private static func width(of text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? 1 : 2) }
    }

    /// Returns the beginning of a text, cut so that it fits into a number of columns.
    private static func cut(_ text: String, to columns: Int) -> String {
        var (cut, room) = ("", columns)
        for character in text {
            room -= width(of: String(character))
            guard room >= 0 else { break }
            cut.append(character)
        }
        return cut
    }
}

/// Returns the size of a terminal; 80 by 24 if the terminal does not report its size.
private func terminalSize(_ descriptor: Int32) -> (columns: Int, rows: Int) {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
}
