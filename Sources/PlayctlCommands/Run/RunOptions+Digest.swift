import CommandTree
import Formats
import HeadlessPlayback
import PlaybackCommands

extension RunOptions {
    /// Returns a digest of a run's settings, used to recognize the parts of one run.
    ///
    /// The settings are the version of the tool, the options that change results, and the names and
    /// contents of all scenario files, but neither assets nor stored traces. The digest is the same
    /// for all parts of a run, on every machine, and does not depend on the paths of the files.
    ///
    /// - Parameter files: The names and paths of all chosen scenarios, before they are divided into
    ///   parts.
    /// - Returns: The digest, as 16 hexadecimal digits.
    func digest(of files: [(name: String, path: String)]) -> String {
        var hash = FNVHash()
        func add(_ bytes: some Sequence<UInt8>) {
            for byte in bytes { hash.add(byte) }
            hash.add(0xFF)
        }
        for word in [ToolVersion.number] + determiningWords { add(word.utf8) }
        var contents: [String: [UInt8]] = [:]
        for (name, path) in files.sorted(by: { $0.name < $1.name }) {
            add(name.utf8)
            if contents[path] == nil {
                // A pipe adds no contents to the digest, because it cannot be read twice. An
                // unreadable file adds none either, because it is reported later, as a failed
                // scenario.
                let size = SystemCalls.regularFileSize(path).map(Int64.init) ?? .max
                contents[path] =
                    size <= ScenarioSource.sizeLimit ? (try? FileBytes.read(path)) ?? [] : []
            }
            add(contents[path] ?? [])
        }
        return Hexadecimal.text(hash.value, digits: 16)
    }

    /// The options that change results, as words.
    ///
    /// They contain no paths, which differ between machines, and no values of header fields.
    private var determiningWords: [String] {
        var words: [String] = []
        if let seed { words.append("seed \(seed)") }
        if let profile { words.append("profile \(profile.name)") }
        if let timeLimit { words.append("time-limit \(timeLimit.argument)") }
        words += ["n-runs \(runs)", "network \(allowsNetwork)"]
        words += hosts.allowed + hosts.requests.hosts
        words += [hosts.requests.userAgent ?? ""]
        words.append("golden \(reports.golden != nil)")
        return words
    }
}
