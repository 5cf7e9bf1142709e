import HeadlessPlayback
import Transport
import VirtualTime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Handles Ctrl-C and requests to terminate, so that a run can end with its accounts.
///
/// Requests in progress are cancelled at once. A second signal ends the tool immediately.
enum Interruption {
    /// The flag that an interruption raises.
    static let flag = CancellationFlag()

    /// Whether the tool was interrupted.
    static var hasHappened: Bool { flag.isCancelled }

    /// Starts to watch for the signals.
    static func watch() {
        // A pipe without a reader is an error of write, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        // The flag must exist before a handler needs it.
        guard !flag.isCancelled else { return }
        for number in [SIGINT, SIGTERM] {
            signal(number) { number in
                Interruption.flag.cancel()
                signal(number, SIG_DFL)
            }
        }
    }
}

/// Loads the tool's own requests until it is interrupted.
struct InterruptibleLoader: ResourceLoader {
    private let behind: any ResourceLoader

    /// Creates a loader.
    ///
    /// - Parameter hosts: The hosts that requests may go to.
    init(_ hosts: HostOptions) {
        self.init(hosts.loader())
    }

    /// Creates a loader in front of another one.
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
