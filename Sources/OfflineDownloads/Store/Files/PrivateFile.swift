#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Creates files that only their owner can read, regardless of the folder's permissions.
enum PrivateFile {
    /// Creates an empty file if missing.
    ///
    /// SQLite gives the files next to a database the permissions of the database file, so that they
    /// are private, too. An existing file is not opened here: closing it would release the locks
    /// that this process holds on it.
    ///
    /// - Parameter path: The path of the file.
    /// - Throws: When it cannot be created.
    static func make(_ path: String) throws(StoreError) {
        guard !path.utf8.contains(0) else { throw .invalidName(path) }
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = retrying { unsafe Int(open(path, flags, 0o600)) }
        if file >= 0 {
            close(Int32(file))
            return
        }
        let code = errno
        if code == EEXIST { return }
        if SystemReason.isFull(code) { throw .full(path: path) }
        throw .cannotOpen(path: path, reason: SystemReason.text(code) ?? "system error")
    }
}
