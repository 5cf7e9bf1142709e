#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The descriptors 0, 1 and 2, which a caller may have closed.
///
/// The next file that is opened would get the number of a closed one, and a store or a report would be
/// written over with what is meant for people.
enum StandardDescriptors {
    /// Fills the gaps with descriptors that fail as closed ones do: with `EBADF`.
    static func reserve() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
            // The lowest free number is given out, which is this one.
            let mode = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY
            _ = unsafe open("/dev/null", mode)
        }
    }
}
