/// The description of a verb: its name, its arguments and its effect.
///
/// Both the parser and the help use only this description.
package struct CommandDescription: Sendable {
    /// An example command line, with its effect.
    package typealias Example = (line: String, summary: String)

    /// The verb.
    package let name: String
    /// The effect of the verb, in one sentence.
    package let summary: String
    /// The operands; `nil` for a verb without any.
    package var operand: OperandDescription?
    /// The options, in the order of the help.
    package let options: [OptionDescription]
    /// The rules about options that exclude or require each other.
    package var rules: [OptionRule] = []
    /// Further paragraphs of the help.
    package var notes: [String] = []
    /// Example command lines, with their effects.
    package var examples: [Example] = []
}

/// The operands of a verb.
package struct OperandDescription: Sendable {
    /// The name of the operands in the help, in capitals.
    package let name: String
    /// The meaning of the operands, for the help.
    package let summary: String
    /// The permitted number of operands.
    package let count: ClosedRange<Int>
    /// The valid operands, if only certain words are valid; empty otherwise.
    package let words: [String]

    /// Returns the names of the operands that are missing after the first operands.
    ///
    /// - Parameter given: The number of operands that were given.
    /// - Returns: The names, with spaces between them.
    func missingNames(after given: Int) -> String {
        name.split(separator: " ").dropFirst(given).joined(separator: " ")
    }
}

/// An option of a verb.
package struct OptionDescription: Equatable, Sendable {
    /// The name without hyphens.
    package let name: String
    /// The single-letter alternative; `nil` without one.
    package let letter: Character?
    /// The placeholder of the value in the help, in capitals; `nil` for an option without a value.
    package let value: String?
    /// Whether the value may be omitted.
    package let isValueOptional: Bool
    /// The effect of the option.
    package let summary: String
    /// The default value, for the help; `nil` without one.
    package let standard: String?
    /// Whether `--no-` before the option's name turns the option off.
    package let isNegatable: Bool
    /// Whether the option may be given more than once.
    package let isRepeatable: Bool
    /// The valid values, if only certain values are valid; empty otherwise.
    package let words: [String]
    /// Whether the option's values are paths, so that shells complete them as paths.
    package let completesFiles: Bool

    /// Creates an option without a value.
    package init(
        flag name: String, letter: Character? = nil, isNegatable: Bool = false, _ summary: String
    ) {
        self.name = name
        self.letter = letter
        value = nil
        isValueOptional = false
        self.summary = summary
        standard = nil
        self.isNegatable = isNegatable
        isRepeatable = false
        words = []
        completesFiles = false
    }

    /// Creates an option with a value.
    package init(
        _ name: String, letter: Character? = nil, value: String, standard: String? = nil,
        isValueOptional: Bool = false, isRepeatable: Bool = false, words: [String] = [],
        completesFiles: Bool = false, _ summary: String
    ) {
        self.name = name
        self.letter = letter
        self.value = value
        self.isValueOptional = isValueOptional
        self.summary = summary
        self.standard = standard
        isNegatable = false
        self.isRepeatable = isRepeatable
        self.words = words
        self.completesFiles = completesFiles
    }

    /// The option `--help`, which every verb has.
    package static let help = OptionDescription(flag: "help", letter: "h", "print this help")

    /// The option `--version` of the tool itself.
    package static let version = OptionDescription(
        flag: "version", "print the versions of the tool and of FFmpeg")

    /// The spellings of the option that begin with `--`, without values.
    package var spellings: [String] {
        isNegatable ? ["--\(name)", "--no-\(name)"] : ["--\(name)"]
    }

    /// The placeholder of the value, as the help shows it after the option; empty without a value.
    package var valueText: String {
        guard let value else { return "" }
        return isValueOptional ? " [\(value)]" : " \(value)"
    }
}
