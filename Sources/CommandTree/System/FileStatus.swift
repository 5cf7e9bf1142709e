#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The kind, the identity and the size of a file.
///
/// The corresponding C functions are `stat`, `lstat` and `fstat`.
package struct FileStatus {
    /// The kinds of files.
    package enum Kind {
        case file, folder, link, pipe, other
    }

    /// The kind of the file.
    package let kind: Kind
    /// The identity of the file.
    package let node: FileNode
    /// The size of the file in bytes.
    package let byteCount: Int

    /// Examines the file that a path leads to; `nil` when there is none.
    package init?(following path: FilePath) {
        var status = stat()
        guard unsafe stat(path.terminated, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Examines a path without following links; `nil` when nothing exists at the path.
    package init?(of path: FilePath) {
        var status = stat()
        guard unsafe lstat(path.terminated, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Examines an open file; `nil` when the descriptor is not open.
    package init?(descriptor: Int32) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            case S_IFIFO: .pipe
            default: .other
            }
        node = FileNode(
            device: UInt64(truncatingIfNeeded: status.st_dev),
            number: UInt64(truncatingIfNeeded: status.st_ino))
        byteCount = Int(status.st_size)
    }
}
