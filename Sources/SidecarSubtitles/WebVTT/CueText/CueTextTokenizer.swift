/// Splits the text of a cue into tags and text.
///
/// Reference: W3C WebVTT, section 6.4 (WebVTT cue text tokenizer).
struct CueTextTokenizer {
    enum Token: Equatable {
        case text(String)
        /// A start tag; `annotation` is `nil` when the tag has no annotation.
        case startTag(name: String, classes: [String], annotation: String?)
        case endTag(name: String)
        /// A timestamp tag, represented by its content, which starts with a digit.
        case timestampTag(ArraySlice<UInt8>)
    }

    private var scanner: ByteScanner

    init(_ text: String) {
        scanner = ByteScanner(Array(text.utf8)[...])
    }

    /// Returns the text without its markup.
    static func plainText(of text: String) -> String {
        var tokenizer = CueTextTokenizer(text)
        var plain = ""
        while let token = tokenizer.next() {
            if case .text(let piece) = token { plain += piece }
        }
        return plain
    }

    /// Consumes the next token; returns `nil` at the end of the text.
    mutating func next() -> Token? {
        guard let byte = scanner.current else { return nil }
        guard byte == UInt8(ascii: "<") else {
            return .text(collectText(until: UInt8(ascii: "<"), isAnnotation: false))
        }
        scanner.advance()
        return nextTag()
    }

    /// Consumes the rest of a tag after `<`, and returns the tag.
    private mutating func nextTag() -> Token {
        switch scanner.current {
        case UInt8(ascii: "/"):
            scanner.advance()
            return .endTag(name: collectTag().text)
        case let byte? where byte.isDigit:
            return .timestampTag(collectTag())
        default:
            return nextStartTag()
        }
    }

    private mutating func nextStartTag() -> Token {
        let name = collectWord().text
        var classes: [String] = []
        while scanner.skip(UInt8(ascii: ".")) { classes.append(collectWord().text) }
        // The WebVTT Recommendation keeps empty classes in the token and omits them from the node.
        // This tokenizer omits empty classes from the token, too.
        classes.removeAll { $0.isEmpty }
        var annotation: String?
        if let byte = scanner.current, byte != UInt8(ascii: ">") {
            scanner.advance()
            annotation = collectText(until: UInt8(ascii: ">"), isAnnotation: true).collapsed
        }
        _ = scanner.skip(UInt8(ascii: ">"))
        return .startTag(name: name, classes: classes, annotation: annotation)
    }

    /// Consumes and returns the name of a tag or class.
    private mutating func collectWord() -> ArraySlice<UInt8> {
        scanner.collect { byte in
            byte != UInt8(ascii: ".") && byte != UInt8(ascii: ">") && !byte.isTagSpace
        }
    }

    /// Consumes the rest of a tag with the final `>`, and returns the text before the `>`.
    private mutating func collectTag() -> ArraySlice<UInt8> {
        let content = scanner.collect { $0 != UInt8(ascii: ">") }
        _ = scanner.skip(UInt8(ascii: ">"))
        return content
    }

    /// Consumes text up to a byte, and returns the text with its character references replaced.
    private mutating func collectText(until end: UInt8, isAnnotation: Bool) -> String {
        var text = ""
        while let byte = scanner.current, byte != end {
            if byte == UInt8(ascii: "&") {
                scanner.advance()
                text += CharacterReference.collect(&scanner, inAnnotation: isAnnotation) ?? "&"
            } else {
                text += scanner.collect { $0 != end && $0 != UInt8(ascii: "&") }.text
            }
        }
        return text
    }
}

extension UInt8 {
    /// Whether the byte ends a word in a tag; a carriage return does not end a word.
    fileprivate var isTagSpace: Bool { isWhitespace && self != 0x0D }
}

extension String {
    /// The words of the text, separated by single spaces.
    fileprivate var collapsed: String {
        utf8.split { $0.isWhitespace }.map { String(Substring($0)) }.joined(separator: " ")
    }
}
