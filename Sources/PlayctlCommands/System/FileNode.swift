#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The device and inode numbers of a file or folder, which are the same under every path to it.
struct FileNode: Hashable {
    private let device: UInt64
    private let number: UInt64

    /// Returns the identity of the file that a path leads to; `nil` when there is none.
    init?(following path: FilePath) {
        var status = stat()
        guard unsafe stat(path.terminated, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Returns the identity of the file or link at a path; `nil` when there is none.
    init?(of path: FilePath) {
        var status = stat()
        guard unsafe lstat(path.terminated, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }
}
