/// Selects scenarios by their names and tags.
package struct ScenarioChoice: Equatable, Sendable {
    /// Lists of tags; a scenario needs at least one tag of each list.
    ///
    /// A tag after `!` excludes it.
    package var tags: [[String]] = []
    /// Parts of names; a name must contain at least one of them.
    ///
    /// A part after `!` excludes the name.
    package var names: [String] = []

    /// Creates a choice of everything.
    package init() {}

    /// Returns whether a scenario is selected.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - tags: Its tags; `nil` if unknown, which keeps it.
    /// - Returns: Whether it is selected.
    package func picks(_ name: String, tags: [String]?) -> Bool {
        let lowered = name.lowercased()
        guard Self.holds(names, { lowered.contains($0.lowercased()) }) else { return false }
        guard let tags else { return true }
        return self.tags.allSatisfy { Self.holds($0, tags.contains) }
    }

    private static func holds(_ words: [String], _ fits: (String) -> Bool) -> Bool {
        let refused = words.filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) }
        let wanted = words.filter { !$0.hasPrefix("!") }
        return !refused.contains(where: fits) && (wanted.isEmpty || wanted.contains(where: fits))
    }
}
