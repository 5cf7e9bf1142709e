import Formats
import HeadlessPlayback

// The tool reads its arguments in phases. It splits the arguments into options and other words,
// matches both with the description of a verb, converts the matched arguments into values, and runs
// the verb. Each phase returns a value or throws a `UsageError`, and no phase prints.

/// Reads the arguments of one verb.
struct ArgumentReader {
    private let command: CommandDescription

    init(_ command: CommandDescription) {
        self.command = command
    }

    /// Splits arguments into options and operands, and matches them with the verb's description.
    ///
    /// - Parameter arguments: The arguments after the verb.
    /// - Returns: The operands, and the values by option.
    /// - Throws: ``UsageError`` for unknown arguments.
    func read(_ arguments: some Sequence<String>) throws(UsageError) -> MatchedArguments {
        var words = ArgumentWords(arguments)
        var matched = MatchedArguments()
        while let word = words.next() {
            switch word {
            case .operand(let text): matched.operands.append(text)
            case .option(let typed, let inlineValue):
                let (option, isNegated) = try option(typed)
                try matched.add(
                    option, isNegated: isNegated,
                    value: try value(of: option, typed: typed, inline: inlineValue, &words))
            }
        }
        if matched.flag(OptionDescription.help.name) == nil { try check(matched.operands) }
        return matched
    }

    private func option(_ typed: String) throws(UsageError) -> (OptionDescription, isNegated: Bool)
    {
        let known = command.options + [.help]
        for option in known {
            if typed == "--\(option.name)" { return (option, false) }
            if let letter = option.letter, typed == "-\(letter)" { return (option, false) }
            if option.isNegatable, typed == "--no-\(option.name)" { return (option, true) }
        }
        throw .unknownOption(typed, nearest: nearestWord(to: typed, in: known.flatMap(\.spellings)))
    }

    private func value(
        of option: OptionDescription, typed: String, inline: String?, _ words: inout ArgumentWords
    ) throws(UsageError) -> String? {
        guard let name = option.value else {
            if inline != nil { throw .unwantedValue(option: typed) }
            return nil
        }
        guard let value = inline ?? words.nextValue() else {
            if option.isValueOptional { return nil }
            throw .missingValue(option: typed, value: name)
        }
        return value
    }

    private func check(_ operands: [String]) throws(UsageError) {
        let count = command.operand?.count ?? 0...0
        if operands.count > count.upperBound {
            throw .unwantedOperand(operands[count.upperBound])
        }
        if operands.count < count.lowerBound {
            throw .missingOperand(command.operand?.missingNames(after: operands.count) ?? "")
        }
    }
}

/// The words of a command line: options, which may contain a value after `=`, and operands.
private struct ArgumentWords {
    enum Word {
        case option(String, value: String?)
        case operand(String)
    }

    private var rest: ArraySlice<String>
    private var optionsHaveEnded = false

    init(_ arguments: some Sequence<String>) {
        rest = Array(arguments)[...]
    }

    /// Returns the next word; after `--`, every word is an operand.
    mutating func next() -> Word? {
        guard let text = rest.popFirst() else { return nil }
        if optionsHaveEnded || !Self.looksLikeOption(text) { return .operand(text) }
        if text == "--" {
            optionsHaveEnded = true
            return next()
        }
        guard text.hasPrefix("--"), let equals = text.firstIndex(of: "=") else {
            return .option(text, value: nil)
        }
        return .option(String(text[..<equals]), value: String(text[text.index(after: equals)...]))
    }

    /// Returns the next argument as the preceding option's value; `nil` if it starts with `--`.
    mutating func nextValue() -> String? {
        guard let text = rest.first, !text.hasPrefix("--") else { return nil }
        return rest.popFirst()
    }

    /// Returns whether an argument looks like an option; a single hyphen does not.
    private static func looksLikeOption(_ text: String) -> Bool {
        text.hasPrefix("-") && text != "-"
    }
}
