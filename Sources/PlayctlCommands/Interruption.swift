import HeadlessPlayback
import Transport
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
enum Interruption {
    /// The flag that an interruption raises.
    static let flag = CancellationFlag()

    /// Whether the tool was interrupted.
    static var hasHappened: Bool { flag.isCancelled }

    /// Starts to watch for the signals.
    static func watch() {
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

/// A loader for the tool's own requests; it cancels them when the tool is interrupted.
struct InterruptibleLoader: ResourceLoader {
    private let behind: any ResourceLoader

    /// Creates a loader.
    ///
    /// - Parameter hosts: The hosts that requests may go to.
    init(_ hosts: HostOptions) {
        self.init(hosts.loader())
    }

    /// Creates a loader that passes its requests to another loader.
    init(_ behind: any ResourceLoader) {
        self.behind = behind
    }

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        try behind.load(interruptible(request))
    }

    func load(
        _ request: ResourceRequest, into sink: any ByteSink
    ) throws(TransportError) -> ResourceResponse {
        try behind.load(interruptible(request), into: sink)
    }

    private func interruptible(_ request: ResourceRequest) -> ResourceRequest {
        var request = request
        request.cancellation = CancellationFlag(under: Interruption.flag)
        return request
    }
}
