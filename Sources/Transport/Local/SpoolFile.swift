#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A temporary file without a name, for a body that is too large to be held in memory.
///
/// The system removes it when nothing reads it any more, however the process ends. The corresponding C
/// functions are `mkstemp`, `unlink` and `write`.
final class SpoolFile {
    /// The folders to try: files in the first outlive memory that serves as a disk.
    private static let folders = ["/var/tmp", "/tmp"]

    private let url: String
    private let file: OpenFile
    private var byteCount: Int64 = 0

    /// Makes an empty file.
    ///
    /// - Parameter url: The location of the resource, for errors.
    /// - Throws: When there is no place for it.
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

    /// Writes bytes behind those that are there.
    func append(_ bytes: UnsafeRawBufferPointer) throws(TransportError) {
        var done = 0
        while done < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = try unsafe file.write(rest)
            done += count
        }
        byteCount += Int64(bytes.count)
    }

    /// What was written.
    func body() -> ResourceBody { ResourceBody(file, range: 0..<byteCount) }
}
