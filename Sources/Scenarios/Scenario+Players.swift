import RunResults
import Sessions

extension Scenario {
    /// The scenario for its own player, and a copy for each other player that has thresholds.
    ///
    /// Each of these scenarios contains only the thresholds of its player, and the name of a copy
    /// ends with the name of its player. Everything else is the same, including the expectations. A
    /// player therefore passes only if it meets every expectation and stays within its thresholds.
    package var forEachPlayer: [Scenario] {
        guard thresholds.contains(where: { !$0.profiles.isEmpty }) else { return [self] }
        let own = player.options.profile.name
        let others = PlayerProfile.all.filter { profile in
            ![own].contains(profile.name)
                && thresholds.contains { $0.profiles.contains(profile.name) }
        }
        return [bounded(for: own)]
            + others.map { profile in
                var scenario = bounded(for: profile.name)
                scenario.name += ".\(profile.name)"
                scenario.player.adopt(profile)
                return scenario
            }
    }

    /// Returns the scenario with only the thresholds that apply to one player.
    private func bounded(for profile: String) -> Scenario {
        let places = thresholds.indices.filter { place in
            let players = thresholds[place].profiles
            return players.isEmpty || players.contains(profile)
        }
        var scenario = self
        scenario.thresholds = places.map { thresholds[$0] }
        scenario.lines.thresholds = places.compactMap { lines.line(of: $0, in: \.thresholds) }
        return scenario
    }
}
