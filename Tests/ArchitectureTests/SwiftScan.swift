/// The parts of a Swift file: its code, and its texts, which are the string literals.
///
/// The code excludes comments and the contents of texts, but includes the code of an interpolation.
/// Texts that `+` joins are one text.
struct SwiftScan {
    /// A string literal in code, with a space in place of each interpolation.
    struct Text: Equatable {
        /// The line where the literal begins, counted from 1.
        let line: Int

        /// The bytes between the quotes of the literal.
        fileprivate(set) var bytes: [UInt8]

        /// The bytes of the literal as a string.
        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    private enum Mode {
        /// Code, with the number of open parentheses; at zero, a `)` ends an interpolation.
        case code(parentheses: Int)
        case comment(depth: Int)
        case text(quotes: Int, pounds: Int)
    }

    /// The code, with the same lines as the file.
    private(set) var code: [UInt8] = []

    /// The string literals, in order of their starts.
    private(set) var texts: [Text] = []

    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var mode = Mode.code(parentheses: 0)
    /// The modes that enclose the current mode, outermost first.
    private var outer: [Mode] = []
    /// The indices of the string literals that have not ended yet, outermost first.
    private var open: [Int] = []
    /// The last literal's index, if only `+` and spaces have followed it; otherwise `nil`.
    private var joined: Int?

    /// Scans a file.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        code.reserveCapacity(bytes.count)
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\n") {
                endLine()
                continue
            }
            switch mode {
            case .code(let parentheses): scanCode(byte, parentheses)
            case .comment(let depth): scanComment(byte, depth)
            case .text(let quotes, let pounds): scanText(byte, quotes, pounds)
            }
        }
    }

    private mutating func endLine() {
        code.append(UInt8(ascii: "\n"))
        line += 1
        index += 1
        guard case .text(let quotes, _) = mode else { return }
        if quotes == 1 { close() } else { append(UInt8(ascii: " ")) }
    }

    // MARK: Code and comments

    private mutating func scanCode(_ byte: UInt8, _ parentheses: Int) {
        switch byte {
        case UInt8(ascii: "/") where follows(UInt8(ascii: "/"), at: 1):
            while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
            return
        case UInt8(ascii: "/") where follows(UInt8(ascii: "*"), at: 1):
            enter(.comment(depth: 1))
            index += 2
            return
        case UInt8(ascii: "\""), UInt8(ascii: "#"):
            if beginText() { return }
        case UInt8(ascii: "("): mode = .code(parentheses: parentheses + 1)
        case UInt8(ascii: ")"):
            if parentheses == 0, let text = outer.popLast() {
                mode = text
                joined = nil
                index += 1
                append(UInt8(ascii: " "))
                return
            }
            mode = .code(parentheses: max(0, parentheses - 1))
        default: break
        }
        if byte != UInt8(ascii: " "), byte != UInt8(ascii: "+") { joined = nil }
        code.append(byte)
        index += 1
    }

    private mutating func scanComment(_ byte: UInt8, _ depth: Int) {
        if byte == UInt8(ascii: "*"), follows(UInt8(ascii: "/"), at: 1) {
            if depth == 1 { leave() } else { mode = .comment(depth: depth - 1) }
            index += 2
        } else if byte == UInt8(ascii: "/"), follows(UInt8(ascii: "*"), at: 1) {
            mode = .comment(depth: depth + 1)
            index += 2
        } else {
            index += 1
        }
    }

    // MARK: String literals

    /// Enters the string literal at the current index, and returns whether one begins there.
    private mutating func beginText() -> Bool {
        var place = index
        while place < bytes.count, bytes[place] == UInt8(ascii: "#") { place += 1 }
        let pounds = place - index
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return false }
        let isLong = hasQuotes(3, at: place)
        let quotes = isLong ? 3 : 1
        open.append(joined ?? texts.count)
        if joined == nil { texts.append(Text(line: line, bytes: [])) }
        joined = nil
        code.append(UInt8(ascii: "\""))
        index = place + quotes
        enter(.text(quotes: quotes, pounds: pounds))
        return true
    }

    private mutating func scanText(_ byte: UInt8, _ quotes: Int, _ pounds: Int) {
        if byte == UInt8(ascii: "\\"), hasPounds(pounds, at: index + 1) {
            index += 1 + pounds
            guard index < bytes.count else { return }
            if bytes[index] == UInt8(ascii: "(") { enter(.code(parentheses: 0)) }
            append(UInt8(ascii: " "))
            if bytes[index] != UInt8(ascii: "\n") { index += 1 }
        } else if byte == UInt8(ascii: "\""), hasQuotes(quotes, at: index),
            hasPounds(pounds, at: index + quotes)
        {
            index += quotes + pounds
            close()
        } else {
            append(byte)
            index += 1
        }
    }

    private mutating func close() {
        code.append(UInt8(ascii: "\""))
        joined = open.removeLast()
        leave()
    }

    private mutating func append(_ byte: UInt8) {
        if let text = open.last { texts[text].bytes.append(byte) }
    }

    // MARK: Modes and lookahead

    private mutating func enter(_ inner: Mode) {
        outer.append(mode)
        mode = inner
    }

    private mutating func leave() { mode = outer.popLast() ?? .code(parentheses: 0) }

    private func follows(_ byte: UInt8, at distance: Int) -> Bool {
        index + distance < bytes.count && bytes[index + distance] == byte
    }

    private func hasQuotes(_ count: Int, at place: Int) -> Bool {
        hasRun(of: UInt8(ascii: "\""), count, at: place)
    }

    private func hasPounds(_ count: Int, at place: Int) -> Bool {
        hasRun(of: UInt8(ascii: "#"), count, at: place)
    }

    private func hasRun(of byte: UInt8, _ count: Int, at place: Int) -> Bool {
        guard place + count <= bytes.count else { return false }
        var offset = 0
        while offset < count {
            if bytes[place + offset] != byte { return false }
            offset += 1
        }
        return true
    }
}
