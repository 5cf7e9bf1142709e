import Formats
public import HeadlessPlayback

/// The reason a sheet of cue points (rows of comma-separated values) cannot be read.
public struct CuePointSheetError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A description of the problem in the sheet.
    public let cause: String
    /// The line at fault, counted from 1.
    public let line: Int

    /// The line number and the description of the problem, on one line.
    public var description: String { "line \(line): \(cause)" }
}

/// Cue points as rows of comma-separated values.
///
/// The first row may name the columns: `time`, `type` and `name`, in any order, and further
/// columns, which become properties. Without a row of names, the columns are `time`, `type` and
/// `name`. A time is a number of seconds, a clock time such as `00:01:30.5`, or one of two words:
/// `before` (before the start of the media) and `after` (after its end).
///
/// Reference: RFC 4180.
public struct CuePointSheet: Sendable {
    /// The cue points, in the order of their positions.
    public let cuePoints: CuePointCollection
    /// The columns named in the first row whose values become properties, in the order of the row.
    package let otherColumns: [String]

    private static let knownColumns = ["time", "type", "name"]
    private static let mostRows = 1_000_000
    private static let mostColumns = 64

    /// Reads a sheet.
    ///
    /// - Parameter bytes: The text, in UTF-8.
    /// - Throws: ``CuePointSheetError`` with the line at fault.
    public init(_ bytes: [UInt8]) throws(CuePointSheetError) {
        var rows = SheetRows(bytes)
        var columns = Self.knownColumns
        var cuePoints: [CuePoint] = []
        var isFirst = true
        // A row that ends before a named column of types was cut off, and its type is unknown.
        var leastCount = 0
        while let row = try rows.next(limit: Self.mostColumns) {
            defer { isFirst = false }
            if isFirst, let other = Self.otherDelimiter(of: row) {
                throw CuePointSheetError(
                    cause: "the columns are separated by \(other) and not by commas",
                    line: rows.line)
            }
            if isFirst, row.contains(where: { Self.word($0) == "time" }) {
                columns = row.map(Self.word)
                if let double = columns.first(where: { name in
                    !name.isEmpty && columns.count { $0 == name } > 1
                }) {
                    throw CuePointSheetError(
                        cause: "the column '\(SafeText.quoted(double))' occurs twice",
                        line: rows.line)
                }
                try Self.refuseMisspelling(in: columns, line: rows.line)
                leastCount = columns.firstIndex(of: "type").map { $0 + 1 } ?? 0
                continue
            }
            guard cuePoints.count < Self.mostRows else {
                throw CuePointSheetError(
                    cause: "more than \(Self.mostRows) cue points", line: rows.line)
            }
            guard row.count <= columns.count else {
                throw CuePointSheetError(
                    cause: "\(row.count) values in \(columns.count) columns", line: rows.line)
            }
            guard row.count >= leastCount else {
                throw CuePointSheetError(cause: "the row ends before its type", line: rows.line)
            }
            cuePoints.append(try Self.cuePoint(of: row, columns, line: rows.line))
        }
        self.cuePoints = CuePointCollection(cuePoints)
        otherColumns = columns.filter { !$0.isEmpty && !Self.knownColumns.contains($0) }
    }

    /// Throws when an unknown column name is probably a misspelling of a missing column name.
    private static func refuseMisspelling(
        in columns: [String], line: Int
    ) throws(CuePointSheetError) {
        let missing = knownColumns.filter { !columns.contains($0) }
        let others = columns.filter { !$0.isEmpty && !knownColumns.contains($0) }
        guard let found = misspelling(of: missing, in: others) else { return }
        throw CuePointSheetError(
            cause:
                "the column '\(SafeText.quoted(found.name))' is unknown; did you mean"
                + " '\(found.meant)'?",
            line: line)
    }

    /// Returns the first of some names that is probably a misspelling of a missing name.
    ///
    /// A name that differs from the missing name in only one replaced letter is accepted, because
    /// it can be a different word, such as `game` or `tape`.
    package static func misspelling(
        of missing: [String], in names: [String]
    ) -> (name: String, meant: String)? {
        for name in names {
            guard let meant = nearestWord(to: name, in: missing),
                name.count != meant.count || name.sorted() == meant.sorted()
            else { continue }
            return (name, meant)
        }
        return nil
    }

