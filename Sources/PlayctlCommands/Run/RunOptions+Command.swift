import Formats
import HeadlessPlayback
import PlaybackCommands
import Scenarios
import Sessions

extension RunOptions {
    /// Returns the command that runs one of the scenarios with these options, for one player.
    func command(for found: FoundScenario, profile: PlayerProfile?) -> String {
        var words = ["playctl", "run"]
        let alone = ScenarioFile.name(of: found.path, in: nil)
        if let root = found.root, alone != found.name { words += ["--root", root] }
        if let seed = seed { words += ["--seed", "\(seed)"] }
        if let profile { words += ["--profile", profile.name] }
        if let timeLimit { words += ["--time-limit", timeLimit.argument] }
        if runs > 1 { words += ["--n-runs", "\(runs)"] }
        if allowsNetwork { words.append("--allow-network") }
        words += hosts.arguments
        if let golden = reports.golden { words += ["--golden", golden] }
        return (words + [found.path]).map(ShellWord.quoted).joined(separator: " ")
    }
}
