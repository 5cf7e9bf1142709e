/// The line `#EXTM3U`, with which a playlist begins.
struct HeaderLine {
    /// A problem of the line.
    struct Problem {
        let rule: PlaylistRule
        var tag = ""
        let line: Int
    }

    /// The position of the line.
    let line: Line
    /// The scanner for the lines after the header line.
    let scanner: LineScanner
    /// The problems, in the order found.
    private(set) var problems: [Problem] = []

    /// Reads the first line that is not blank.
    ///
    /// - Parameters:
    ///   - bytes: The complete file.
    ///   - limit: The maximum size of a line in bytes.
    /// - Throws: `PlaylistError` when the file is empty, is markup, or does not begin with
    ///   `#EXTM3U`.
    init(of bytes: [UInt8], limit: Int) throws(PlaylistError) {
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        var scanner = LineScanner(bytes, from: hasMark ? 3 : 0)
        guard let line = try scanner.next(limit: limit) else {
            throw PlaylistError(.empty, line: nil)
        }
        if bytes[line.range.lowerBound] == 0x3C {
            throw PlaylistError(.markup, line: line.number)
        }
        let name = Array("#EXTM3U".utf8)
        let text = bytes[line.range]
        let rest = text.dropFirst(name.count)
        guard text.starts(with: name), rest.first.map({ isBlank($0) }) ?? true else {
            throw PlaylistError(.missingHeader, line: line.number)
        }
        if hasMark { problems.append(Problem(rule: .byteOrderMark, line: 1)) }
        if line.number > 1 {
            problems.append(Problem(rule: .headerNotAlone, line: line.number))
        }
        if !rest.isEmpty {
            problems.append(
                Problem(rule: .headerNotAlone, tag: Tag.header.rawValue, line: line.number))
        }
        self.line = line
        self.scanner = scanner
    }
}
