#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One Swift or Markdown file of the package, as text.
struct ProjectText: Sendable {
    /// The path relative to the folder of the package, such as `Decisions/0001-….md`.
    let path: String

    /// The whole text of the file.
    let text: String

    /// The bytes of the text.
    let bytes: TextBytes

    /// Creates a file.
    init(path: String, text: String) {
        self.path = path
        self.text = text
        bytes = TextBytes(Array(text.utf8))
    }

    /// The lines of the file.
    var lines: [Substring] { (0..<bytes.lineCount).map(line) }

    /// Returns a line, counted from 0.
    func line(_ number: Int) -> Substring {
        let range = bytes.range(ofLine: number)
        let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
        return text[start..<text.utf8.index(start, offsetBy: range.count)]
    }

    /// Returns the lines that contain a text, with their numbers from 1.
    func lines(with part: String) -> [(number: Int, line: Substring)] {
        var numbers = bytes.offsets(of: part).map { bytes.line(at: $0) }
        numbers = numbers.indices.filter { $0 == 0 || numbers[$0 - 1] != numbers[$0] }.map {
            numbers[$0]
        }
        return numbers.map { ($0 + 1, line($0)) }
    }

    /// The files of the given folders and the pages next to `Package.swift`, sorted by path.
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
            guard path.hasSuffix(".swift") || path.hasSuffix(".md"), !path.contains(".build/"),
                !path.contains(".work/")
            else {
                return nil
            }
            let file = SourceFile.package + "/" + path
            guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
            return ProjectText(path: path, text: text)
        }
    }()
}
