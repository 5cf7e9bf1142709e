package import CommandTree

extension CommandGroup {
    /// The command group of a smaller build of the tool, which has only the verb `play`.
    package static let firstLook = CommandGroup(
        name: "playctl", summary: "Plays HLS without a screen, on a virtual clock.",
        members: [.verb(PlayCommand.verb)],
        notes: ["This build has only 'play'. 'make release' builds the whole tool."])
}
