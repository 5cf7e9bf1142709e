/// The commands of the tool in a flat list, for completions and the manual.
struct CommandWords {
    /// The words that may follow some words of a command line.
    struct Place {
        /// The words before, such as `offline download`; empty at the beginning.
        let path: [String]
        /// The verbs that may follow, with their effects.
        let verbs: [(name: String, summary: String)]
        /// The options that may follow.
        let options: [OptionDescription]
        /// The verb that the words name; `nil` for a group.
        let verb: CommandDescription?
    }

    /// All places; each place precedes the places below it.
    let places: [Place]

    init(_ group: CommandGroup) {
        places = Self.places(group, at: [])
    }

    private static func places(_ group: CommandGroup, at path: [String]) -> [Place] {
        let verbs = group.members.map { ($0.name, $0.summary) }
        let place = Place(path: path, verbs: verbs, options: [.help], verb: nil)
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
