package import HeadlessPlayback
import Verification

/// What can be done with downloads: the verbs behind `playctl offline`.
package enum OfflineVerb: String, CaseIterable {
    case download, list, status, pause, resume, cancel, delete, play, estimate, licenses, verify
    case repair, renew, export
}

/// What `playctl offline` was asked for.
package struct OfflineOptions: Equatable {
    package var verb: OfflineVerb
    /// What was named besides options: locations, tokens or a folder.
    package var operands: [String] = []
    /// The path of the store; `nil` means the usual one.
    package var store: String?
    /// Whether the output is for machines.
    package var json = false
    /// What is taken of an asset.
    package var selection = DownloadSelection()
    /// Whether anything was said about what is taken.
    package var isSelectionGiven = false
    /// What is asked for along with licences.
    package var terms = PersistentLicenceTerms()
    /// Where licences come from.
    package var keys = KeyOptions()
    /// The hosts that requests may go to.
    package var hosts = HostOptions()
    /// How many downloads run at a time; `nil` lets all of them run.
    package var concurrent: Int?
    /// How many requests are under way at a time.
    package var connections = 4
    /// How many bytes a second all downloads take together; `nil` means no limit.
    package var limitRate: Int64?
    /// How the verb `play` plays.
    package var play = PlayOptions()

    /// Creates options with their defaults.
    package init(_ verb: OfflineVerb) {
        self.verb = verb
    }
}

extension OfflineVerb {
    /// Reads what follows `playctl offline`.
    ///
    /// - Parameter arguments: The verb and what follows it; without any the help is asked for.
    /// - Returns: What is asked for.
    /// - Throws: ``UsageError`` for what is not known.
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

    /// The help that fits what was typed, when it was wrong.
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
