import CommandTree
import RunResults
import ScenarioRunning

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The folder with the golden traces, with which the traces of results are compared.
struct GoldenFolder {
    private let path: String
    private let isUpdating: Bool
    /// The names and contents of the compared traces, by the name in lowercase.
    private var traces: [String: (name: String, bytes: [UInt8])] = [:]
    /// The names of the folder's files, by the name in lowercase; `nil` until they are read.
    private var stored: [String: [String]]?

    /// Opens a folder.
    ///
    /// - Parameters:
    ///   - path: The path of the folder; the first write creates the folder if it is missing.
    ///   - isUpdating: Whether differing traces replace the stored traces; stored traces are never
    ///     removed.
    init(_ path: String, isUpdating: Bool) {
        self.path = path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path
        self.isUpdating = isUpdating
    }

    /// The result of comparing a trace, and what was written.
    struct Answer {
        /// The check that the trace equals the stored trace.
        let check: Check
        /// The line about the written file; `nil` when no file was written.
        let written: String?
    }

    /// Compares the trace of a result with the stored trace.
    ///
    /// If the folder is being updated, a trace that differs replaces the stored trace.
    ///
    /// - Throws: ``CommandFailure`` when a file cannot be read or written.
    mutating func take(_ result: ScenarioResult) throws(CommandFailure) -> Answer {
        let golden = GoldenTrace(of: result)
        let bytes = golden.bytes
        // A file system that ignores case would store two names that differ only in case as one
        // file. File names of traces are ASCII.
        let key = golden.fileName.lowercased()
        if let other = try storedNames(like: key).first(where: { $0 != golden.fileName }) {
            return refusal(
                "\(other) in the folder, which differs only in case and is the same file on some"
                    + " file systems; rename a scenario or remove that file", for: golden)
        }
        if let other = traces[key], other.name != golden.fileName {
            return refusal(
                "\(other.name), which differs only in case and is the same file on some file"
                    + " systems; rename a scenario", for: golden)
        }
        if let other = traces[key], other.bytes != bytes {
            return refusal("another result of the same name with another trace", for: golden)
        }
        traces[key] = (golden.fileName, bytes)
        let file = "\(path)/\(golden.fileName)"
        let kept = try FileBytes.read(file)
        guard isUpdating, kept != bytes else {
            return Answer(check: golden.check(against: kept), written: nil)
        }
        try FileBytes.makeFolder(path)
        try FileBytes.write(bytes, to: file)
        // A trace may also differ because another asset with the same name has written the stored
        // trace, so the line states whether the file is new.
        let word = kept == nil ? "written " : "replaced"
        return Answer(
            check: golden.check(against: bytes), written: "\(word) \(golden.fileName)")
    }

    /// The paths of stored traces with which no result was compared, in the order of their names.
    ///
    /// Only the files that were in the folder before the first comparison are considered.
    var unusedTraces: [String] {
        let files = (stored ?? [:]).filter { $0.key.hasSuffix(".trace") && traces[$0.key] == nil }
        return files.values.joined().sorted().map { "\(path)/\($0)" }
    }

    /// Returns the names of files whose lowercase form is `key`.
    ///
    /// Only the files that the first call found in the folder are considered.
    private mutating func storedNames(like key: String) throws(CommandFailure) -> [String] {
        if let stored { return stored[key] ?? [] }
        let folder = FilePath(path)
        let isFolder = FileStatus(following: folder)?.kind == .folder
        let names = isFolder ? try folder.names().map { String(decoding: $0, as: UTF8.self) } : []
        let found = Dictionary(grouping: names) { $0.lowercased() }
        stored = found
        return found[key] ?? []
    }

    /// Returns the failed check of a trace whose file name belongs to another trace.
    private func refusal(_ found: String, for golden: GoldenTrace) -> Answer {
        let failure = Failure(expected: "one trace for \(golden.fileName)", found: found)
        return Answer(
            check: Check("golden.name", "no other trace has this name", .failed(failure)),
            written: nil)
    }
}
