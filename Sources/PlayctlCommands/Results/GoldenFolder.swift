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
    private var names: [String: [UInt8]] = [:]

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

    /// The result of comparing a trace, and the name of its file if the trace was written.
    struct Answer {
        let check: Check
        let written: String?
    }

    /// Compares the trace of a result with the stored trace.
    ///
    /// If the folder is being updated, a trace that differs is stored instead.
    ///
    /// - Throws: ``CommandFailure`` when a file cannot be read or written.
    mutating func take(_ result: ScenarioResult) throws(CommandFailure) -> Answer {
        let golden = GoldenTrace(of: result)
        let bytes = golden.bytes
        if let other = names[golden.fileName], other != bytes {
            let failure = Failure(
                expected: "one trace for \(golden.fileName)",
                found: "another result of the same name with another trace")
            return Answer(
                check: Check("golden.name", "no other trace has this name", .failed(failure)),
                written: nil)
        }
        names[golden.fileName] = bytes
        let file = "\(path)/\(golden.fileName)"
        let kept = try FileBytes.read(file)
        guard isUpdating, kept != bytes else {
            return Answer(check: golden.check(against: kept), written: nil)
        }
        try FileBytes.makeFolder(path)
        try FileBytes.write(bytes, to: file)
        return Answer(check: golden.check(against: bytes), written: golden.fileName)
    }
}
