import Sessions
import Transport
import VirtualTime

/// Everything that a worker thread needs to fetch one file of a package.
struct SegmentFetch: Sendable {
    /// What came of it.
    enum Outcome: Sendable {
        /// The file has its final name.
        case stored(StoredFile)
        /// The bytes, for who writes them when they have arrived.
        case carried([UInt8])
        /// The bytes came and could not be written.
        case unwritten(StoreError)
    }

    var request: ResourceRequest
    let loader: any ResourceLoader
    let name: String
    let package: PackageFolder

    /// Fetches the file, goes on where an earlier try ended, and writes while bytes come.
    ///
    /// - Parameter tellArrival: Told once whether all bytes have come, ahead of their way to the disk.
    /// - Returns: What came of it.
    func store(tellArrival: (Bool) -> Void) -> FetchAttempt<Outcome> {
        var hasCome = false
        defer { if !hasCome { tellArrival(false) } }
        // Nobody waits for what was given up before its turn came.
        if request.cancellation?.isCancelled == true {
            let error = TransportError(url: request.url, cause: .cancelled)
            return FetchAttempt(result: .failure(.transport(error)), byteCount: 0)
        }
        do throws(StoreError) {
            var file = try PackageFile(name, in: package)
            // A file gets its name only when all of it is on the disk; its row may have been lost, or
            // a request that was given up finished it while this one waited for it.
            if try file.isNamed() {
                try file.discard()
                if let found = try package.measure(name) {
                    return FetchAttempt(result: .success(.stored(found)), byteCount: 0)
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
                return FetchAttempt(result: .success(.stored(stored)), byteCount: received)
            case .failure(let error):
                // What is too large is not gone on with.
                if case .tooLarge = error.cause { try file.discard() }
                return FetchAttempt(result: .failure(.transport(error)), byteCount: 0)
            }
        } catch {
            return FetchAttempt(result: .success(.unwritten(error)), byteCount: 0)
        }
    }

    private func fetch(into file: PackageFile) -> Result<Int64, TransportError> {
        var request = request
        let start = file.size
        if start > 0, let version = file.version {
            request.resumption = ResourceResumption(offset: start, version: version)
        }
        do throws(TransportError) {
            _ = try loader.load(request, into: file)
            return .success(max(0, file.size - start))
        } catch {
            return .failure(error)
        }
    }

    /// Fetches the bytes into memory: for a simulated network, over which they have yet to travel.
    func carry() -> FetchAttempt<Outcome> {
        do throws(StoreError) {
            if let found = try package.measure(name) {
                return FetchAttempt(result: .success(.stored(found)), byteCount: 0)
            }
        } catch {
            return FetchAttempt(result: .success(.unwritten(error)), byteCount: 0)
        }
        do throws(TransportError) {
            let body = try loader.load(request).body
            let bytes = try body.bytes(limit: request.maximumByteCount)
            return FetchAttempt(result: .success(.carried(bytes)), byteCount: body.byteCount)
        } catch {
            return FetchAttempt(result: .failure(.transport(error)), byteCount: 0)
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

/// Everything that a worker thread needs to fetch a playlist, a key or a picture into memory.
struct SmallFetch: Sendable {
    var request: ResourceRequest
    let loader: any ResourceLoader

    /// What came: the bytes and where they were in the end.
    struct Found: Sendable {
        let bytes: [UInt8]
        let url: String
    }

    func run() -> FetchAttempt<Found> {
        do throws(TransportError) {
            let response = try loader.load(request)
            let bytes = try response.body.bytes(limit: request.maximumByteCount)
            return FetchAttempt(
                result: .success(Found(bytes: bytes, url: response.url)),
                byteCount: Int64(bytes.count))
        } catch {
            return FetchAttempt(result: .failure(.transport(error)), byteCount: 0)
        }
    }
}
