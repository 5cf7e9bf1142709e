import VirtualTime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file descriptor to wait for, and the readiness that ends the wait.
struct Interest: Equatable {
    /// The descriptor.
    var descriptor: Int32
    /// Whether the wait ends when the descriptor is readable.
    var reads = true
    /// Whether the wait ends when the descriptor is writable.
    var writes = false
}

/// Waits for several file descriptors at the same time.
enum Readiness {
    /// Waits until a descriptor is ready, or the time has passed.
    ///
    /// The corresponding C function is `poll`.
    ///
    /// - Parameters:
    ///   - interests: The descriptors.
    ///   - patience: The longest time to wait, rounded up to milliseconds.
    /// - Returns: The descriptors that are ready, or that have failed.
    static func wait(for interests: [Interest], atMost patience: Duration) -> Set<Int32> {
        var requests = interests.map { interest in
            pollfd(
                fd: interest.descriptor,
                events: Int16((interest.reads ? POLLIN : 0) | (interest.writes ? POLLOUT : 0)),
                revents: 0)
        }
        let (seconds, attoseconds) = patience.components
        let wait = min(max(seconds, 0), 3600) * 1000 + max(attoseconds, 0) / 1_000_000_000_000_000
        let rest = attoseconds % 1_000_000_000_000_000 > 0 ? 1 : 0
        guard unsafe poll(&requests, nfds_t(requests.count), Int32(wait) + Int32(rest)) > 0 else {
            return []
        }
        return Set(requests.filter { $0.revents != 0 }.map(\.fd))
    }
}
