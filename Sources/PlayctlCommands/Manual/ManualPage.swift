import CommandTree

/// The manual page of the tool, written with the macros of man(7).
struct ManualPage {
    private let group: CommandGroup
    private let places: [CommandWords.Place]

    init(_ group: CommandGroup) {
        self.group = group
        places = CommandWords(group).places
    }

    /// The text of the page.
    var text: String {
        var lines = [
            ".TH PLAYCTL 1 \"\(ToolVersion.date)\" \"playctl \(ToolVersion.number)\" \"HeadlessPlayback\"",
            ".SH NAME", "playctl \\- play HLS without a screen, on a virtual clock",
            ".SH SYNOPSIS", ".B playctl", ".I VERB", "[\\fIOPTION\\fR]... [\\fIARGUMENT\\fR]...",
            ".SH DESCRIPTION", Self.line(group.summary),
        ]
        lines += group.notes.flatMap { [".PP", Self.line($0)] }
        lines.append(".SH VERBS")
        for place in places {
            guard let verb = place.verb else { continue }
            lines += [
                ".SS \(Self.escaped(Self.synopsis(verb, at: place.path)))", Self.line(verb.summary),
            ]
            if let operand = verb.operand {
                lines += [".TP", "\\fI\(operand.name)\\fR", Self.line(operand.summary)]
            }
            for option in place.options {
                lines += [
                    ".TP", "\\fB\(Self.escaped(Self.term(option)))\\fR",
                    Self.line(Self.meaning(option)),
                ]
            }
            lines += verb.notes.flatMap { [".PP", Self.line($0)] }
            for example in verb.examples {
                lines += [
                    ".PP", ".nf", ".RS", Self.line(example.line), ".RE", ".fi",
                    Self.line(example.summary),
                ]
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func synopsis(_ verb: CommandDescription, at path: [String]) -> String {
        let words = (["playctl"] + path).joined(separator: " ")
        return verb.operand.map { "\(words) \($0.name)" } ?? words
    }

    private static func term(_ option: OptionDescription) -> String {
        let spellings = (option.letter.map { ["-\($0)"] } ?? []) + option.spellings
        return spellings.joined(separator: ", ") + option.valueText
    }

    private static func meaning(_ option: OptionDescription) -> String {
        let again = option.isRepeatable ? "; may be given more than once" : ""
        return option.summary + again + (option.standard.map { " (default: \($0))" } ?? "")
    }

    /// Returns a text as an escaped line, which never begins with a control character of roff.
    private static func line(_ text: String) -> String {
        let text = escaped(text)
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    }
}
