#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Describes system errors in the same words on every platform.
enum SystemReason {
    /// Returns whether an `errno` value means a full disk or quota, or an excessive file size.
    static func isFull(_ code: Int32) -> Bool {
        code == ENOSPC || code == EDQUOT || code == EFBIG
    }

    /// Returns a description of a value of `errno`; `nil` for zero.
    static func text(_ code: Int32) -> String? {
        switch code {
        case 0: nil
        case ENOENT: "no such file"
        case ENOTDIR: "not a folder"
        case EISDIR: "is a folder"
        case EEXIST: "exists already"
        case ENOTEMPTY: "the folder is not empty"
        case EACCES, EPERM: "permission denied"
        case EROFS: "the disk can only be read"
        case ELOOP: "a symbolic link"
        case ENAMETOOLONG: "the name is too long"
        case EMFILE, ENFILE: "too many open files"
        case ENOSPC, EDQUOT: "the disk is full"
        case EFBIG: "the file is too large"
        case EIO: "input/output error"
        case EBADF: "the file is closed"
        default: "system error \(code)"
        }
    }

    /// Returns the store error for a failed system call.
    ///
    /// - Parameters:
    ///   - code: The value of `errno`.
    ///   - path: The path passed to the system call.
    /// - Returns: The error.
    static func error(_ code: Int32, _ path: String) -> StoreError {
        if isFull(code) { return .full(path: path) }
        switch code {
        case ELOOP: return .unsafeFile(path: path, reason: "a symbolic link")
        case EROFS: return .readOnly(path: path)
        default: return .io(path: path, reason: text(code) ?? "system error")
        }
    }
}
