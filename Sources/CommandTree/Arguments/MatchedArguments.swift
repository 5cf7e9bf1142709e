import Transport

/// The arguments of a verb, assigned to its options and operands but not yet converted.
package struct MatchedArguments {
    /// The operands, in order.
    package var operands: [String] = []
    private var values: [String: [String]] = [:]
    private var flags: [String: Bool] = [:]

    /// Adds an option; if an option without a value is repeated, its last occurrence applies.
    package mutating func add(
        _ option: OptionDescription, isNegated: Bool, value: String?
    ) throws(UsageError) {
        guard let value else {
            flags[option.name] = !isNegated
            return
        }
        if values[option.name] != nil, !option.isRepeatable {
            throw .repeated(option: "--\(option.name)")
        }
        values[option.name, default: []].append(value)
    }

    /// Returns whether a flag was given (`true`) or negated (`false`); `nil` when it is absent.
    package func flag(_ name: String) -> Bool? {
        flags[name]
    }

    /// Returns whether an option was given, with or without a value.
    package func has(_ name: String) -> Bool {
        flags[name] != nil || values[name] != nil
    }

    /// Returns the values of an option, in order; empty when the option was not given.
    package func all<Value>(
        _ name: String, as converter: ArgumentConverter<Value>
    ) throws(UsageError) -> [Value] {
        var converted: [Value] = []
        for text in values[name] ?? [] {
            guard let value = converter.convert(text) else {
                throw .invalidValue(
                    converter.isSecret ? "…" : text, option: "--\(name)",
                    expected: converter.expectation)
            }
            converted.append(value)
        }
        return converted
    }

    /// Returns whether an operand has one of the given file extensions.
    package func hasOperand(endingIn endings: String...) -> Bool {
        operands.contains { operand in
            let path = LocalPath.withoutQuery(operand).lowercased()
            return endings.contains { path.hasSuffix($0) }
        }
    }
}
