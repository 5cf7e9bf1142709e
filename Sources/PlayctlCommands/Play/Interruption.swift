import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Takes note of Ctrl-C, so that a run can end with its accounts; a second one ends the tool.
enum Interruption {
    private static let flag = Atomic(false)

    /// Whether somebody interrupted the tool.
    static var hasHappened: Bool { flag.load(ordering: .relaxed) }

    /// Starts to take note.
    static func watch() {
        // A pipe that nobody reads any more is an error of write, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGINT) { _ in
            Interruption.flag.store(true, ordering: .relaxed)
            signal(SIGINT, SIG_DFL)
        }
    }
}
