/// Selects scenarios by their names and tags.
package struct ScenarioChoice: Equatable, Sendable {
    /// The lists of tags; a scenario needs at least one tag of each list.
    ///
    /// A scenario that has a tag written after `!` is excluded.
    package var tags: [[String]] = []
    /// The parts of names; the name of a scenario must contain at least one of them.
    ///
    /// A name that contains a part written after `!` is excluded.
    package var names: [String] = []

    /// Creates a choice that selects every scenario.
    package init() {}

    /// Returns whether a scenario is selected.
    ///
    /// - Parameters:
    ///   - name: The name of the scenario.
    ///   - tags: The tags of the scenario; `nil` if they are unknown. In that case, only the name
    ///     is compared.
    /// - Returns: Whether the scenario is selected.
    package func picks(_ name: String, tags: [String]?) -> Bool {
        guard Self.holds(names, { Self.contains(name, $0) }) else { return false }
        guard let tags else { return true }
        return self.tags.allSatisfy { Self.holds($0, tags.contains) }
    }

    /// Returns the parts of names that occur in no name, in the order in which they were given.
    ///
    /// Parts written after `!` are omitted, because they ask for no scenario.
    ///
    /// - Parameter names: The names of all scenarios.
    /// - Returns: The unmatched parts.
    package func unmatchedParts(among names: [String]) -> [String] {
        self.names.filter { part in
            !part.hasPrefix("!") && !names.contains { Self.contains($0, part) }
        }
    }

    /// Returns the tags that no scenario has, in the order in which they were given.
    ///
    /// Tags written after `!` are omitted, because they ask for no scenario.
    ///
    /// - Parameter tags: The tags of all scenarios; `nil` for a scenario whose tags are unknown,
    ///   which may have every tag.
    /// - Returns: The unmatched tags.
    package func unmatchedTags(among tags: [[String]?]) -> [String] {
        guard !tags.contains(nil) else { return [] }
        let known = Set(tags.compactMap(\.self).joined())
        return self.tags.joined().filter { !$0.hasPrefix("!") && !known.contains($0) }
    }

    private static func contains(_ name: String, _ part: String) -> Bool {
        name.lowercased().contains(part.lowercased())
    }

    private static func holds(_ words: [String], _ fits: (String) -> Bool) -> Bool {
        let refused = words.filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) }
        let wanted = words.filter { !$0.hasPrefix("!") }
        return !refused.contains(where: fits) && (wanted.isEmpty || wanted.contains(where: fits))
    }
}
