#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A temporary file without a name, for a body too large for memory.
///
/// The system removes it after its last use, even if the process crashes. The corresponding C
/// functions are `mkstemp`, `unlink` and `write`.
final class SpoolFile {
    /// The folders to try, in order; the first is usually on a disk, not in memory.
    private static let folders = ["/var/tmp", "/tmp"]

    private let url: String
    private let file: OpenFile
    private var byteCount: Int64 = 0

    /// Creates an empty file.
    ///
    /// - Parameter url: The location of the resource, for errors.
    /// - Throws: When no folder has room for it.
    init(url: String) throws(TransportError) {
        self.url = url
        for folder in Self.folders {
            var template = Array("\(folder)/headless-playback-XXXXXX".utf8CString)
            let descriptor = unsafe mkstemp(&template)
            guard descriptor >= 0 else { continue }
            unsafe unlink(template)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            file = OpenFile(adopting: descriptor, url: url)
            return
        }
        throw TransportError(url: url, cause: .failed("no place for a temporary file"))
    }

    /// Appends bytes.
    func append(_ bytes: UnsafeRawBufferPointer) throws(TransportError) {
        var done = 0
        while done < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = try unsafe file.write(rest)
            done += count
        }
        byteCount += Int64(bytes.count)
    }

    /// Returns a body with all bytes that were appended.
    func body() -> ResourceBody { ResourceBody(file, range: 0..<byteCount) }
}
