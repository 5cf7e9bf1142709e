import Sessions
import Transport
import VirtualTime

/// A request for a file of a package that was made and not yet answered.
final class FileUnderWay {
    /// The hold on the request.
    var request: FetchToken?
    /// The hold on the news that all of its bytes have come.
    fileprivate var arrival: EventToken?
    private let freeConnection: () -> Void
    private var hasConnection = true

    /// Creates a request that has a connection.
    ///
    /// - Parameter freeConnection: Called once, when the connection may serve another request.
    init(freeConnection: @escaping () -> Void) {
        self.freeConnection = freeConnection
    }

    /// Lets the next request have the connection: while a file gets to the disk nothing travels.
    func release() {
        guard hasConnection else { return }
        hasConnection = false
        freeConnection()
    }
}

/// Fetches a file of a package, and frees its connection as soon as all bytes have come.
struct FileJob: FetchJob {
    /// What is read.
    typealias Value = FileFetch.Arrival

    let request: ResourceRequest
    let name: String
    let package: PackageFolder
    /// Whether the bytes have yet to travel over a simulated network when they have been fetched.
    let isCarried: Bool
    let loop: EventLoop
    weak var underWay: FileUnderWay?

    func start(
        _ attempt: FetchTry, on workers: Workers
    ) -> PendingResult<FetchOutcome<FileFetch.Arrival>> {
        let fetch = FileFetch(attempt: attempt, name: name, package: package)
        if isCarried { return workers.submit { fetch.carry() } }
        let arrival = PendingResult<Bool>()
        underWay?.arrival = loop.receive(arrival) { [weak underWay] hasCome in
            if hasCome { underWay?.release() }
        }
        return workers.submit { fetch.store { arrival.fulfil($0) } }
    }
}
