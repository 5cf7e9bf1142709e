package import CommandTree

extension CommandGroup {
    /// The tool of the first look, which has no other verb than `play`.
    package static let firstLook = CommandGroup(
        name: "playctl", summary: "Plays HLS without a screen, on a virtual clock.",
        members: [.verb(PlayCommand.verb)],
        notes: ["This build has only 'play'. 'make release' builds the whole tool."])
}
