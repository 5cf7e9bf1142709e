/// Builds the tree of a cue's text.
///
/// Reference: W3C WebVTT, section 6.4 (WebVTT cue text parsing rules).
struct CueTextTree {
    /// The maximum depth of nested spans; deeper tags have no effect on their text.
    ///
    /// Comparing or releasing a deeper tree could overflow the stack.
    static let maximumDepth = 256

    private enum Element: Equatable {
        case `class`, italic, bold, underline, ruby, rubyText, voice, language

        init?(tag: String) {
            switch tag {
            case "c": self = .class
            case "i": self = .italic
            case "b": self = .bold
            case "u": self = .underline
            case "ruby": self = .ruby
            case "rt": self = .rubyText
            case "v": self = .voice
            case "lang": self = .language
            default: return nil
            }
        }
    }

    /// The nodes at the root.
    private(set) var nodes: [CueTextNode] = []

    /// The open elements, the innermost last.
    private var elements: [Element] = []

    /// The spans of `elements`, except for elements nested beyond `maximumDepth`.
    private var spans: [CueTextSpan] = []
    private var languages: [String] = []

    init(_ text: String, language: String?) {
        if let language { languages.append(language) }
        var tokenizer = CueTextTokenizer(text)
        while let token = tokenizer.next() { take(token) }
        while !elements.isEmpty { close() }
    }

    private mutating func take(_ token: CueTextTokenizer.Token) {
        switch token {
        case .text(let text):
            append(.text(text))
        case .startTag(let name, let classes, let annotation):
            guard let element = Element(tag: name),
                element != .rubyText || elements.last == .ruby
            else { return }
            open(element, classes: classes, annotation: annotation ?? "")
        case .endTag(let name):
            let element = Element(tag: name)
            if let element, elements.last == element {
                close()
            } else if element == .ruby, elements.last == .rubyText {
                close()
                close()
            }
        case .timestampTag(let bytes):
            var scanner = ByteScanner(bytes)
            if let time = scanner.collectTimestamp(), scanner.isAtEnd { append(.timestamp(time)) }
        }
    }

    private mutating func append(_ node: CueTextNode) {
        guard !spans.isEmpty else { return nodes.append(node) }
        spans[spans.count - 1].children.append(node)
    }

    private mutating func open(_ element: Element, classes: [String], annotation: String) {
        elements.append(element)
        if element == .language { languages.append(annotation) }
        guard elements.count <= Self.maximumDepth else { return }
        spans.append(
            CueTextSpan(
                Self.kind(of: element, annotation: annotation), classes: classes,
                language: languages.last))
    }

    private mutating func close() {
        if elements.removeLast() == .language { languages.removeLast() }
        guard elements.count < spans.count else { return }
        append(.span(spans.removeLast()))
    }

    private static func kind(of element: Element, annotation: String) -> CueTextSpan.Kind {
        switch element {
        case .class: .class
        case .italic: .italic
        case .bold: .bold
        case .underline: .underline
        case .ruby: .ruby
        case .rubyText: .rubyText
        case .voice: .voice(annotation)
        case .language: .language
        }
    }
}
