package import HeadlessPlayback
import VirtualTime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Handles Ctrl-C and termination signals, so that an interrupted run reports its results.
///
/// The first signal cancels requests in progress at once. A second signal ends the tool
/// immediately.
package enum Interruption {
    /// The flag that an interruption raises.
    package static let flag = CancellationFlag()

    /// Whether the tool was interrupted.
    package static var hasHappened: Bool { flag.isCancelled }

    /// Starts to watch for the signals.
    package static func watch() {
        // With SIGPIPE ignored, writing to a pipe without a reader returns an error and does not
        // end the process.
        signal(SIGPIPE, SIG_IGN)
        // This access initializes the lazy `flag` before a signal handler uses it.
        guard !flag.isCancelled else { return }
        for number in [SIGINT, SIGTERM] {
            signal(number) { number in
                Interruption.flag.cancel()
                signal(number, SIG_DFL)
            }
        }
    }
}
