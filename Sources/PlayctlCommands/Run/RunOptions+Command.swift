import Verification

extension RunOptions {
    /// The command that runs one of the scenarios as these options do.
    func command(for found: FoundScenario) -> String {
        var words = ["playctl", "run"]
        let alone = ScenarioFile.name(of: found.path, in: nil)
        if let root = found.root, alone != found.name { words += ["--root", root] }
        if let seed = seed { words += ["--seed", "\(seed)"] }
        if runs > 1 { words += ["--n-runs", "\(runs)"] }
        if allowsNetwork { words.append("--allow-network") }
        if let golden = reports.golden { words += ["--golden", golden] }
        return (words + [found.path]).map(Self.quoted).joined(separator: " ")
    }

    /// A word as a shell takes it.
    private static func quoted(_ word: String) -> String {
        let plain = word.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || "-_./=:,+@%".utf8.contains(byte)
        }
        if plain, !word.isEmpty { return word }
        return "'"
            + word.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "'\\''") + "'"
    }
}
