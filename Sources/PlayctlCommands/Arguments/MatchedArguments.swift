/// The arguments of a verb, matched with its description and not yet converted.
struct MatchedArguments {
    /// The operands, in order.
    var operands: [String] = []
    private var values: [String: [String]] = [:]
    private var flags: [String: Bool] = [:]

    /// Takes an option in; of a flag that is given twice the last counts.
    mutating func add(
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

    /// Whether an option without a value was given or negated; `nil` when it was not mentioned.
    func flag(_ option: OptionDescription) -> Bool? {
        flags[option.name]
    }

    /// Whether an option was given at all.
    func has(_ option: OptionDescription) -> Bool {
        flags[option.name] != nil || values[option.name] != nil
    }

    /// The value of an option; `nil` when it was not given.
    func value<Value>(
        _ option: OptionDescription, as converter: ArgumentConverter<Value>
    ) throws(UsageError) -> Value? {
        try all(option, as: converter).last
    }

    /// The values of an option that may be given more than once, in order.
    func all<Value>(
        _ option: OptionDescription, as converter: ArgumentConverter<Value>
    ) throws(UsageError) -> [Value] {
        var converted: [Value] = []
        for text in values[option.name] ?? [] {
            guard let value = converter.convert(text) else {
                throw .invalidValue(
                    converter.isSecret ? "…" : text, option: "--\(option.name)",
                    expected: converter.expectation)
            }
            converted.append(value)
        }
        return converted
    }

    /// Throws for an option that has no effect without one of the others.
    func require(
        _ needs: [OptionDescription], for option: OptionDescription
    ) throws(UsageError) {
        guard has(option), !needs.contains(where: has) else { return }
        let names = needs.map { "'--\($0.name)'" }.joined(separator: " or ")
        throw .idle("--\(option.name)", without: names)
    }

    /// Whether one of the operands is a file with an ending.
    func hasOperand(endingIn endings: String...) -> Bool {
        operands.contains { operand in
            let path = operand.prefix { $0 != "?" && $0 != "#" }.lowercased()
            return endings.contains { path.hasSuffix($0) }
        }
    }

    /// Refuses two options beside each other.
    func exclude(_ one: OptionDescription, _ other: OptionDescription) throws(UsageError) {
        if has(one), has(other) { throw .conflict("--\(one.name)", "--\(other.name)") }
    }
}
