import Formats

/// A node in the tree of commands: a verb or a group of verbs.
package enum CommandNode: Sendable {
    /// A verb.
    case verb(any AnyCommand)
    /// A word that precedes several verbs.
    case group(CommandGroup)

    /// The word that selects the verb or the group on the command line.
    package var name: String {
        switch self {
        case .verb(let verb): verb.description.name
        case .group(let group): group.name
        }
    }

    /// The effect of the verb, or the common purpose of the group, in one sentence.
    package var summary: String {
        switch self {
        case .verb(let verb): verb.description.summary
        case .group(let group): group.summary
        }
    }
}

/// A group of verbs that follow the same word on the command line.
package struct CommandGroup: Sendable {
    /// The word that precedes the verbs.
    package let name: String
    /// The common purpose of the verbs, in one sentence.
    package let summary: String
    /// The verbs, in the order of the help.
    package let members: [CommandNode]
    /// Further paragraphs of the help.
    package let notes: [String]

    /// Creates a group.
    ///
    /// - Parameters:
    ///   - name: The word that precedes the verbs.
    ///   - summary: The common purpose of the verbs, in one sentence.
    ///   - members: The verbs, in the order of the help.
    ///   - notes: Further paragraphs of the help.
    package init(name: String, summary: String, members: [CommandNode], notes: [String] = []) {
        self.name = name
        self.summary = summary
        self.members = members
        self.notes = notes
    }

    /// Returns the invocation that a command line requests.
    ///
    /// - Parameters:
    ///   - arguments: The words of the command line after `path`.
    ///   - path: The words that select this group, such as `playctl offline`.
    /// - Returns: The invocation: an action, or a text to print.
    /// - Throws: ``CommandFailure`` for wrong usage; its message names the help to read.
    func invocation(
        _ arguments: ArraySlice<String>, path: String
    ) throws(CommandFailure) -> Invocation {
        do {
            guard let word = arguments.first else {
                throw UsageError.noVerb(verbs: members.map(\.name))
            }
            if ["--help", "-h"].contains(word) { return Invocation(text: help(path)) }
            if word == "help" { return try help(on: arguments.dropFirst(), path) }
            let rest = arguments.dropFirst()
            switch try member(word) {
            case .group(let group): return try group.invocation(rest, path: "\(path) \(word)")
            case .verb(let verb): return try Self.invocation(of: verb, rest, path)
            }
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(.usage, "\(error) (see '\(path) --help')")
        }
    }

    private static func invocation(
        of verb: any AnyCommand, _ arguments: ArraySlice<String>, _ path: String
    ) throws(CommandFailure) -> Invocation {
        do throws(UsageError) {
            let matched = try ArgumentReader(verb.description).read(arguments)
            if matched.flag(OptionDescription.help.name) != nil {
                return Invocation(text: HelpText(tool: path, verb: verb.description).text)
            }
            return try verb.invocation(matched)
        } catch {
            let cause = "\(error)"
            // Some expectations already name a page.
            let help =
                cause.hasSuffix("')") ? "" : " (see '\(path) \(verb.description.name) --help')"
            throw CommandFailure(.usage, cause + help)
        }
    }

    private func help(
        on words: ArraySlice<String>, _ path: String
    ) throws(CommandFailure) -> Invocation {
        guard let word = words.first else { return Invocation(text: help(path)) }
        let member: CommandNode
        do throws(UsageError) {
            member = try self.member(word)
        } catch {
            throw CommandFailure(.usage, "\(error) (see '\(path) --help')")
        }
        switch member {
        case .verb(let verb):
            if let other = words.dropFirst().first {
                throw CommandFailure(
                    .usage, "\(UsageError.unwantedOperand(other)) (see '\(path) --help')")
            }
            return Invocation(text: HelpText(tool: path, verb: verb.description).text)
        case .group(let group):
            return try group.help(on: words.dropFirst(), "\(path) \(word)")
        }
    }

    private func help(_ path: String) -> String {
        HelpText(tool: path, summary: summary, verbs: members, notes: notes).text
    }

    private func member(_ word: String) throws(UsageError) -> CommandNode {
        if let member = members.first(where: { $0.name == word }) { return member }
        if word.hasPrefix("-") {
            throw .unknownOption(word, nearest: nearestWord(to: word, in: ["--help"]))
        }
        let names = members.map(\.name)
        throw .unknownVerb(word, nearest: nearestWord(to: word, in: names), verbs: names)
    }
}
