import Transport

/// The open output files of a command, all of which are different files.
///
/// Two paths may lead to the same file through links, so each path is compared with the open files.
/// No output replaces a file that the command reads.
package struct OutputFiles {
    /// The path of the null device, which several outputs may use.
    static let nowhere = "/dev/null"

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
    /// - Parameter path: The path of the file.
    /// - Returns: The open file.
    /// - Throws: ``CommandFailure`` when the file cannot be written, is in the list already, or is
    ///   read by the command.
    package mutating func create(_ path: String) throws(CommandFailure) -> OutputStream {
        // Each output to the null device has its own stream, because each output closes its stream.
        guard path != Self.nowhere else { return OutputStream() }
        try refuseOpen(path)
        try refuseInput(path)
        let stream = try OutputStream(creating: path)
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

    /// Returns the identity of the regular file that a path leads to; `nil` when there is none.
    private static func node(_ path: FilePath) -> FileNode? {
        FileStatus(following: path).flatMap { $0.kind == .file ? $0.node : nil }
    }

    /// Returns the open file of a path; `nil` when no file was created at the path.
    package subscript(path: String) -> OutputStream? {
        path == Self.nowhere ? OutputStream() : files.first { $0.path == path }?.stream
    }
}
