/// The position of a line in a file; the line end and surrounding blanks are excluded.
struct Line {
    /// The range of the line in the bytes of the file.
    var range: Range<Int>
    /// The number of the line, counted from 1.
    var number: Int
    /// Whether the line has opening braces; a line without them refers to no variable.
    var hasBraces = false
    /// Whether the line has bytes above 127.
    var hasHighBytes = false
    /// Whether the line has control characters, except a tab at the end of a title.
    var hasControls = false
    /// Whether blanks that are not in a title were removed from the start or end of the line.
    var wasTrimmed = false

    /// Returns whether the specification forbids control characters of the line.
    ///
    /// Tabs are permitted in `EXT-X-SKIP`, where they separate the identifiers of removed date
    /// ranges.
    ///
    /// - Parameter bytes: The bytes of the file.
    /// - Returns: Whether the line has forbidden control characters.
    func hasForbiddenControls(in bytes: [UInt8]) -> Bool {
        guard hasControls, !hasHighBytes else { return hasControls }
        let text = bytes[range]
        guard text.starts(with: "#EXT-X-SKIP:".utf8) else { return true }
        return text.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
    }
}

/// Splits a file into lines in a single pass.
struct LineScanner {
    let bytes: [UInt8]
    private(set) var position = 0
    private(set) var number = 0

    init(_ bytes: [UInt8], from position: Int) {
        self.bytes = bytes
        self.position = position
    }

    /// Returns a file with line feeds in place of its carriage returns; `nil` when not needed.
    ///
    /// A file with line feeds, or with a single line, needs no replacement.
    static func withLineFeeds(_ bytes: [UInt8]) -> [UInt8]? {
        // In a file with line feeds, the first line feed is near the start, so the search is short.
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
                // Most bytes are printable ASCII characters with codes below the code of `{`. Such
                // bytes are skipped eight at a time.
                if index + 8 <= span.count {
                    let marks = Self.marks(in: span.word(at: index))
                    index += marks.trailingZeroBitCount / 8
                    if marks == 0 { continue }
                }
                let byte = span[index]
                if byte &- 0x20 >= 0x5B {
                    if byte == 0x0A { break }
                    if byte == 0x7B {
                        line.hasBraces = true
                    } else if byte >= 0x80 {
                        line.hasHighBytes = true
                        // The control characters U+0080 to U+009F begin with this byte.
                        if byte == 0xC2, index + 1 < span.count, span[index + 1] & 0xE0 == 0x80 {
                            line.hasControls = true
                        }
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

    /// Returns a number that marks the first byte below 0x20 or above 0x7A; zero if there is none.
    ///
    /// The byte order is little-endian. A byte is marked by its highest bit. Bytes before that
    /// first byte are never marked, but marks after it may be wrong.
    private static func marks(in word: UInt64) -> UInt64 {
        let each: UInt64 = 0x0101_0101_0101_0101
        // A borrow or a carry can mark a byte falsely only after a byte that is marked correctly.
        let low = (word &- each &* 0x20) & ~word
        let high = (word &+ each &* 0x05) | word
        return (low | high) & (each &* 0x80)
    }

    /// Removes the carriage return at the end of a line, and blanks at both ends.
    ///
    /// The result is `nil` when nothing remains.
    private func trim(
        _ range: Range<Int>, of span: Span<UInt8>, in line: inout Line
    ) -> Range<Int>? {
        var (start, end) = (range.lowerBound, range.upperBound)
        if end > start, span[end - 1] == 0x0D { end -= 1 }
        let whole = end
        while end > start, isBlank(span[end - 1]) { end -= 1 }
        if end < whole {
            if isInformation(start..<end, of: span) {
                line.hasControls = line.hasControls && hasControls(start..<end, of: span)
            } else {
                line.wasTrimmed = true
            }
        }
        while start < end, isBlank(span[start]) {
            start += 1
            line.wasTrimmed = true
        }
        return start < end ? start..<end : nil
    }

    /// Returns whether a line is `EXTINF` with a comma, so that blanks at its end are in its title.
    ///
    /// The title is arbitrary text. Apple's segmenter writes a tab there.
    private func isInformation(_ range: Range<Int>, of span: Span<UInt8>) -> Bool {
        let name = "#EXTINF:".utf8
        guard range.count > name.count else { return false }
        for (index, byte) in zip(range, name) where span[index] != byte { return false }
        for index in range where span[index] == 0x2C { return true }
        return false
    }

    /// Returns whether a range has control characters, including U+0080 to U+009F.
    private func hasControls(_ range: Range<Int>, of span: Span<UInt8>) -> Bool {
        for index in range {
            if span[index] < 0x20 || span[index] == 0x7F { return true }
            let next = index + 1
            if span[index] == 0xC2, next < range.upperBound, span[next] & 0xE0 == 0x80 {
                return true
            }
        }
        return false
    }
}

extension Span<UInt8> {
    /// Reads eight bytes as one little-endian number.
    ///
    /// - Parameter index: The index of the first byte; the call traps unless all eight bytes are in
    ///   the span.
    /// - Returns: The number, which does not depend on the byte order of the machine.
    @inline(__always)
    func word(at index: Int) -> UInt64 {
        let part = extracting(index..<index + 8)
        var word: UInt64 = 0
        for place in 0..<8 { word |= UInt64(part[place]) << UInt64(place * 8) }
        return word
    }
}

extension [UInt8] {
    /// Returns a range of bytes without the blanks at both ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isBlank(self[start]) { start += 1 }
        while end > start, isBlank(self[end - 1]) { end -= 1 }
        return start..<end
    }
}

/// Returns whether a byte is a space, a tab or a carriage return.
func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
}
