#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Lets threads wait, until time is up or nobody need wait any more.
///
/// It is a pipe: its end wakes all who wait. The corresponding C functions are `pipe` and `poll`.
final class Delays: Sendable {
    private let readEnd: Int32
    private let writeEnd: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        // Without a pipe nobody is woken early, which is all that is lost.
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

    /// Wakes all who wait, and lets nobody wait any more; it may be called once.
    func end() {
        close(writeEnd)
    }
}
