import Formats
import CSQLite

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The location for opening a database in a folder that this process cannot write to.
///
/// The disk may be read-only, or the files may belong to another user. A reader of SQLite creates
/// two files beside a database with a log (WAL), and fails where it cannot. Existing files are
/// used. If one of them is missing, no process has the database open, so it is read without them; a
/// writer that starts at the same moment is not detected.
///
/// Reference: sqlite.org, "Read-Only Databases" (wal.html) and "URI Filenames" (uri.html).
struct FrozenDatabase: Equatable {
    /// The location for SQLite.
    let location: String

    /// Examines a database.
    ///
    /// - Returns: `nil` when it can be opened as usual, or not at all.
    init?(path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard unsafe faccessat(AT_FDCWD, folder, W_OK, AT_EACCESS) != 0,
            unsafe faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0
        else { return nil }
        let log = Self.size(of: path + "-wal")
        guard log == nil || Self.size(of: path + "-shm") == nil else { return nil }
        self.init(path: path, logSize: log ?? 0)
    }

    /// Examines a database on a full disk, which has no room for the two files of a writer.
    init(fullDiskPath path: String) {
        self.init(path: path, logSize: Self.size(of: path + "-wal") ?? 0)
    }

    private init(path: String, logSize: Int64) {
        // A non-empty log is read with an index in memory, without locks.
        let mode = logSize > 0 ? "vfs=unix-none" : "immutable=1"
        location = "file:\(PercentCoding.encodePath(path.utf8))?mode=ro&\(mode)"
    }

    private static func size(of path: String) -> Int64? {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? Int64(status.st_size) : nil
    }
}
