import Formats
import CSQLite

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The URI with which SQLite opens a database without creating files next to it.
///
/// The URI is needed if the disk is read-only or full, or if this process may not write to the
/// folder. To read a database with a log (WAL), SQLite normally creates two files next to the
/// database, and fails if it cannot create them. If both files exist, they are used as usual. If
/// one of them is missing, no process has the database open, so SQLite reads the database without
/// them. A writer that opens the database at the same moment is not detected.
///
/// Reference: sqlite.org, "Read-Only Databases" (wal.html) and "URI Filenames" (uri.html).
struct FrozenDatabase: Equatable {
    /// The `file:` URI to pass to SQLite.
    let location: String

    /// Creates the URI for a database in a folder that may be read-only.
    ///
    /// - Returns: `nil` when the database can be opened as usual, or cannot be opened at all.
    init?(path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard unsafe faccessat(AT_FDCWD, folder, W_OK, AT_EACCESS) != 0,
            unsafe faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0
        else { return nil }
        let log = Self.size(of: path + "-wal")
        guard log == nil || Self.size(of: path + "-shm") == nil else { return nil }
        self.init(path: path, logSize: log ?? 0)
    }

    /// Creates the URI for a database on a full disk, where SQLite cannot create other files.
    init(fullDiskPath path: String) {
        self.init(path: path, logSize: Self.size(of: path + "-wal") ?? 0)
    }

    private init(path: String, logSize: Int64) {
        // If the log is not empty, SQLite reads it without locks and keeps the index of the log in
        // memory.
        let mode = logSize > 0 ? "vfs=unix-none" : "immutable=1"
        location = "file:\(PercentCoding.encodePath(path.utf8))?mode=ro&\(mode)"
    }

    private static func size(of path: String) -> Int64? {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? Int64(status.st_size) : nil
    }
}
