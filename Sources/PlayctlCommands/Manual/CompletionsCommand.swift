import CommandTree

/// `playctl completions`: prints a script that completes command lines in a shell.
enum CompletionsCommand {
    /// The options of the verb.
    package struct Options: Equatable, Sendable {
        /// The operands; parsing has ensured that there is exactly one, the name of a shell.
        package var shells: [String] = []
    }

    static let verb: Command<Options> = Command(
        "completions", "Prints the completions of command lines for bash, zsh or fish.",
        defaults: Options(),
        operands: .some(
            "SHELL", \.shells, count: 1...1, words: CompletionShell.allCases.map(\.rawValue),
            "bash, zsh or fish"),
        options: [],
        notes: ["'make install' installs them for all three shells."],
        examples: [
            ("source <(playctl completions bash)", "complete command lines in this bash"),
            (
                "playctl completions fish > ~/.config/fish/completions/playctl.fish",
                "complete command lines in every fish"
            ),
        ],
        check: { (_, options) throws(UsageError) in
            guard let name = options.shells.first, CompletionShell(rawValue: name) == nil else {
                return
            }
            throw .invalidOperand(name, "one of bash, zsh, fish")
        }
    ) { options, output, _ in
        let shell = options.shells.first.flatMap(CompletionShell.init) ?? .bash
        output.write(ownText: CompletionScript(shell, of: .playctl).text)
        return .success
    }
}
