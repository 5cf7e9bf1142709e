#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One Swift file below `Sources`, as text and as code.
struct SourceFile: Sendable {
    /// The path from `Sources` on, such as `VirtualTime/Pacer.swift`.
    let path: String

    /// The lines of the file.
    let lines: [Substring]

    /// The lines without comments and the contents of strings.
    let code: [String]

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var stripper = CommentStripper()
        code = lines.map { stripper.code(in: $0) }
    }

    /// Returns whether the file is one of `rooms`: files by path, folders by path and slash.
    func isIn(_ rooms: [String]) -> Bool {
        rooms.contains { $0.hasSuffix("/") ? path.hasPrefix($0) : path == $0 }
    }

    /// Returns the places where the code has one of `words`, as `path:line: word`.
    ///
    /// A word stands alone: `unsafe` is not found in `unsafely`, nor `Date(` in `hasDate(`.
    func places(of words: [String]) -> [String] {
        code.indices.flatMap { index in
            words.filter { says($0, in: code[index]) }.map { "\(path):\(index + 1): \($0)" }
        }
    }

    private func says(_ word: String, in line: String) -> Bool {
        line.ranges(of: word).contains { range in
            let startsAlone = !isName(word.first) || !isName(line[..<range.lowerBound].last)
            let endsAlone = !isName(word.last) || !isName(line[range.upperBound...].first)
            return startsAlone && endsAlone
        }
    }

    private func isName(_ character: Character?) -> Bool {
        guard let character else { return false }
        return character == "_" || character.isLetter || character.isNumber
    }
}

extension SourceFile {
    /// The folder that holds `Package.swift`.
    static let package = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    /// Every Swift file below `Sources`, in order of path.
    static let all: [SourceFile] = {
        let root = package + "/Sources"
        guard let paths = try? FileManager.default.subpathsOfDirectory(atPath: root) else {
            return []
        }
        return paths.filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
            guard let text = try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8) else {
                return nil
            }
            return SourceFile(path: path, text: text)
        }
    }()

    /// The files that play: all but the tool's and its server's, which may look at clocks and terminals.
    static let belowTheRoof = all.filter {
        !$0.isIn(["PlayctlCommands/", "playctl/", "HTTPServing/"])
    }
}
