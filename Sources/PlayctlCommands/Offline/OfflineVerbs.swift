import CommandTree
import HeadlessPlayback

/// The verbs of `playctl offline`, for the tree of commands.
enum OfflineVerbs {
    static let group = CommandGroup(
        name: "offline",
        summary: "Downloads HLS assets into a store, manages them and plays them offline.",
        members: [
            .verb(OfflineDownloading.verb), .verb(OfflineListing.verb),
            .verb(OfflineShowing.verb), .verb(OfflinePausing.verb), .verb(OfflineResuming.verb),
            .verb(OfflineCancelling.verb), .verb(OfflineDeleting.verb),
            .verb(OfflinePlaying.verb), .verb(OfflineEstimating.verb),
            .verb(OfflineListingLicences.verb), .verb(OfflineVerifying.verb),
            .verb(OfflineRepairing.verb), .verb(OfflineRenewing.verb),
            .verb(OfflineExporting.verb),
        ],
        notes: [
            "A store is a folder with a catalogue and a package for each download, which is HLS"
                + " that any player plays. One process at a time downloads into it; 'pause',"
                + " 'resume', 'cancel' and 'delete' command that process, and 'list', 'status',"
                + " 'licenses', 'verify' and 'export' work at the same time.",
            "The beginning of a token is enough where only one download has it.", exitCodes,
        ])

    static let exitCodes =
        "The exit code is 0 when everything was done, 1 when something failed or is missing, 2 for"
        + " wrong usage, 3 for an internal error of the tool and 130 when interrupted."

    /// The operand of verbs that need the token of one download.
    static let oneToken: Operands<OfflineOptions> = .some(
        "TOKEN", \.operands, count: 1...1,
        "the token of a download, or its beginning, as 'playctl offline list' shows it")
}
