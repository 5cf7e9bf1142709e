#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Delays threads, each for its own duration or until all delays are ended.
///
/// The threads wait on a pipe; closing the pipe wakes all of them. The corresponding C functions
/// are `pipe` and `poll`.
final class Delays: Sendable {
    private let readEnd: Int32
    private let writeEnd: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        // If the pipe cannot be created, `end` does not wake threads early; each thread then waits
        // for its whole delay.
        _ = unsafe pipe(&ends)
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        close(readEnd)
    }

    /// Waits for a duration, or until all delays are ended.
    func wait(_ delay: Duration) {
        guard delay > .zero else { return }
        let (seconds, attoseconds) = delay.components
        let milliseconds =
            seconds >= 1_000_000
            ? Int32.max : Int32(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
        var end = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
        unsafe poll(&end, 1, milliseconds)
    }

    /// Ends all current and later waits; the owner calls this method only once.
    func end() {
        close(writeEnd)
    }
}
