import Sessions
import Transport
import VirtualTime

/// A pending request for a file of a package.
final class FileUnderWay {
    /// The token of the request.
    var request: FetchToken?
    /// The token of the event that reports the complete arrival of the file.
    fileprivate var arrival: EventToken?
    private let freeConnection: () -> Void
    private var hasConnection = true

    /// Creates a pending request, which occupies a connection.
    ///
    /// - Parameter freeConnection: Called once, when another request may use the connection.
    init(freeConnection: @escaping () -> Void) {
        self.freeConnection = freeConnection
    }

    /// Frees the connection, which is not needed for writing the file to the disk.
    func release() {
        guard hasConnection else { return }
        hasConnection = false
        freeConnection()
    }
}

/// Loads a file of a package, and frees its connection as soon as all bytes have arrived.
struct FileJob: FetchJob {
    /// The result of the job.
    typealias Value = FileFetch.Arrival

    let request: ResourceRequest
    let name: String
    let package: PackageFolder
    /// Whether the complete file is encrypted, so that it may start with any bytes.
    let isEncrypted: Bool
    /// Whether an encrypted file consists of whole cipher blocks.
    let hasBlocks: Bool
    /// The record of files that faults have changed; `nil` unless the file contains subtitles.
    let alteredFiles: AlteredFiles?
    /// Whether the loaded bytes must still be transferred over a simulated network.
    let isCarried: Bool
    let loop: EventLoop
    weak var underWay: FileUnderWay?

    func prepare(
        _ attempt: FetchAttempt, on workers: Workers
    ) -> PendingResult<FetchOutcome<FileFetch.Arrival>> {
        let fetch = FileFetch(
            attempt: attempt, name: name, package: package, isEncrypted: isEncrypted,
            hasBlocks: hasBlocks, alteredFiles: alteredFiles)
        if isCarried { return workers.submit { fetch.carry() } }
        let arrival = PendingResult<Bool>()
        underWay?.arrival = loop.receive(arrival) { [weak underWay] hasCome in
            if hasCome { underWay?.release() }
        }
        return workers.submit { fetch.store { arrival.fulfil($0) } }
    }
}
