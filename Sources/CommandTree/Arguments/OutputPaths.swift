/// The outputs that a command line names, which must all be different.
///
/// Two outputs may not use the same file, and only one may use standard output, because one output
/// would overwrite or mix with the other. Only the null device may be named several times.
package struct OutputPaths {
    /// Each added output: its option as text, and its path; `-` means standard output.
    private var taken: [(words: String, path: String)] = []

    /// Creates a list without outputs.
    package init() {}

    /// Adds the output of an option.
    ///
    /// - Parameters:
    ///   - option: The name of the option, without hyphens.
    ///   - path: The path; `nil` when the option is not given.
    /// - Throws: ``UsageError`` when an earlier option has the same path.
    package mutating func add(_ option: String, _ path: String?) throws(UsageError) {
        guard let path, path != OutputFiles.nowhere else { return }
        try add(words: "--\(option) \(path)", path)
    }

    /// Adds the output of an option that writes to standard output and has no value.
    ///
    /// - Parameters:
    ///   - option: The name of the option, without hyphens.
    ///   - isGiven: Whether the option is given.
    /// - Throws: ``UsageError`` when an earlier option uses standard output.
    package mutating func add(_ option: String, onStandardOutput isGiven: Bool) throws(UsageError) {
        if isGiven { try add(words: "--\(option)", "-") }
    }

    private mutating func add(words: String, _ path: String) throws(UsageError) {
        if let other = taken.first(where: { $0.path == path }) {
            throw path == "-"
                ? .conflict(other.words, words) : .sameFile(other.words, words)
        }
        taken.append((words, path))
    }
}
