/// A parsed command line: its options and the requested action.
package struct Invocation: Sendable {
    /// The options of the verb; `nil` when only a text, such as the help, is requested.
    package let options: (any Sendable)?
    /// The requested text, such as a help text; `nil` for a verb.
    package let text: String?
    /// Whether informational messages, such as requests, are logged in addition to failures.
    let isVerbose: Bool
    private let effect:
        @Sendable (OutputStream, OutputStream) async throws(CommandFailure)
            -> CommandFailure.ExitCode

    /// Creates an invocation that prints a text, such as the help.
    init(text: String) {
        self.text = text
        options = nil
        isVerbose = false
        effect = { output, _ in
            output.write(text)
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
    init(
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
    ///   - version: The version of the tool.
    /// - Throws: ``CommandFailure`` with the code for wrong usage.
    package init(
        _ arguments: [String], version: ToolVersion = ToolVersion(commit: "")
    ) throws(CommandFailure) {
        if arguments.first == "--version" {
            self.init(text: version.text)
            return
        }
        self = try CommandGroup.playctl.invocation(arguments[...], path: "playctl")
    }

    /// Performs the requested action.
    ///
    /// - Parameters:
    ///   - output: Standard output.
    ///   - errors: Standard error.
    /// - Returns: The code to exit with.
    /// - Throws: ``CommandFailure`` when the action cannot begin.
    func run(
        _ output: OutputStream, _ errors: OutputStream
    ) async throws(CommandFailure) -> CommandFailure.ExitCode {
        try await effect(output, errors)
    }
}

extension CommandGroup {
    /// The group of all verbs, which is the whole tool.
    static let playctl: CommandGroup = CommandGroup(
        name: "playctl", summary: "Plays HLS without a screen, on a virtual clock.",
        members: [
            .verb(PlayCommand.verb), .verb(RunCommand.verb), .verb(VerifyCommand.verb),
            .verb(LintCommand.verb), .verb(CompareCommand.verb), .verb(CuesCommand.verb),
            .verb(SweepCommand.verb),
            .verb(PlayersCommand.verb), .verb(WatchCommand.verb),
            .group(ReportCommand.group),
            .group(OfflineVerbs.group), .verb(ProbeCommand.verb), .verb(RewriteCommand.verb),
            .verb(ServeCommand.verb), .verb(KeyServerCommand.verb), .verb(CatalogueCommand.verb),
            .verb(SchemaCommand.verb), .verb(CompletionsCommand.verb),
            .verb(ManualCommand.verb),
        ],
        notes: [
            "Exit codes: "
                + CommandFailure.ExitCode.allCases.map { "\($0.rawValue) \($0.meaning)" }
                .joined(separator: ", ") + ".",
            "'playctl --version' prints the versions of the tool and of FFmpeg.",
        ])
}
