/// An option of a verb, with the code that stores its value in the verb's options.
package struct BoundOption<Options>: Sendable {
    /// A writable property of the type `Options`.
    package typealias Property<Value> = any WritableKeyPath<Options, Value> & Sendable

    /// The description of the option, for parsing a command line and for the help text.
    package let description: OptionDescription
    /// Whether the verb fails without the option.
    private(set) var isRequired = false
    private let assign: @Sendable (MatchedArguments, inout Options) throws(UsageError) -> Void

    private init(
        _ description: OptionDescription,
        _ assign: @escaping @Sendable (MatchedArguments, inout Options) throws(UsageError) -> Void
    ) {
        self.description = description
        self.assign = assign
    }

    /// Converts the values of the option and sets its property.
    ///
    /// If the option is not given, the property does not change.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of the verb.
    ///   - options: The options to change.
    /// - Throws: ``UsageError`` when a value is malformed, or when the option is required but
    ///   missing.
    package func set(_ arguments: MatchedArguments, _ options: inout Options) throws(UsageError) {
        if isRequired, !arguments.has(description.name) {
            throw .missingOption("--\(description.name)", value: description.value ?? "")
        }
        try assign(arguments, &options)
    }

    /// Returns this option for the type `Outer`, which has a property of the type `Options`.
    package func lifted<Outer>(
        to property: BoundOption<Outer>.Property<Options>
    ) -> BoundOption<Outer> {
        let assign = assign
        var outer = BoundOption<Outer>(description) {
            (arguments, options) throws(UsageError) in
            try assign(arguments, &options[keyPath: property])
        }
        outer.isRequired = isRequired
        return outer
    }

    /// The same option, but required: the verb fails without it.
    package var required: BoundOption {
        var copy = self
        copy.isRequired = true
        return copy
    }
}

// MARK: Options without a value

extension BoundOption {
    /// Returns an option without a value, which sets a Boolean property.
    package static func flag(
        _ name: String, letter: Character? = nil, _ property: Property<Bool>,
        isNegatable: Bool = false, _ summary: String
    ) -> BoundOption {
        let description = OptionDescription(
            flag: name, letter: letter, isNegatable: isNegatable, summary)
        return BoundOption(description) { (arguments, options) throws(UsageError) in
            if let value = arguments.flag(name) { options[keyPath: property] = value }
        }
    }

    /// Returns an option without a value; a closure changes the verb's options.
    package static func flag(
        _ name: String, _ summary: String, change: @escaping @Sendable (inout Options) -> Void
    ) -> BoundOption {
        BoundOption(OptionDescription(flag: name, summary)) {
            (arguments, options) throws(UsageError) in
            if arguments.has(name) { change(&options) }
        }
    }
}

// MARK: Options with a value

extension BoundOption {
    /// Returns an option whose value replaces the default value of a property.
    package static func value<Value>(
        _ name: String, letter: Character? = nil, _ property: Property<Value>,
        as converter: ArgumentConverter<Value>, named placeholder: String,
        standard: String? = nil, _ summary: String
    ) -> BoundOption {
        last(name, letter, converter, placeholder, standard, summary) {
            $0[keyPath: property] = $1
        }
    }

    /// Returns an option whose value is stored in a property, which is otherwise `nil`.
    package static func value<Value>(
        _ name: String, letter: Character? = nil, _ property: Property<Value?>,
        as converter: ArgumentConverter<Value>, named placeholder: String,
        standard: String? = nil, _ summary: String
    ) -> BoundOption {
        last(name, letter, converter, placeholder, standard, summary) {
            $0[keyPath: property] = $1
        }
    }

    /// Returns an option with a value; giving the option more than once is wrong usage.
    private static func last<Value>(
        _ name: String, _ letter: Character?, _ converter: ArgumentConverter<Value>,
        _ placeholder: String, _ standard: String?, _ summary: String,
        change: @escaping @Sendable (inout Options, Value) -> Void
    ) -> BoundOption {
        let description = OptionDescription(
            name, letter: letter, value: placeholder, standard: standard,
            words: converter.words, completesFiles: converter.isPath, summary)
        return BoundOption(description) { (arguments, options) throws(UsageError) in
            if let value = try arguments.all(name, as: converter).last { change(&options, value) }
        }
    }

    /// Returns an option that may be given more than once, each time with a value.
    package static func values<Value>(
        _ name: String, letter: Character? = nil, _ property: Property<[Value]>,
        as converter: ArgumentConverter<Value>, named placeholder: String, _ summary: String
    ) -> BoundOption {
        values(name, letter: letter, as: converter, named: placeholder, summary) {
            $0[keyPath: property] = $1
        }
    }

    /// Returns an option that may be given several times, each time with or without a value.
    ///
    /// Without a value, it sets the Boolean property `flag`.
    package static func values<Value>(
        _ name: String, _ property: Property<[Value]>, orAlone flag: Property<Bool>,
        as converter: ArgumentConverter<Value>, named placeholder: String, _ summary: String
    ) -> BoundOption {
        let description = OptionDescription(
            name, value: placeholder, isValueOptional: true, isRepeatable: true,
            words: converter.words, completesFiles: converter.isPath, summary)
        return BoundOption(description) { (arguments, options) throws(UsageError) in
            if arguments.flag(name) != nil { options[keyPath: flag] = true }
            options[keyPath: property] += try arguments.all(name, as: converter)
        }
    }

    /// Returns an option that takes a value and may be given several times.
    ///
    /// A closure receives all values together.
    package static func values<Value>(
        _ name: String, letter: Character? = nil, as converter: ArgumentConverter<Value>,
        named placeholder: String, _ summary: String,
        change: @escaping @Sendable (inout Options, [Value]) throws(UsageError) -> Void
    ) -> BoundOption {
        let description = OptionDescription(
            name, letter: letter, value: placeholder, isRepeatable: true,
            words: converter.words, completesFiles: converter.isPath, summary)
        return BoundOption(description) { (arguments, options) throws(UsageError) in
            let values = try arguments.all(name, as: converter)
            if !values.isEmpty { try change(&options, values) }
        }
    }
}
