extension ProjectText {
    /// The breaches of the rules for prose in Swift, as `path:line: breach`.
    var proseBreaches: [String] {
        breaches(comments) + breaches(sentences.map { ($0.number, $0.text, true) })
    }

    /// The breaches of the prose rules in string literals of several words, which people may read.
    ///
    /// Words in single quotes belong to a command line.
    var textBreaches: [String] {
        let texts = SwiftScan(bytes.bytes).texts.filter { $0.bytes.contains(UInt8(ascii: " ")) }
        return breaches(
            texts.map { text in
                let isSentence = text.bytes.first.map(Self.isUpper) == true
                let words = Self.withoutQuotes(text.bytes)
                // A text that does not begin a sentence follows a subject, such as a quoted name or
                // an interpolation, so a subject is added before the check.
                return (text.line, isSentence ? words : "it " + words, isSentence)
            })
    }

    /// The comment lines, each with its number from 1 and whether a doc comment begins on the line.
    private var comments: [(number: Int, text: Substring, isOpening: Bool)] {
        var result: [(Int, Substring, Bool)] = []
        var wasDocumentation = false
        for number in 0..<bytes.lineCount {
            let range = bytes.range(ofLine: number)
            var start = range.lowerBound
            while start < range.upperBound, bytes.bytes[start] == UInt8(ascii: " ") { start += 1 }
            let slashes = slashCount(at: start, before: range.upperBound)
            let isOpening = slashes == 3 && !wasDocumentation
            let isItem = slashes == 3 && isItem(start..<range.upperBound)
            let mayBreach = ForbiddenWords.all.mayOccur(in: bytes.bytes, start..<range.upperBound)
            if slashes > 1, isOpening || isItem || mayBreach {
                result.append((number + 1, line(number).drop { $0 == " " }, isOpening))
            }
            wasDocumentation = slashes == 3
        }
        return result
    }

    /// The names of tests and suites that are sentences, with their line numbers, counted from 1.
    private var sentences: [(number: Int, text: Substring)] {
        let starts = ["func `", "struct `"]
        guard starts.contains(where: { !bytes.offsets(of: $0).isEmpty }) else { return [] }
        let code = TextBytes(SwiftScan(bytes.bytes).code)
        return starts.flatMap { start in
            code.offsets(of: start).map { offset in
                let line = code.line(at: offset)
                let name = code.bytes[
                    (offset + start.utf8.count)..<code.range(ofLine: line).upperBound
                ]
                .prefix { $0 != UInt8(ascii: "`") }
                return (line + 1, Substring(String(decoding: name, as: UTF8.self)))
            }
        }
    }

    private func breaches(
        _ sentences: [(number: Int, text: Substring, isOpening: Bool)]
    ) -> [String] {
        sentences.flatMap { number, text, isOpening -> [String] in
            let opening =
                isOpening && ProseRules.beginsWithClause(text)
                || ProseRules.describesWithClause(text)
            let breaches =
                ProseRules.breaches(in: text)
                + (opening ? ["begin with a noun or a verb: \(text)"] : [])
            return breaches.map { "\(path):\(number): \($0)" }
        }
    }

    /// Returns whether a line of documentation describes a parameter or a result.
    private func isItem(_ range: Range<Int>) -> Bool {
        var start = range.lowerBound + 3
        while start < range.upperBound, bytes.bytes[start] == UInt8(ascii: " ") { start += 1 }
        return start < range.upperBound && bytes.bytes[start] == UInt8(ascii: "-")
    }

    /// Returns the number of slashes at an offset in the text, up to three.
    private func slashCount(at start: Int, before end: Int) -> Int {
        var count = 0
        while count < 3, start + count < end, bytes.bytes[start + count] == UInt8(ascii: "/") {
            count += 1
        }
        return count
    }

    private static func isUpper(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }

    private static func withoutQuotes(_ bytes: [UInt8]) -> Substring {
        var result: [UInt8] = []
        var isQuoted = false
        var last = UInt8(ascii: " ")
        for byte in bytes {
            let isQuote = byte == UInt8(ascii: "'")
            if isQuote, isQuoted || !TextBytes.isName(last) { isQuoted.toggle() }
            if !isQuoted { result.append(byte) }
            last = byte
        }
        return Substring(String(decoding: result, as: UTF8.self))
    }
}