    /// Returns the name of the delimiter that the first row uses in place of commas.
    ///
    /// - Parameter row: The values of the first row, as split at commas.
    /// - Returns: The name; `nil` when no such delimiter is recognized.
    private static func otherDelimiter(of row: [String]) -> String? {
        guard let only = row.first, row.count == 1 || only.contains(";") else { return nil }
        let known: [(Character, String)] = [(";", "semicolons"), ("\t", "tabs"), ("|", "bars")]
        for (delimiter, name) in known {
            let parts = only.split(separator: delimiter, omittingEmptySubsequences: false)
            let isHead = parts.contains { word(String($0)) == "time" }
            let begins = parts.first.map { CuePoint.Position(sheet: trimmed(String($0))) != nil }
            if parts.count > 1, isHead || begins == true { return name }
        }
        return nil
    }

    private static func cuePoint(
        of row: [String], _ columns: [String], line: Int
    ) throws(CuePointSheetError) -> CuePoint {
        var cuePoint = CuePoint.before()
        var hasTime = false
        for (column, value) in zip(columns, row) {
            let value = trimmed(value)
            switch column {
            case "time":
                guard let position = CuePoint.Position(sheet: value) else {
                    throw CuePointSheetError(
                        cause:
                            "'\(SafeText.quoted(value))' is not a time: expected seconds from 0 on,"
                            + " hours:minutes:seconds, before or after", line: line)
                }
                cuePoint.position = position
                hasTime = true
            case "type": cuePoint.type = value
            case "name": if !value.isEmpty { cuePoint.name = value }
            case "": break
            default: if !value.isEmpty { cuePoint.properties[column] = .string(value) }
            }
        }
        guard hasTime else { throw CuePointSheetError(cause: "there is no time", line: line) }
        return cuePoint
    }

    /// Returns the name of a column in lowercase, without surrounding white space.
    private static func word(_ text: String) -> String { trimmed(text).lowercased() }

    /// Returns a value of a sheet without spaces and tabs at its start and end.
    ///
    /// A byte order mark at the start is also removed.
    static func trimmed(_ text: String) -> String {
        var text = text[...].drop { $0 == " " || $0 == "\t" || $0 == "\u{FEFF}" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}

extension CuePoint.Position {
    /// The largest accepted position: 1000 hours, which is longer than any media that is played.
    private static let longest = MediaTime.seconds(3_600_000)

    /// Parses a position in a sheet: `before`, `after` or a time; `nil` if malformed.
    fileprivate init?(sheet text: String) {
        switch text.lowercased() {
        case "before":
            self = .before
            return
        case "after":
            self = .after
            return
        default: break
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var total = MediaTime.zero
        for (index, part) in parts.enumerated() {
            guard index == parts.count - 1 || !part.contains("."),
                let ticks = PlainDecimal(part)?.rounded(times: MediaTime.ticksPerSecond)
            else { return nil }
            let number = MediaTime(ticks: ticks)
            guard number <= Self.longest, index == 0 || number < .seconds(60) else { return nil }
            total = MediaTime(ticks: total.ticks * 60) + number
            guard total <= Self.longest else { return nil }
        }
        self = .time(total)
    }
}

/// Parses the rows of a sheet one by one.
private struct SheetRows {
    private let bytes: [UInt8]
    private var index = 0
    private var nextLine = 1

    /// The number of the line at which the most recent row starts.
    private(set) var line = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// Returns the values of the next row that is not empty; `nil` at the end of the text.
    mutating func next(limit: Int) throws(CuePointSheetError) -> [String]? {
        while index < bytes.count {
            line = nextLine
            let row = try values(limit: limit)
            if row.count > 1 || row.first?.isEmpty == false { return row }
        }
        return nil
    }

    private mutating func values(limit: Int) throws(CuePointSheetError) -> [String] {
        var values: [String] = []
        while true {
            guard values.count < limit else {
                throw CuePointSheetError(cause: "more than \(limit) columns", line: line)
            }
            values.append(try value())
            guard index < bytes.count else { return values }
            let separator = bytes[index]
            index += 1
            if separator == UInt8(ascii: ",") { continue }
            if separator == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
            nextLine += 1
            return values
        }
    }

    /// Returns the next value, which ends before a comma, a line end or the end of the text.
    private mutating func value() throws(CuePointSheetError) -> String {
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
            let start = index
            while index < bytes.count, !Self.isEnd(bytes[index]) { index += 1 }
            return String(decoding: bytes[start..<index], as: UTF8.self)
        }
        index += 1
        var text: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\"") {
                guard index < bytes.count, bytes[index] == byte else {
                    guard index == bytes.count || Self.isEnd(bytes[index]) else {
                        throw CuePointSheetError(
                            cause: "something follows a quoted value", line: nextLine)
                    }
                    return String(decoding: text, as: UTF8.self)
                }
                index += 1
            } else if byte == 0x0A {
                nextLine += 1
            }
            text.append(byte)
        }
        throw CuePointSheetError(cause: "a quote is never closed", line: line)
    }

    private static func isEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == 0x0A || byte == 0x0D
    }
}
