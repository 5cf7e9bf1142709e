import Sessions
import Transport
import VirtualTime

/// Fetches one file of a package, on a worker thread.
struct FileFetch: Sendable {
    /// What became of the file.
    enum Arrival: Sendable {
        /// The file has its final name.
        case stored(StoredFile)
        /// The bytes, for who writes them when they have arrived.
        case carried([UInt8])
        /// The bytes came and could not be written.
        case unwritten(StoreError)
    }

    let attempt: FetchTry
    let name: String
    let package: PackageFolder

    private var request: ResourceRequest { attempt.request }

    /// Fetches the file, goes on where an earlier try ended, and writes while bytes come.
    ///
    /// - Parameter tellArrival: Receives once whether all bytes have come, ahead of their way to the
    ///   disk.
    /// - Returns: The outcome.
    func store(tellArrival: (Bool) -> Void) -> FetchOutcome<Arrival> {
        var hasCome = false
        defer { if !hasCome { tellArrival(false) } }
        // Nobody waits for what was given up before its turn came.
        if request.cancellation?.isCancelled == true {
            let error = TransportError(url: request.url, cause: .cancelled)
            return FetchOutcome(result: .failure(.transport(error)), byteCount: 0)
        }
        do throws(StoreError) {
            var file = try PackageFile(name, in: package)
            // A file gets its name only when all of it is on the disk; its row may have been lost, or
            // a request that was given up finished it while this one waited for it.
            if try file.isNamed() {
                try file.discard()
                if let found = try package.measure(name) {
                    return FetchOutcome(result: .success(.stored(found)), byteCount: 0)
                }
                file = try PackageFile(name, in: package)
            }
            var result = fetch(into: file)
            if case .failure(let error) = result, error.isOutdated, file.size > 0 {
                // What is there belongs to a version that the server no longer has.
                try file.discard()
                file = try PackageFile(name, in: package)
                result = fetch(into: file)
            }
            if let failure = file.failure { throw failure }
            switch result {
            case .success(let received):
                hasCome = true
                tellArrival(true)
                // The name is made sure of for many files at once, before their rows are written.
                let stored = try file.finish(syncsFolder: false)
                return FetchOutcome(result: .success(.stored(stored)), byteCount: received)
            case .failure(let error):
                // What is too large is not gone on with.
                if case .tooLarge = error.cause { try file.discard() }
                return FetchOutcome(result: .failure(.transport(error)), byteCount: 0)
            }
        } catch {
            return FetchOutcome(result: .success(.unwritten(error)), byteCount: 0)
        }
    }

    private func fetch(into file: PackageFile) -> Result<Int64, TransportError> {
        var request = request
        let start = file.size
        if start > 0, let version = file.version {
            request.resumption = ResourceResumption(offset: start, version: version)
        }
        do throws(TransportError) {
            _ = try attempt.loader.load(request, into: file)
            return .success(max(0, file.size - start))
        } catch {
            return .failure(error)
        }
    }

    /// Fetches the bytes into memory: for a simulated network, over which they have yet to travel.
    func carry() -> FetchOutcome<Arrival> {
        do throws(StoreError) {
            if let found = try package.measure(name) {
                return FetchOutcome(result: .success(.stored(found)), byteCount: 0)
            }
        } catch {
            return FetchOutcome(result: .success(.unwritten(error)), byteCount: 0)
        }
        do throws(TransportError) {
            let body = try attempt.loader.load(request).body
            let bytes = try body.bytes(limit: request.maximumByteCount)
            return FetchOutcome(result: .success(.carried(bytes)), byteCount: body.byteCount)
        } catch {
            return FetchOutcome(result: .failure(.transport(error)), byteCount: 0)
        }
    }
}

extension TransportError {
    /// Whether what is there already does not fit what the server has.
    fileprivate var isOutdated: Bool { cause == .changed || cause == .rangeNotSatisfied }

    /// Whether the location may have been good once: another one may be.
    var suggestsExpiry: Bool {
        switch cause {
        case .status(401), .status(403), .status(410): true
        default: false
        }
    }
}

/// Fetches a playlist, a key or a picture into memory.
struct SmallJob: ReadingJob {
    /// What is read.
    typealias Value = Found

    /// The bytes, and where they were in the end.
    struct Found: Sendable {
        let bytes: [UInt8]
        let url: String
    }

    let request: ResourceRequest

    func run(_ attempt: FetchTry) -> FetchOutcome<Found> {
        do throws(TransportError) {
            let response = try attempt.loader.load(attempt.request)
            let bytes = try response.body.bytes(limit: request.maximumByteCount)
            return FetchOutcome(
                result: .success(Found(bytes: bytes, url: response.url)),
                byteCount: Int64(bytes.count))
        } catch {
            return FetchOutcome(result: .failure(.transport(error)), byteCount: 0)
        }
    }
}
