/// The help of the tool and of its verbs, made from their descriptions.
struct HelpText {
    private static let width = 80
    private static let column = 28

    private var lines: [String] = []

    /// Creates the help of the tool or of a group of verbs.
    init(tool: String, summary: String, verbs: [CommandNode], notes: [String]) {
        lines = ["usage: \(tool) VERB [OPTION]... [ARGUMENT]...", ""]
        lines += Self.wrap(summary, width: Self.width)
        lines += ["", "verbs:"]
        for verb in verbs { addRow(verb.name, verb.summary) }
        lines += ["", "'\(tool) VERB --help' describes a verb."]
        add(notes)
    }

    /// Creates the help of a verb.
    init(tool: String, verb: CommandDescription) {
        let operand = verb.operand.map { operand in
            let name =
                operand.count.upperBound > max(1, operand.count.lowerBound)
                ? "\(operand.name)..." : operand.name
            return operand.count.lowerBound == 0 ? " [\(name)]" : " \(name)"
        }
        lines = ["usage: \(tool) \(verb.name) [OPTION]...\(operand ?? "")", ""]
        lines += Self.wrap(verb.summary, width: Self.width)
        if let operand = verb.operand {
            lines.append("")
            addRow(operand.name, operand.summary)
        }
        lines += ["", "options:"]
        for option in verb.options + [.help] { addRow(Self.spelling(option), Self.summary(option)) }
        add(verb.notes)
        if !verb.examples.isEmpty { lines += ["", "examples:"] }
        for example in verb.examples {
            lines.append("  " + example.line)
            lines += Self.wrap(example.summary, width: Self.width - 6).map { "      " + $0 }
        }
    }

    /// The help text, including the line break at its end.
    var text: String {
        lines.map { $0 + "\n" }.joined()
    }

    private static func spelling(_ option: OptionDescription) -> String {
        let letter = option.letter.map { "-\($0), " } ?? ""
        let name = option.isNegatable ? "--[no-]\(option.name)" : "--\(option.name)"
        return letter + name + option.valueText
    }

    private static func summary(_ option: OptionDescription) -> String {
        let again = option.isRepeatable ? "; may be given more than once" : ""
        let standard = option.standard.map { " (default: \($0))" } ?? ""
        return option.summary + again + standard
    }

    private mutating func add(_ paragraphs: [String]) {
        for paragraph in paragraphs { lines += [""] + Self.wrap(paragraph, width: Self.width) }
    }

    /// Adds a row: a term, and its meaning next to it or, if the term is long, below it.
    private mutating func addRow(_ term: String, _ meaning: String) {
        let indent = String(repeating: " ", count: Self.column)
        var meaning = Self.wrap(meaning, width: Self.width - Self.column).map { indent + $0 }[...]
        let start = "  " + term
        if start.count + 2 <= Self.column, let first = meaning.popFirst() {
            lines.append(start + first.dropFirst(start.count))
        } else {
            lines.append(start)
        }
        lines += meaning
    }

    private static func wrap(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
