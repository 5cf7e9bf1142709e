import Containers
import Transport

/// The open output files of a command, all of which are different files.
///
/// Two paths may lead to the same file through links, so each path is compared with the open files.
/// An output does not replace a file that the command reads. It also does not replace media, a key,
/// a playlist or subtitles, because no command writes such a file as an output.
package struct OutputFiles {
    /// The path of the null device, which several outputs may use.
    static let nowhere = "/dev/null"

    /// The number of bytes of an existing file that are read to recognize its kind.
    private static let examined = 4096

    private var files: [(path: String, stream: OutputStream)] = []
    private var inputs: Set<FileNode> = []

    /// Creates a list without files.
    ///
    /// - Parameter inputs: The paths or locations of files that the command reads.
    package init(sparing inputs: [String] = []) {
        for path in inputs { spare(path) }
    }

    /// Protects a file that the command reads.
    ///
    /// - Parameter input: The path or the location of the file. If it leads to no regular local
    ///   file, there is nothing to protect.
    package mutating func spare(_ input: String) {
        guard let bytes = LocalPath.localBytes(of: input) else { return }
        if let node = Self.node(FilePath(bytes: bytes)) { inputs.insert(node) }
    }

    /// Creates a file, or empties it, and adds it to the list.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - isReport: Whether the file is never empty, so that it is removed if nothing is written.
    /// - Returns: The open file.
    /// - Throws: ``CommandFailure`` when the file cannot be written, is in the list already, is
    ///   read by the command, or has a kind of content that outputs never have.
    package mutating func create(
        _ path: String, isReport: Bool = false
    ) throws(CommandFailure) -> OutputStream {
        // Each output to the null device has its own stream, because each output closes its stream.
        guard path != Self.nowhere else { return OutputStream() }
        try refuseOpen(path)
        try refuseInput(path)
        try refuseForeign(path)
        let stream = try OutputStream(creating: path)
        if isReport { stream.removeIfEmpty(at: path) }
        files.append((path, stream))
        return stream
    }

    /// Throws when a path leads to one of the open files.
    ///
    /// - Parameter path: The path of a file to write.
    /// - Throws: ``CommandFailure`` for wrong usage.
    package func refuseOpen(_ path: String) throws(CommandFailure) {
        guard let node = Self.node(FilePath(path)) else { return }
        if let other = files.first(where: { $0.stream.node == node }) {
            throw CommandFailure(.usage, "'\(other.path)' and '\(path)' are the same file")
        }
    }

    /// Throws when a path leads to a file that the command reads.
    ///
    /// - Parameter path: The path of a file to write.
    /// - Throws: ``CommandFailure`` for wrong usage.
    package func refuseInput(_ path: String) throws(CommandFailure) {
        guard let node = Self.node(FilePath(path)), inputs.contains(node) else { return }
        throw CommandFailure(
            .usage, "'\(path)' is read by this command, so it cannot be written")
    }

    /// Throws when a path leads to a file that cannot be an earlier output of a command.
    ///
    /// The file may belong to an asset whose files the command does not know before it plays the
    /// asset. Outputs are text, so segments and keys are recognized by their bytes, and playlists
    /// and subtitles by their first line. A segment may be damaged, such as an empty file or a page
    /// in place of media, so that names count too.
    ///
    /// - Parameter path: The path of a file to write.
    /// - Throws: ``CommandFailure`` for wrong usage.
    package func refuseForeign(_ path: String) throws(CommandFailure) {
        guard Self.node(FilePath(path)) != nil else { return }
        let start = FileBytes.start(of: path, most: Self.examined)
        if let kind = Self.foreignKind(of: start) {
            throw CommandFailure(
                .usage, "'\(path)' contains \(kind), so it is not replaced by an output")
        }
        let name = path.split(separator: "/").last ?? ""
        let ending = name.lastIndex(of: ".").map { name[$0...].dropFirst().lowercased() } ?? ""
        if Self.endings.contains(ending) || FormatHint(pathExtension: ending) != nil {
            throw CommandFailure(
                .usage,
                "'\(path)' has the name of media, a playlist or a key, so it is not"
                    + " replaced by an output")
        }
    }

    /// The extensions of playlists and of keys.
    private static let endings: Set<String> = ["m3u8", "m3u", "key"]

    /// Returns the kind of a file that cannot be an output, from its first bytes.
    ///
    /// The result is `nil` if the file can be an output.
    private static func foreignKind(of start: [UInt8]) -> String? {
        // WebVTT may start with a byte order mark.
        let mark = "\u{FEFF}".utf8
        let text = start.dropFirst(start.starts(with: mark) ? mark.count : 0)
        if text.starts(with: "#EXTM3U".utf8) { return "a playlist" }
        if text.starts(with: "WEBVTT".utf8) { return "subtitles" }
        // The 16 bytes of a key may be text. Every output has more bytes, or none.
        if start.count == 16 { return "a key" }
        // If the file continues after the examined bytes, their last character may be incomplete.
        let cuts = start.count < examined ? 0...0 : 0...3
        let isText =
            !start.contains { $0 < 0x20 && !"\t\n\r".utf8.contains($0) }
            && cuts.contains { String(validating: start.dropLast($0), as: UTF8.self) != nil }
        return isText ? nil : "binary data"
    }

    /// Returns the identity of the regular file that a path leads to; `nil` when there is none.
    private static func node(_ path: FilePath) -> FileNode? {
        FileStatus(following: path).flatMap { $0.kind == .file ? $0.node : nil }
    }

    /// Returns the open file of a path; `nil` when no file was created at the path.
    package subscript(path: String) -> OutputStream? {
        path == Self.nowhere ? OutputStream() : files.first { $0.path == path }?.stream
    }
}
