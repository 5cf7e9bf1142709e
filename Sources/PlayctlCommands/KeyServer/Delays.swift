#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Delays threads until their time has elapsed or all delays are ended.
///
/// It is a pipe, whose end wakes all waiting threads. The corresponding C functions are `pipe` and
/// `poll`.
final class Delays: Sendable {
    private let readEnd: Int32
    private let writeEnd: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        // Without a pipe, threads are not woken early, which causes no other harm.
        _ = unsafe pipe(&ends)
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        close(readEnd)
    }

    /// Waits for a while.
    func wait(_ delay: Duration) {
        guard delay > .zero else { return }
        let (seconds, attoseconds) = delay.components
        let milliseconds =
            seconds >= 1_000_000
            ? Int32.max : Int32(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
        var end = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
        unsafe poll(&end, 1, milliseconds)
    }

    /// Ends all current and later waits; call once.
    func end() {
        close(writeEnd)
    }
}
