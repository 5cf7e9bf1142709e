import HeadlessPlayback

import Verification

/// The command and its options.
package enum Invocation: Equatable {
    /// To print a help.
    case help(String)
    /// To play.
    case play(PlayOptions)
    /// Show the contents of an asset.
    case probe(ProbeOptions)
    /// To run scenarios.
    case run(RunOptions)
    /// To print the schema of the files of scenarios.
    case schema
    /// To write playlists with text tracks added.
    case rewrite(RewriteOptions)
    /// To serve keys and licences.
    case keyServer(KeyServerOptions)
    /// To download, or to do something with downloads.
    case offline(OfflineOptions)
    /// Play once for every possible fault.
    case sweep(SweepOptions)
    /// To check an asset against expected cue points.
    case verify(VerifyOptions)
    /// List the markers of an asset.
    case cues(CuesOptions)
    /// To join results.
    case merge(MergeOptions)

    private static let verbs = [
        PlayCommand.description,
        RunCommand.description,
        VerifyCommand.description,
        CuesCommand.description,
        SweepCommand.description,
        ReportCommand.summary,
        OfflineVerb.summary,
        ProbeCommand.description,
        RewriteCommand.description,
        KeyServerCommand.description,
        SchemaCommand.description,
    ]

    /// Reads a command line.
    ///
    /// - Parameter arguments: What follows the name of the tool.
    /// - Throws: ``CommandFailure`` with the code for wrong usage.
    package init(_ arguments: [String]) throws(CommandFailure) {
        do {
            self = try Self.read(arguments)
        } catch {
            let known = arguments.first.flatMap { word in Self.verbs.first { $0.name == word } }
            let help =
                known?.name == ReportCommand.summary.name
                ? ReportCommand.nearestHelp(arguments.dropFirst())
                : known?.name == OfflineVerb.summary.name
                    ? OfflineVerb.nearestHelp(arguments.dropFirst())
                    : known.map { "playctl \($0.name) --help" } ?? "playctl --help"
            throw CommandFailure(.usage, "\(error) (see '\(help)')")
        }
    }

    private static func read(_ arguments: [String]) throws(UsageError) -> Invocation {
        guard let word = arguments.first else { throw .noVerb(verbs: verbs.map(\.name)) }
        let rest = arguments.dropFirst()
        if ["--help", "-h", "help"].contains(word) {
            if word == "help", rest.first == OfflineVerb.summary.name {
                return try OfflineVerb.read(["help"] + rest.dropFirst())
            }
            if word == "help", rest.first == ReportCommand.summary.name {
                return try ReportCommand.read(["help"] + rest.dropFirst())
            }
            return .help(try help(on: word == "help" ? rest.first : nil))
        }
        let verb = try verb(word)
        if verb.name == OfflineVerb.summary.name { return try OfflineVerb.read(rest) }
        if verb.name == ReportCommand.summary.name { return try ReportCommand.read(rest) }
        let matched = try ArgumentReader(verb).read(rest)
        if matched.flag(.help) != nil { return .help(try help(on: verb.name)) }
        switch verb.name {
        case RunCommand.description.name: return .run(try RunOptions(matched))
        case SchemaCommand.description.name: return .schema
        case ProbeCommand.description.name: return .probe(try ProbeOptions(matched))
        case RewriteCommand.description.name: return .rewrite(try RewriteOptions(matched))
        case KeyServerCommand.description.name: return .keyServer(try KeyServerOptions(matched))
        case VerifyCommand.description.name: return .verify(try VerifyOptions(matched))
        case CuesCommand.description.name: return .cues(try CuesOptions(matched))
        case SweepCommand.description.name: return .sweep(try SweepOptions(matched))
        default: return .play(try PlayOptions(matched))
        }
    }

    private static func verb(_ word: String) throws(UsageError) -> CommandDescription {
        if let verb = verbs.first(where: { $0.name == word }) { return verb }
        let names = verbs.map(\.name)
        if word.hasPrefix("-") {
            throw .unknownOption(word, nearest: nearestWord(to: word, in: ["--help"]))
        }
        throw .unknownVerb(word, nearest: nearestWord(to: word, in: names), verbs: names)
    }

    private static func help(on word: String?) throws(UsageError) -> String {
        if let word { return HelpText(tool: "playctl", verb: try verb(word)).text }
        return HelpText(
            tool: "playctl", summary: "Plays HLS without a screen, on a virtual clock.",
            verbs: verbs,
            notes: [
                "Exit codes: "
                    + CommandFailure.ExitCode.allCases.map { "\($0.rawValue) \($0.meaning)" }
                    .joined(separator: ", ") + "."
            ]
        ).text
    }
}
