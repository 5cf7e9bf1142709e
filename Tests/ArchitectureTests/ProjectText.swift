#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One Swift or Markdown file of the package, as text.
struct ProjectText: Sendable {
    /// The path from the package on, such as `Decisions/0001-….md`.
    let path: String

    /// The whole text of the file.
    let text: String

    /// The lines of the file.
    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// Returns the lines that contain a text, with their numbers from 1.
    func lines(with part: String) -> [(number: Int, line: Substring)] {
        guard text.contains(part) else { return [] }
        return lines.enumerated().filter { $0.element.contains(part) }.map {
            ($0.offset + 1, $0.element)
        }
    }

    /// The files of the given folders and the pages beside `Package.swift`, in order of path.
    static let all: [ProjectText] = {
        let folders = [
            "Sources", "Tests", "Samples", "Snippets", "Decisions", "Documentation", "Benchmarks",
            "Fuzz",
        ]
        let pages = (try? FileManager.default.contentsOfDirectory(atPath: SourceFile.package)) ?? []
        let inFolders = folders.flatMap { folder in
            let root = SourceFile.package + "/" + folder
            let paths = (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? []
            return paths.map { "\(folder)/\($0)" }
        }
        return (pages + inFolders).sorted().compactMap { path in
            guard path.hasSuffix(".swift") || path.hasSuffix(".md"), !path.contains(".build/")
            else {
                return nil
            }
            let file = SourceFile.package + "/" + path
            guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
            return ProjectText(path: path, text: text)
        }
    }()
}
