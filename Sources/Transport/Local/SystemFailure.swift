#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The failure of a system call, described by the same words on every machine.
struct SystemFailure {
    /// The value of `errno`.
    let code: Int32

    /// The cause of a transport error for a failure to read a file.
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
