/// Where a line lies in a file, without its end and the blanks around it.
struct Line {
    /// Which bytes of the file the line is made of.
    var range: Range<Int>
    /// The number of the line, counted from 1.
    var number: Int
    /// Whether opening braces occur, without which there are no variables.
    var hasBraces = false
    /// Whether bytes above 127 occur.
    var hasHighBytes = false
    /// Whether control characters occur.
    var hasControls = false
    /// Whether blanks were cut off.
    var wasTrimmed = false
}

/// Cuts a file into lines, each byte looked at once.
struct LineScanner {
    let bytes: [UInt8]
    private(set) var position = 0
    private(set) var number = 0

    init(_ bytes: [UInt8], from position: Int) {
        self.bytes = bytes
        self.position = position
    }

    /// The bytes of a file with line feeds for carriage returns; `nil` when it has line feeds or one line.
    static func withLineFeeds(_ bytes: [UInt8]) -> [UInt8]? {
        // A file with line feeds has one within its first lines, so little is looked at.
        for byte in bytes where byte == 0x0A { return nil }
        guard bytes.contains(0x0D) else { return nil }
        return bytes.map { $0 == 0x0D ? 0x0A : $0 }
    }

    /// Returns the next line that is not blank; `nil` at the end.
    ///
    /// - Throws: `PlaylistError` when a line is longer than the limit.
    mutating func next(limit: Int) throws(PlaylistError) -> Line? {
        let bytes = bytes
        let span = bytes.span
        while position < span.count {
            var line = Line(range: 0..<0, number: number + 1)
            let start = position
            var index = start
            while index < span.count {
                let byte = span[index]
                // Most bytes are printable ASCII below the braces: one comparison.
                if byte &- 0x20 >= 0x5B {
                    if byte == 0x0A { break }
                    if byte == 0x7B {
                        line.hasBraces = true
                    } else if byte >= 0x80 {
                        line.hasHighBytes = true
                    } else if byte < 0x20 || byte == 0x7F,
                        byte != 0x0D || (index + 1 < span.count && span[index + 1] != 0x0A)
                    {
                        line.hasControls = true
                    }
                }
                index += 1
            }
            number += 1
            position = min(index + 1, span.count)
            if index - start > limit {
                throw PlaylistError(
                    .limitExceeded("bytes in one line", maximum: limit), line: number)
            }
            if let range = trim(start..<index, of: span, in: &line) {
                line.range = range
                return line
            }
        }
        return nil
    }

    /// Cuts carriage returns and blanks off; `nil` when nothing is left.
    private func trim(
        _ range: Range<Int>, of span: Span<UInt8>, in line: inout Line
    ) -> Range<Int>? {
        var (start, end) = (range.lowerBound, range.upperBound)
        if end > start, span[end - 1] == 0x0D { end -= 1 }
        while end > start, isBlank(span[end - 1]) {
            end -= 1
            line.wasTrimmed = true
        }
        while start < end, isBlank(span[start]) {
            start += 1
            line.wasTrimmed = true
        }
        return start < end ? start..<end : nil
    }
}

extension [UInt8] {
    /// A range of bytes without the blanks at both ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isBlank(self[start]) { start += 1 }
        while end > start, isBlank(self[end - 1]) { end -= 1 }
        return start..<end
    }
}

/// Whether a byte is a space, a tab or a carriage return.
func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
}
