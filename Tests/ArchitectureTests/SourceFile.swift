#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One Swift file below `Sources`, as text and as code.
struct SourceFile: Sendable {
    /// The path relative to `Sources`, such as `VirtualTime/Pacer.swift`.
    let path: String

    /// The lines of the file.
    let lines: [Substring]

    /// The lines without their comments and without the contents of their strings.
    let code: [String]

    private let codeBytes: TextBytes

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        codeBytes = TextBytes(SwiftScan(Array(text.utf8)).code)
        let bytes = codeBytes
        code = (0..<bytes.lineCount).map {
            String(decoding: bytes.bytes[bytes.range(ofLine: $0)], as: UTF8.self)
        }
    }

    /// Returns whether `rooms` contains the path of the file or of a folder that contains the file.
    ///
    /// The path of a folder ends with a slash.
    func isIn(_ rooms: [String]) -> Bool {
        rooms.contains { $0.hasSuffix("/") ? path.hasPrefix($0) : path == $0 }
    }

    /// Returns the occurrences of `words` in the code, as `path:line: word`.
    ///
    /// Only whole words are found: not `unsafe` in `unsafely`, nor `Date(` in `hasDate(`.
    func places(of words: [String]) -> [String] {
        words.flatMap { word in
            let length = word.utf8.count
            return codeBytes.offsets(of: word).filter { isAlone($0..<$0 + length) }.map {
                (line: codeBytes.line(at: $0), word: word)
            }
        }
        .sorted { $0.line < $1.line }.map { "\(path):\($0.line + 1): \($0.word)" }
    }

    /// Returns whether a word in the code is not a part of a longer name.
    private func isAlone(_ range: Range<Int>) -> Bool {
        let bytes = codeBytes.bytes
        func joins(_ left: Int, _ right: Int) -> Bool {
            bytes.indices.contains(left) && bytes.indices.contains(right)
                && TextBytes.isName(bytes[left]) && TextBytes.isName(bytes[right])
        }
        return !joins(range.lowerBound - 1, range.lowerBound)
            && !joins(range.upperBound - 1, range.upperBound)
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

    /// The source files that take part in playback: all except the files of the tool and servers.
    ///
    /// The excluded files may use clocks and terminals.
    static let belowTheRoof = all.filter {
        !$0.isIn([
            "CommandTree/", "PlaybackCommands/", "PlayctlCommands/", "playctl/", "FirstLook/",
            "HTTPServing/", "RemoteControl/",
        ])
    }
}
