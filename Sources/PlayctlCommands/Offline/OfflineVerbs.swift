import HeadlessPlayback

/// The verbs of `playctl offline`, each beside what it does.
enum OfflineVerbs {
    /// The verbs, for the tree of commands.
    static let group = CommandGroup(
        name: "offline",
        summary: "Downloads HLS assets into a store, manages them and plays them offline.",
        members: [
            .verb(downloading), .verb(listing), .verb(showing), .verb(pausing), .verb(resuming),
            .verb(cancelling), .verb(deleting), .verb(playing), .verb(estimating),
            .verb(listingLicences), .verb(verifying), .verb(repairing), .verb(renewing),
            .verb(exporting),
        ],
        notes: [
            "A store is a folder with a catalogue and a package for each download, which is HLS that"
                + " any player plays. One process at a time downloads into it; pause, resume, cancel"
                + " and delete command that process, and list, status, licenses, verify and export"
                + " work beside it.",
            "The beginning of a token is enough where only one download has it.", exitCodes,
        ])

    static let exitCodes =
        "The exit code is 0 when everything was done, 1 when something failed or is missing, 2 for"
        + " wrong usage, 3 for a fault of the tool and 130 when interrupted."

    /// The token of a download that is needed.
    static let oneToken: Operands<OfflineOptions> = .some(
        "TOKEN", \.operands, count: 1...1,
        "the token of a download, or its beginning, as 'playctl offline list' shows it")

    /// Creates a verb that works on the download of a token.
    static func verb(
        _ name: String, _ summary: String, token: Operands<OfflineOptions>? = oneToken,
        options: [BoundOption<OfflineOptions>], rules: [OptionRule] = [], notes: [String] = [],
        check: @escaping @Sendable (inout OfflineOptions) throws(UsageError) -> Void = { _ in },
        effect:
            @escaping @Sendable (
                OfflineCommand
            ) async throws(CommandFailure) -> CommandFailure.ExitCode
    ) -> Command<OfflineOptions> {
        Command(
            name, summary, defaults: OfflineOptions(), operands: token, options: options,
            rules: rules, notes: notes,
            check: { (_, options) throws(UsageError) in
                try options.checkToken()
                try check(&options)
            }
        ) { (options, output, errors) throws(CommandFailure) in
            try options.keys.checkCertificate()
            var options = options
            try options.completeToken()
            defer { output.flush() }
            return try await effect(
                OfflineCommand(options: options, output: output, errors: errors))
        }
    }

    /// Creates a verb that works on the asset at a location.
    static func verb(
        _ name: String, _ summary: String, url: Operands<OfflineOptions>,
        options: [BoundOption<OfflineOptions>], rules: [OptionRule] = [], notes: [String] = [],
        examples: [CommandDescription.Example] = [],
        effect:
            @escaping @Sendable (
                OfflineCommand
            ) throws(CommandFailure) -> CommandFailure.ExitCode
    ) -> Command<OfflineOptions> {
        Command(
            name, summary, defaults: OfflineOptions(), operands: url, options: options,
            rules: rules, notes: notes, examples: examples,
            check: { (arguments, options) throws(UsageError) in
                try KeyOptions.checkServer(arguments)
                options.isSelectionGiven = OfflineOptions.selection.contains {
                    arguments.has($0.description.name)
                }
            }
        ) { (options, output, errors) throws(CommandFailure) in
            try options.keys.checkCertificate()
            defer { output.flush() }
            return try effect(OfflineCommand(options: options, output: output, errors: errors))
        }
    }
}

extension OfflineOptions {
    /// The length of a whole token.
    private static let tokenLength = 36

    /// Replaces the beginning of a token by the token of the only download that has it.
    ///
    /// - Throws: ``CommandFailure`` when several downloads have it.
    fileprivate mutating func completeToken() throws(CommandFailure) {
        guard let start = operands.first, start.utf8.count < Self.tokenLength else { return }
        let store = try OfflineStore(existing: store)
        let catalogue = try store.catalogue()
        var tokens = try attempt { () throws(StoreError) in try catalogue.records().map(\.token) }
        tokens += try attempt { () throws(StoreError) in
            try store.folder.strandedPackages(catalogue)
        }
        let fitting = tokens.filter { $0.hasPrefix(start) }
        guard !fitting.contains(start), let token = fitting.first else { return }
        guard fitting.count == 1 else {
            let names = fitting.prefix(4).joined(separator: ", ")
            let more = fitting.count > 4 ? " and \(fitting.count - 4) more" : ""
            throw CommandFailure(
                .usage, "\(start) begins the tokens of several downloads: \(names)\(more)")
        }
        operands[0] = token
    }
}
