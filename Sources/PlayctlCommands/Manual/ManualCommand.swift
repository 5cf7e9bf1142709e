import CommandTree

/// `playctl manual`: prints the manual page of the tool.
enum ManualCommand {
    /// The options of `playctl manual`, which has none.
    struct Options: Sendable {}

    static let verb: Command<Options> = Command(
        "manual", "Prints the manual page of the tool, for man.", defaults: Options(), options: [],
        notes: ["'make install' installs it."],
        examples: [("playctl manual | man -l -", "read the manual page")]
    ) { _, output, _ in
        output.write(ownText: ManualPage(.playctl).text)
        return .success
    }
}
