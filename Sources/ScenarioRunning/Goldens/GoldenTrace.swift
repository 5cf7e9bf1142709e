import Formats
import HeadlessPlayback
import PlaybackControl
package import RunResults

/// The trace of a scenario's result, as stored in a file for comparison with later runs.
package struct GoldenTrace: Equatable, Sendable {
    /// The name of the file.
    package let fileName: String
    private let lines: [String]

    /// Creates the trace of a result.
    package init(of result: ScenarioResult) {
        fileName = Self.fileName(for: result.name)
        // A line that contains a line end is stored as two lines, because it would be read back as
        // two.
        lines = result.trace.flatMap { line in
            Self.lines(of: Array(line.utf8))
        }
    }

    /// The contents of the file.
    package var bytes: [UInt8] {
        var bytes = Array("\(TraceFile.header)\n".utf8)
        for line in lines {
            bytes.append(contentsOf: line.utf8)
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    /// Compares the trace with the stored trace.
    ///
    /// - Parameter kept: The contents of the stored file; `nil` when there is none.
    /// - Returns: The result of the comparison.
    package func check(against kept: [UInt8]?) -> Check {
        guard let kept else {
            return Check(
                "golden.missing", "a trace is stored in \(fileName)",
                .failed(
                    Failure(
                        expected: "the file \(fileName)",
                        found: "no such file (run again with --update to store this trace of"
                            + " \(lines.count) lines)")))
        }
        let name = "the trace is the one in \(fileName)"
        if kept == bytes { return Check("golden.trace", name, .passed) }
        var keptLines = Self.lines(of: kept)
        if keptLines.last == "" { keptLines.removeLast() }
        guard keptLines.first == TraceFile.header else {
            return Check(
                "golden.version", "\(fileName) is a trace of this version",
                .failed(
                    Failure(
                        expected: "'\(TraceFile.header)' in its first line",
                        found: keptLines.first.map(Self.quoted) ?? "an empty file")))
        }
        keptLines.removeFirst()
        return Check("golden.trace", name, .failed(failure(keptLines)))
    }

    /// Returns the lines of a text without their line ends, which may be LF or CRLF.
    private static func lines(of bytes: [UInt8]) -> [String] {
        bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
        }
    }

    private static func quoted(_ line: String) -> String {
        line.hasPrefix(TraceFile.headerStart)
            ? "'\(line.prefix(80))', which another version wrote (run again with --update)"
            : "'\(line.prefix(80))', which is not the header of a trace (run again with --update)"
    }

    private func failure(_ kept: [String]) -> Failure {
        let difference = GoldenDifference(from: kept, to: lines)
        return Failure(
            expected: "the \(kept.count) lines of \(fileName)", found: difference.summary,
            instant: difference.firstNew.flatMap { Self.instant(of: lines[$0]) },
            context: difference.lines.map { line in
                TraceExcerptLine(
                    number: 0, text: line, isMarked: line.hasPrefix("-") || line.hasPrefix("+"))
            })
    }

    /// Returns the instant at the start of a trace line; `nil` if the line states none.
    private static func instant(of line: String) -> Instant? {
        guard let word = line.split(separator: " ").first, word.contains(".") else { return nil }
        return Duration(exactSeconds: String(word)).map(Instant.init(sinceStart:))
    }
}

// MARK: Names

extension GoldenTrace {
    private static let maximumNameSize = 160

    /// Returns the file name for a scenario name.
    ///
    /// Every file system accepts the file name, and different scenario names have different file
    /// names.
    static func fileName(for name: String) -> String {
        var text = ""
        for (index, byte) in name.utf8.enumerated() {
            let scalar = Unicode.Scalar(byte)
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                text.unicodeScalars.append(scalar)
            case UInt8(ascii: ".") where index > 0: text.unicodeScalars.append(scalar)
            default: text += "%" + Hexadecimal.text([byte])
            }
        }
        if text.utf8.count > maximumNameSize {
            // A hash distinguishes long names with the same start.
            text =
                text.prefix(maximumNameSize) + "%"
                + Hexadecimal.text(FNVHash(name).value, digits: 16)
        }
        return text + ".trace"
    }
}
