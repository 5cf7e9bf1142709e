package import HeadlessPlayback
import Verification

/// A verb of `playctl offline`.
package enum OfflineVerb: String, CaseIterable {
    case download, list, status, pause, resume, cancel, delete, play, estimate, licenses, verify
    case repair, renew, export
}

/// The options of `playctl offline`.
package struct OfflineOptions: Equatable {
    package var verb: OfflineVerb
    /// The operands: locations, tokens or a folder.
    package var operands: [String] = []
    /// The path of the store; `nil` means the usual one.
    package var store: String?
    /// Whether the output is for machines.
    package var json = false
    /// The selected parts of an asset.
    package var selection = DownloadSelection()
    /// Whether any option selects parts of the asset.
    package var isSelectionGiven = false
    /// The requested terms of licences.
    package var terms = PersistentLicenceTerms()
    /// The sources of licences.
    package var keys = KeyOptions()
    /// The hosts that requests may go to.
    package var hosts = HostOptions()
    /// The maximum number of running downloads; `nil` means no limit.
    package var concurrent: Int?
    /// The number of concurrent requests.
    package var connections = 4
    /// The bytes per second of all downloads together; `nil` means no limit.
    package var limitRate: Int64?
    /// The options of the verb `play`.
    package var play = PlayOptions()

    /// Creates options with their defaults.
    package init(_ verb: OfflineVerb) {
        self.verb = verb
    }
}

extension OfflineVerb {
    /// Parses the arguments after `playctl offline`.
    ///
    /// - Parameter arguments: The verb and its arguments; without any the result is the help.
    /// - Returns: The command.
    /// - Throws: ``UsageError`` for unknown arguments.
    static func read(_ arguments: ArraySlice<String>) throws(UsageError) -> Invocation {
        guard let word = arguments.first, !["--help", "-h"].contains(word) else {
            return .help(help)
        }
        if word == "help" {
            guard let word = arguments.dropFirst().first else { return .help(help) }
            return .help(HelpText(tool: "playctl", verb: try verb(word).description).text)
        }
        let verb = try verb(word)
        let matched = try ArgumentReader(verb.description).read(arguments.dropFirst())
        if matched.flag(.help) != nil {
            return .help(HelpText(tool: "playctl", verb: verb.description).text)
        }
        return .offline(try OfflineOptions(verb, matched))
    }

    /// Returns the help that matches incorrect arguments.
    static func nearestHelp(_ arguments: ArraySlice<String>) -> String {
        let verb = arguments.first.flatMap(OfflineVerb.init)
        return verb.map { "playctl offline \($0.rawValue) --help" } ?? "playctl offline --help"
    }

    private static func verb(_ word: String) throws(UsageError) -> OfflineVerb {
        if let verb = OfflineVerb(rawValue: word) { return verb }
        if word.hasPrefix("-") {
            throw .unknownOption(word, nearest: nearestWord(to: word, in: ["--help"]))
        }
        let names = allCases.map(\.rawValue)
        throw .unknownVerb(word, nearest: nearestWord(to: word, in: names), verbs: names)
    }
}
