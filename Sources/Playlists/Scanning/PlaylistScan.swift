/// Reads the lines of a playlist as written.
///
/// The parser creates a model and discards the text. For rules about the text itself, a scan keeps
/// the line numbers, unknown tags and repeated attributes. It accepts any bytes.
package struct PlaylistScan {
    /// The bytes of the file.
    package var bytes: [UInt8] { source.bytes }
    private var source: LineText
    private var scanner: LineScanner
    private let limits = ParsingLimits()

    /// Starts to read a file.
    ///
    /// - Parameter bytes: The complete file.
    package init(_ bytes: [UInt8]) {
        let bytes = LineScanner.withLineFeeds(bytes) ?? bytes
        source = LineText(bytes: bytes)
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        scanner = LineScanner(bytes, from: hasMark ? 3 : 0)
    }

    /// Returns the next line that is not blank; `nil` at the end.
    ///
    /// The result is also `nil` at a line that is longer than the parser permits.
    package mutating func next() -> ScannedLine? {
        guard let line = try? scanner.next(limit: limits.lineBytes) else { return nil }
        let range = line.range
        var name = range.lowerBound..<range.lowerBound
        var value: Range<Int>?
        var content = ScannedLine.Content.uri
        let owner = source.bytes
        let span = owner.span
        if span[range.lowerBound] == 0x23 {
            let start = range.lowerBound + 1
            var end = start
            while end < range.upperBound, span[end] != 0x3A { end += 1 }
            name = start..<end
            if end < range.upperBound { value = end + 1..<range.upperBound }
            if let tag = Tag(span.extracting(name)) {
                content = .tag(tag)
            } else {
                let isTag =
                    range.count > 3 && span[start] == 0x45 && span[start + 1] == 0x58
                    && start + 2 < range.upperBound && span[start + 2] == 0x54
                content = isTag ? .unknownTag : .comment
            }
        }
        return ScannedLine(
            number: line.number, content: content, range: range, name: name, value: value,
            hasHighBytes: line.hasHighBytes,
            hasControls: line.hasForbiddenControls(in: source.bytes))
    }

    /// Returns the characters of a range of bytes.
    package func text(_ range: Range<Int>) -> String { source.text(range) }

    /// Returns the attributes of a line as written.
    ///
    /// - Parameter line: A line of this file.
    /// - Returns: The attributes in order; none when there are more than the parser reads.
    package func attributes(of line: ScannedLine) -> [ScannedAttribute] {
        guard let value = line.value,
            let reader = try? AttributeReader(
                value, of: source, tag: "", line: line.number, variables: nil,
                limit: limits.attributes)
        else { return [] }
        return reader.written
    }
}
