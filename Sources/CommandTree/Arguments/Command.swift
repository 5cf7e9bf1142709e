/// A verb of the tool: its description, its options and the action that it performs.
package struct Command<Options: Sendable>: Sendable {
    /// The action that a verb performs.
    package typealias Effect =
        @Sendable (
            Options, OutputStream, OutputStream
        ) async throws(CommandFailure) -> CommandFailure.ExitCode

    /// The description of the verb, for parsing a command line and for the help text.
    package let description: CommandDescription
    private let defaults: Options
    private let operands: Operands<Options>?
    private let options: [BoundOption<Options>]
    private let rules: [OptionRule]
    private let check: @Sendable (MatchedArguments, inout Options) throws(UsageError) -> Void
    private let effect: Effect

    /// Creates a verb.
    ///
    /// - Parameters:
    ///   - name: The verb.
    ///   - summary: The effect of the verb, in one sentence.
    ///   - defaults: The options of the verb before any argument is applied.
    ///   - operands: The arguments that are not options; `nil` for a verb without operands.
    ///   - options: The options, in the order of the help.
    ///   - rules: The rules about options that exclude or require each other.
    ///   - notes: Further paragraphs of the help.
    ///   - examples: Command lines with their effects.
    ///   - check: A closure for checks that `rules` cannot express. It refuses invalid options, and
    ///     may also complete the options.
    ///   - effect: Performs the verb; the outputs are standard output and standard error.
    package init(
        _ name: String, _ summary: String, defaults: Options, operands: Operands<Options>? = nil,
        options: [BoundOption<Options>], rules: [OptionRule] = [], notes: [String] = [],
        examples: [CommandDescription.Example] = [],
        check: @escaping @Sendable (MatchedArguments, inout Options) throws(UsageError) -> Void = {
            _, _ in
        },
        effect: @escaping Effect
    ) {
        description = CommandDescription(
            name: name, summary: summary, operand: operands?.description,
            options: options.map(\.description), rules: rules, notes: notes, examples: examples)
        let names = Set(options.map(\.description.name))
        assert(rules.allSatisfy { names.isSuperset(of: $0.names) }, "\(name): a rule is void")
        self.defaults = defaults
        self.operands = operands
        self.options = options
        self.rules = rules
        self.check = check
        self.effect = effect
    }

    private func options(_ arguments: MatchedArguments) throws(UsageError) -> Options {
        for rule in rules {
            if case .conflict = rule { try rule.check(arguments) }
        }
        var result = defaults
        operands?.set(arguments.operands, &result)
        for option in options { try option.set(arguments, &result) }
        for rule in rules { try rule.check(arguments) }
        try check(arguments, &result)
        return result
    }
}

extension Command: AnyCommand {
    package func invocation(_ arguments: MatchedArguments) throws(UsageError) -> Invocation {
        let options = try options(arguments)
        let effect = effect
        let isVerbose = arguments.flag("verbose") ?? false
        return Invocation(options: options, isVerbose: isVerbose) {
            (output, errors) throws(CommandFailure) in
            try await effect(options, output, errors)
        }
    }
}

/// A verb of the tool, with options of any type.
package protocol AnyCommand: Sendable {
    /// The description of the verb, for parsing a command line and for the help text.
    var description: CommandDescription { get }

    /// Returns the action that the arguments request.
    ///
    /// - Parameter arguments: The arguments, matched with the description.
    /// - Returns: The action to perform.
    /// - Throws: ``UsageError`` when a value is malformed or options contradict each other.
    func invocation(_ arguments: MatchedArguments) throws(UsageError) -> Invocation
}

/// The operands of a verb (its arguments that are not options), and the property that they set.
package struct Operands<Options>: Sendable {
    package let description: OperandDescription
    fileprivate let set: @Sendable ([String], inout Options) -> Void

    /// Returns the description of exactly one operand.
    package static func one(
        _ name: String, _ property: BoundOption<Options>.Property<String>, _ summary: String
    ) -> Operands {
        let description = OperandDescription(name: name, summary: summary, count: 1...1, words: [])
        return Operands(description: description) { $1[keyPath: property] = $0.first ?? "" }
    }

    /// Returns the description of several operands, whose number is within bounds.
    ///
    /// If `words` is not empty, shells offer these words in place of paths.
    package static func some(
        _ name: String, _ property: BoundOption<Options>.Property<[String]>,
        count: ClosedRange<Int>, words: [String] = [], _ summary: String
    ) -> Operands {
        let description = OperandDescription(
            name: name, summary: summary, count: count, words: words)
        return Operands(description: description) { $1[keyPath: property] = $0 }
    }
}
