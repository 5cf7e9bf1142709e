/// The output files of a command that are open, no two of which are the same file.
///
/// Two paths may lead to one file by links, which only the open files reveal.
struct OutputFiles {
    private var files: [(path: String, stream: OutputStream)] = []

    /// Creates a list without files.
    init() {}

    /// Creates a file, or empties it, and adds it to the list.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: The open file.
    /// - Throws: ``CommandFailure`` when it cannot be written, or when it is in the list already.
    mutating func create(_ path: String) throws(CommandFailure) -> OutputStream {
        let stream = try OutputStream(creating: path)
        if let other = files.first(where: { $0.stream.isSameFile(as: stream) }) {
            throw CommandFailure(.usage, "'\(other.path)' and '\(path)' are the same file")
        }
        files.append((path, stream))
        return stream
    }

    /// Returns the open file of a path; `nil` when none was created with it.
    subscript(path: String) -> OutputStream? { files.first { $0.path == path }?.stream }
}
