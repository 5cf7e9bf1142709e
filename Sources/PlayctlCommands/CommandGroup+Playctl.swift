package import CommandTree
import PlaybackCommands

extension CommandGroup {
    /// The command group of the tool `playctl`, which contains all verbs.
    package static let playctl: CommandGroup = CommandGroup(
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
