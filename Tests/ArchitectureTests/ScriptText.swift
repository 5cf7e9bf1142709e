#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One script, configuration file or C header of the package.
struct ScriptText: Sendable {
    /// The path relative to the folder of the package, such as `Scripts/test`.
    let path: String

    /// The whole text of the file.
    let text: String

    /// The breaches of the prose rules in comments and in string literals of several words.
    var breaches: [String] {
        var breaches: [String] = []
        var wasComment = false
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let comment = comment(in: line)
            var found = [comment].compactMap(\.self).flatMap { ProseRules.breaches(in: $0) }
            if let comment, !wasComment, ProseRules.beginsWithClause(comment) {
                found.append("begin with a noun or a verb: \(comment)")
            }
            for text in texts(in: line) {
                found += ProseRules.breaches(in: text).filter { !found.contains($0) }
            }
            breaches += found.map { "\(path):\(index + 1): \($0)" }
            wasComment = comment != nil
        }
        return breaches
    }

    private var isHeader: Bool { path.hasSuffix(".h") }

    /// Returns the comment in a line, without the comment marker; `nil` when there is none.
    private func comment(in line: Substring) -> Substring? {
        let match =
            isHeader ? line.firstMatch(of: /\/\/ ?(.*)$/) : line.firstMatch(of: /(?:^|\s)# (.*)$/)
        return match?.1
    }

    /// Returns the texts of several words between quotation marks.
    private func texts(in line: Substring) -> [Substring] {
        isHeader ? [] : line.matches(of: /"([^"]* [^"]*)"/).map { $0.1 }
    }

    /// The scripts, configuration files and headers, sorted by path.
    static let all: [ScriptText] = {
        let folders = ["Sources", "Tests", "Samples", "Benchmarks", "Fuzz", "Scripts", ".ci"]
        let inFolders = folders.flatMap { folder in
            let root = SourceFile.package + "/" + folder
            let paths = (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? []
            return paths.map { "\(folder)/\($0)" }
        }
        return (["Dockerfile", "Makefile"] + inFolders).sorted().compactMap { path in
            // People do not read build products, benchmark media and fuzzer inputs, so these are
            // not checked.
            guard !path.contains(".build/"), !path.contains(".work/"),
                !path.hasPrefix("Fuzz/Corpus/")
            else { return nil }
            let name = path.split(separator: "/").last ?? ""
            let isKnown = [".py", ".yml", ".yaml", ".h", ".sh"].contains { name.hasSuffix($0) }
            guard isKnown || !name.contains(".") else { return nil }
            let file = SourceFile.package + "/" + path
            guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
            let isScript = isKnown || text.hasPrefix("#!") || !path.contains("/")
            return isScript ? ScriptText(path: path, text: text) : nil
        }
    }()
}
