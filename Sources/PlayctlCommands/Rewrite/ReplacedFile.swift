import CommandTree
import Formats
import HeadlessPlayback

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Replaces a file atomically.
///
/// If the path is a symbolic link, the link itself is replaced, and the link's target remains.
enum ReplacedFile {
    /// Writes a file under a temporary name, and renames it when it is complete.
    ///
    /// - Parameters:
    ///   - bytes: The contents.
    ///   - path: The path.
    /// - Throws: ``CommandFailure`` when it cannot be written; the existing file then remains.
    static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
        let part = temporaryPath(of: path)
        unsafe unlink(part)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = unsafe open(part, flags, 0o644)
        guard descriptor >= 0 else { throw failure(path) }
        do {
            let file = OutputStream(descriptor: descriptor, ownsDescriptor: true)
            file.write(bytes)
            file.flush()
            guard !file.isClosed else {
                let failure = failure(path)
                unsafe unlink(part)
                throw failure
            }
        }
        guard unsafe rename(part, path) == 0 else {
            let failure = failure(path)
            unsafe unlink(part)
            throw failure
        }
    }

    /// Returns the path under which the contents of a file are written first.
    static func temporaryPath(of path: String) -> String { path + ".part" }

    private static func failure(_ path: String) -> CommandFailure {
        CommandFailure(
            .failed, "\(SafeText.line(path)): cannot be written: \(lastSystemError())")
    }
}
