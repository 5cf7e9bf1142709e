import CommandTree

/// The commands of the tool in a flat list, for completions and the manual.
struct CommandWords {
    /// A position in a command line: the words before it, and the words that may follow.
    struct Place {
        /// The words before the position, such as `offline download`; empty at the line's start.
        let path: [String]
        /// The verbs that may follow ``path``, with their effects.
        let verbs: [(name: String, summary: String)]
        /// The options that may follow ``path``.
        let options: [OptionDescription]
        /// The verb that is named by the words before the position; `nil` for a group of verbs.
        let verb: CommandDescription?
    }

    /// All positions in command lines; a group's position precedes the positions of its members.
    let places: [Place]

    init(_ group: CommandGroup) {
        places = Self.places(group, at: [])
    }

    private static func places(_ group: CommandGroup, at path: [String]) -> [Place] {
        let verbs = group.members.map { ($0.name, $0.summary) }
        let options: [OptionDescription] = path.isEmpty ? [.help, .version] : [.help]
        let place = Place(path: path, verbs: verbs, options: options, verb: nil)
        return group.members.reduce(into: [place]) { places, member in
            let path = path + [member.name]
            switch member {
            case .group(let group): places += Self.places(group, at: path)
            case .verb(let verb):
                let description = verb.description
                places.append(
                    Place(
                        path: path, verbs: [], options: description.options + [.help],
                        verb: description))
            }
        }
    }
}
