import CommandTree
import Recordings

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The folder of a recording in progress, readable only by its owner.
///
/// The corresponding C functions are `mkdir`, `open` and `write`.
final class RecordingFolder: RecordingStore {
    private let path: String
    private let descriptor: Int32
    /// Whether this recording created the folder.
    private let isNew: Bool

    /// Creates the folder, its file for the recorded lines, and its folder for response bodies.
    ///
    /// - Parameter path: The path of the folder; an existing folder must be empty.
    /// - Throws: ``CommandFailure`` when the folder cannot be created or is not empty.
    init(_ path: String) throws(CommandFailure) {
        self.path = path
        var names: [String] = []
        isNew = unsafe mkdir(path, 0o700) == 0
        if !isNew {
            guard errno == EEXIST, let list = Self.names(in: path) else {
                throw CommandFailure(.failed, "\(path): cannot be made: \(lastSystemError())")
            }
            names = list
        }
        guard names.isEmpty else {
            throw CommandFailure(
                .usage, "\(path): is not empty: a recording needs a folder of its own")
        }
        let bodies = "\(path)/\(RecordingText.bodyFolder)"
        guard unsafe chmod(path, 0o700) == 0, unsafe mkdir(bodies, 0o700) == 0 else {
            throw CommandFailure(.failed, "\(bodies): cannot be made: \(lastSystemError())")
        }
        descriptor = Self.create("\(path)/\(RecordingText.fileName)")
        guard descriptor >= 0 else {
            throw CommandFailure(
                .failed, "\(path)/\(RecordingText.fileName): \(lastSystemError())")
        }
    }

    deinit { close(descriptor) }

    /// Removes the files and folders that were created for a recording without responses.
    ///
    /// The corresponding C functions are `unlink` and `rmdir`.
    func remove() {
        _ = unsafe unlink("\(path)/\(RecordingText.fileName)")
        _ = unsafe rmdir("\(path)/\(RecordingText.bodyFolder)")
        if isNew { _ = unsafe rmdir(path) }
    }

    func append(_ bytes: [UInt8]) throws(RecordingError) {
        guard Self.writeAll(bytes, to: descriptor) else {
            throw RecordingError(
                .unwritten("\(path)/\(RecordingText.fileName): \(lastSystemError())"))
        }
    }

    func write(_ bytes: [UInt8], named name: String) throws(RecordingError) {
        let file = "\(path)/\(RecordingText.bodyFolder)/\(name)"
        let body = Self.create(file)
        guard body >= 0 else {
            throw RecordingError(.unwritten("\(file): \(lastSystemError())"))
        }
        let isWritten = Self.writeAll(bytes, to: body)
        let cause = lastSystemError()
        guard close(body) == 0, isWritten else {
            throw RecordingError(.unwritten("\(file): \(cause)"))
        }
    }

    private static func create(_ path: String) -> Int32 {
        unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var start = 0
        while start < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe systemWrite(
                    descriptor, buffer.baseAddress?.advanced(by: start), buffer.count - start)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            start += count
        }
        return true
    }

    /// Returns at most one name from a folder, enough to determine whether the folder is empty.
    ///
    /// The array is empty for an empty folder. The result is `nil` when the folder cannot be
    /// opened.
    private static func names(in path: String) -> [String]? {
        guard let stream = unsafe opendir(path) else { return nil }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
            if names.count > 0 { break }
        }
        return names
    }
}

private func systemWrite(
    _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int
) -> Int {
    unsafe write(descriptor, bytes, count)
}
