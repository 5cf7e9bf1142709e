#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The signals that stop a server, blocked until a thread waits for them.
///
/// The corresponding C functions are `pthread_sigmask` and `sigwait`.
struct StopSignals {
    private var set = sigset_t()

    /// Blocks the signals on this thread and on all threads that it starts later.
    init() {
        // With SIGPIPE ignored, writing to a client that has disconnected returns an error and does
        // not end the process.
        signal(SIGPIPE, SIG_IGN)
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, SIGINT)
        unsafe sigaddset(&set, SIGTERM)
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Waits for one of the signals.
    ///
    /// A signal is the usual end of a server, so a verb that serves exits with success after either
    /// signal.
    func wait() {
        var set = set
        var signal: Int32 = 0
        while unsafe sigwait(&set, &signal) != 0 {}
    }
}
