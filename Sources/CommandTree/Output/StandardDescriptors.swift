#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file descriptors 0, 1 and 2, which the calling process may have closed.
///
/// If one of them is closed, the next file that is opened gets its number. Messages would then be
/// written into that file, such as a store or a report.
enum StandardDescriptors {
    /// Occupies the numbers of closed descriptors, so that no file that is opened later gets them.
    ///
    /// Reading standard input or writing to an output still fails with `EBADF`, as if the
    /// descriptor were closed.
    static func reserve() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
            // The opened file gets the lowest free number, which is the number of this closed
            // descriptor.
            let mode = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY
            _ = unsafe open("/dev/null", mode)
        }
    }
}
