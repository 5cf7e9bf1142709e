import Formats
import HeadlessPlayback

/// An incorrect use of the tool.
package enum UsageError: Error, Equatable {
    /// No verb was given.
    case noVerb(verbs: [String])
    /// The verb does not exist; `nearest` is the most similar verb, `nil` when none is similar.
    case unknownVerb(String, nearest: String?, verbs: [String])
    /// The option does not exist; `nearest` is the most similar option, `nil` when none is similar.
    case unknownOption(String, nearest: String?)
    /// An option was given without its value.
    case missingValue(option: String, value: String)
    /// A value was given to an option that takes none.
    case unwantedValue(option: String)
    /// An option that may be given only once was repeated.
    case repeated(option: String)
    /// An option gives two values for one subject, such as two keys for one key identifier.
    case contradiction(option: String, subject: String)
    /// A value is not valid for its option.
    case invalidValue(String, option: String, expected: String)
    /// An option that the verb needs was not given.
    case missingOption(String, value: String)
    /// A required operand of the verb is missing.
    case missingOperand(String)
    /// The verb does not accept the operand.
    case invalidOperand(String, String)
    /// The verb was given too many operands.
    case unwantedOperand(String)
    /// Two options exclude each other.
    case conflict(String, String)
    /// An option has no effect because another option or an operand is missing.
    case idle(String, without: String)
    /// Two options name the same file.
    case sameFile(String, String)
    /// Standard input is named more than once.
    case inputTwice
}

extension UsageError: CustomStringConvertible {
    /// The cause of the error, on one line.
    package var description: String {
        switch self {
        case .noVerb(let verbs): "name a verb: \(Self.list(verbs, last: "or"))"
        case .unknownVerb(let word, let nearest?, _):
            "unknown verb '\(Self.quoted(word))'; did you mean '\(nearest)'?"
        case .unknownVerb(let word, nil, let verbs) where verbs.count == 1:
            "unknown verb '\(Self.quoted(word))'; the only verb is \(verbs[0])"
        case .unknownVerb(let word, nil, let verbs):
            "unknown verb '\(Self.quoted(word))'; the verbs are \(Self.list(verbs, last: "and"))"
        case .unknownOption(let option, let nearest?):
            "unknown option '\(Self.quoted(option))'; did you mean '\(nearest)'?"
        case .unknownOption(let option, nil): "unknown option '\(Self.quoted(option))'"
        case .missingValue(let option, let value): "'\(option)' needs a value: \(option) \(value)"
        case .unwantedValue(let option): "'\(option)' takes no value"
        case .repeated(let option): "'\(option)' is given more than once"
        case .contradiction(let option, let subject):
            "'\(option)' gives two values for '\(Self.quoted(subject))'"
        case .invalidValue(let value, let option, let expected):
            "'\(option)' cannot be '\(Self.quoted(value))': expected \(expected)"
        case .missingOption(let option, let value): "\(option) \(value) is missing"
        case .missingOperand(let name): "\(name) is missing"
        case .invalidOperand(let word, let expected):
            "'\(Self.quoted(word))' is not \(expected)"
        case .unwantedOperand(let word): "'\(Self.quoted(word))' is one argument too many"
        case .conflict(let one, let other): "'\(one)' and '\(other)' exclude each other"
        case .idle(let option, let need): "'\(option)' has no effect without \(need)"
        case .sameFile(let one, let other): "'\(one)' and '\(other)' name the same file"
        case .inputTwice: "'-' is given twice, and standard input can be read only once"
        }
    }

    private static func list(_ words: [String], last conjunction: String) -> String {
        guard words.count > 1, let last = words.last else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }

    /// Returns a user's argument, quoted for messages.
    ///
    /// The argument is truncated only if it is very long.
    private static func quoted(_ argument: String) -> String {
        SafeText.quoted(argument, limit: 400)
    }
}
