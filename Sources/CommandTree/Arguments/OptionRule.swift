/// A rule about which options of a verb may be combined.
package enum OptionRule: Equatable, Sendable {
    /// Two options exclude each other.
    case conflict(String, String)
    /// An option requires at least one of several other options.
    case needs(String, [String])

    /// Returns the rules that forbid combining an option with any of several other options.
    package static func conflicts(_ option: String, _ others: [String]) -> [OptionRule] {
        others.map { .conflict(option, $0) }
    }

    /// The names of the options that the rule is about.
    package var names: [String] {
        switch self {
        case .conflict(let one, let other): [one, other]
        case .needs(let option, let others): [option] + others
        }
    }

    /// Throws an error when the arguments break the rule.
    package func check(_ arguments: MatchedArguments) throws(UsageError) {
        switch self {
        case .conflict(let one, let other):
            if arguments.has(one), arguments.has(other) {
                throw .conflict("--\(one)", "--\(other)")
            }
        case .needs(let option, let others):
            guard arguments.has(option), !others.contains(where: arguments.has) else { return }
            let names = others.map { "'--\($0)'" }.joined(separator: " or ")
            throw .idle("--\(option)", without: names)
        }
    }
}
