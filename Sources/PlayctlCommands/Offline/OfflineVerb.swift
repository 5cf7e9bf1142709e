import CommandTree
import HeadlessPlayback
import OfflineDownloads
import PlaybackCommands

/// A subcommand of `playctl offline`.
protocol OfflineVerb: SendableMetatype {
    /// The options and the outputs of the subcommand.
    var command: OfflineCommand { get }

    init(command: OfflineCommand)

    /// Runs the subcommand.
    ///
    /// - Returns: The code to exit with.
    /// - Throws: ``CommandFailure`` when the subcommand cannot do its work.
    func run() async throws(CommandFailure) -> CommandFailure.ExitCode
}

extension OfflineVerb {
    var options: OfflineOptions { command.options }
    var output: OutputStream { command.output }
    var errors: OutputStream { command.errors }
    var token: OfflineVideoToken { command.token }

    /// Creates a subcommand of `playctl offline` that works on stored downloads.
    static func onDownload(
        _ name: String, _ summary: String,
        token: Operands<OfflineOptions>? = OfflineVerbs.oneToken,
        options: [BoundOption<OfflineOptions>], rules: [OptionRule] = [], notes: [String] = [],
        check: @escaping @Sendable (inout OfflineOptions) throws(UsageError) -> Void = { _ in }
    ) -> Command<OfflineOptions> {
        Command(
            name, summary, defaults: OfflineOptions(), operands: token, options: options,
            rules: rules + OfflineOptions.quietRules(options), notes: notes,
            check: { (_, options) throws(UsageError) in
                try options.checkToken()
                try check(&options)
            }
        ) { (options, output, errors) throws(CommandFailure) in
            try options.keys.checkCertificate()
            var options = options
            try options.completeToken()
            defer { output.flush() }
            return try await Self(
                command: OfflineCommand(
                    options: options, output: output.silenced(options.isQuiet), errors: errors)
            ).run()
        }
    }

    /// Creates a subcommand of `playctl offline` that works on the asset at a location.
    static func onAsset(
        _ name: String, _ summary: String, url: Operands<OfflineOptions>,
        options: [BoundOption<OfflineOptions>], rules: [OptionRule] = [], notes: [String] = [],
        examples: [CommandDescription.Example] = []
    ) -> Command<OfflineOptions> {
        Command(
            name, summary, defaults: OfflineOptions(), operands: url, options: options,
            rules: rules + OfflineOptions.quietRules(options), notes: notes, examples: examples,
            check: { (arguments, options) throws(UsageError) in
                try KeyOptions.checkServer(arguments)
                if options.operands.contains(where: \.isEmpty) {
                    throw UsageError.invalidOperand("", "a path or a URL")
                }
                options.isSelectionGiven = OfflineOptions.selection.contains {
                    arguments.has($0.description.name)
                }
                options.areTermsGiven = OfflineOptions.terms.contains {
                    arguments.has($0.description.name)
                }
            }
        ) { (options, output, errors) throws(CommandFailure) in
            try options.keys.checkCertificate()
            defer { output.flush() }
            return try await Self(
                command: OfflineCommand(
                    options: options, output: output.silenced(options.isQuiet), errors: errors)
            ).run()
        }
    }
}

extension OfflineOptions {
    /// The number of characters of a complete token.
    private static let tokenLength = 36

    /// Replaces an abbreviated token with the only token that begins with it.
    ///
    /// - Throws: ``CommandFailure`` when several tokens begin with the abbreviation.
    fileprivate mutating func completeToken() throws(CommandFailure) {
        guard let start = operands.first, start.utf8.count < Self.tokenLength else { return }
        let store = try OfflineStore(existing: store)
        let catalogue = try store.catalogue()
        let tokens = try attempt { () throws(StoreError) in
            try catalogue.tokens() + store.folder.strandedPackages(catalogue)
        }
        let fitting = tokens.map(\.rawValue).filter { $0.hasPrefix(start) }
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
