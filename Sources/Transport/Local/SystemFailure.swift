#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A failure of the system, in words that are equal on every machine.
struct SystemFailure {
    /// The value of `errno`.
    let code: Int32

    /// The cause from the point of view of a reader of a file.
    var cause: TransportError.Cause {
        switch code {
        case ENOENT, ENOTDIR: .notFound
        case EISDIR: .isDirectory
        case EACCES, EPERM: .unreadable("permission denied")
        case ELOOP: .unreadable("too many symbolic links")
        case ENAMETOOLONG: .unreadable("the name is too long")
        case EMFILE, ENFILE: .unreadable("too many open files")
        case EIO: .unreadable("input/output error")
        case ENXIO, ENODEV: .unreadable("not a regular file")
        default: .unreadable("system error \(code)")
        }
    }
}
