/// A parsed command line: its options and the requested action.
package struct Invocation: Sendable {
    /// The options of the verb; `nil` when only a text, such as the help, is requested.
    package let options: (any Sendable)?
    /// The requested text, such as a help text; `nil` for a verb.
    package let text: String?
    /// Whether informational messages, such as requests, are logged in addition to failures.
    package let isVerbose: Bool
    private let effect:
        @Sendable (OutputStream, OutputStream) async throws(CommandFailure)
            -> CommandFailure.ExitCode

    /// Creates an invocation that prints a text, such as the help.
    package init(text: String) {
        self.text = text
        options = nil
        isVerbose = false
        effect = { output, _ in
            output.write(ownText: text)
            return .success
        }
    }

    /// Creates the invocation of a verb.
    ///
    /// - Parameters:
    ///   - options: The options of the verb.
    ///   - isVerbose: Whether informational messages, such as requests, are logged in addition to
    ///     failures.
    ///   - effect: A closure that performs the verb.
    package init(
        options: any Sendable, isVerbose: Bool,
        _ effect:
            @escaping @Sendable (
                OutputStream, OutputStream
            ) async throws(CommandFailure) -> CommandFailure.ExitCode
    ) {
        self.options = options
        self.isVerbose = isVerbose
        self.effect = effect
        text = nil
    }

    /// Reads a command line.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the name of the tool.
    ///   - tool: The group of all verbs of the tool.
    ///   - version: The version of the tool.
    /// - Throws: ``CommandFailure`` with the code for wrong usage.
    package init(
        _ arguments: [String], of tool: CommandGroup,
        version: ToolVersion = ToolVersion(commit: "")
    ) throws(CommandFailure) {
        if arguments.first == "--version" {
            self.init(text: version.text)
            return
        }
        self = try tool.invocation(arguments[...], path: tool.name)
    }

    /// Performs the requested action.
    ///
    /// - Parameters:
    ///   - output: Standard output.
    ///   - errors: Standard error.
    /// - Returns: The code to exit with.
    /// - Throws: ``CommandFailure`` when the action cannot begin.
    package func run(
        _ output: OutputStream, _ errors: OutputStream
    ) async throws(CommandFailure) -> CommandFailure.ExitCode {
        try await effect(output, errors)
    }
}
