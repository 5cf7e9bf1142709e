import Containers
import Sessions
import Transport
import VirtualTime

/// Loads one file of a package, on a worker thread.
struct FileFetch: Sendable {
    /// The outcome of loading the file.
    enum Arrival: Sendable {
        /// The file is complete and has its final name.
        case stored(StoredFile)
        /// The bytes are in memory, to be written after their simulated transfer.
        case carried([UInt8])
        /// The file or its bytes could not be written.
        case unwritten(StoreError)
    }

    let attempt: FetchAttempt
    let name: String
    let package: PackageFolder
    /// Whether the complete file is encrypted, so that it may start with any bytes.
    let isEncrypted: Bool
    /// Whether an encrypted file consists of whole cipher blocks.
    let hasBlocks: Bool
    /// The record of files that faults have changed; `nil` unless the file contains subtitles.
    let alteredFiles: AlteredFiles?

    /// The size of a cipher block of AES.
    private static let blockSize: Int64 = 16

    private var request: ResourceRequest { attempt.request }

    /// Loads the file and writes the bytes as they arrive; an earlier attempt is resumed.
    ///
    /// - Parameter reportArrival: Called once: with `true` as soon as all bytes have arrived, even
    ///   if they are not on the disk yet, or with `false` if the attempt ends before that.
    /// - Returns: The outcome.
    func store(reportArrival: (Bool) -> Void) -> FetchOutcome<Arrival> {
        var hasCome = false
        defer { if !hasCome { reportArrival(false) } }
        // A request that was cancelled before it started does nothing, because nothing receives its
        // result.
        if request.cancellation?.isCancelled == true {
            let error = TransportError(url: request.url, cause: .cancelled)
            return FetchOutcome(result: .failure(.transport(error)), byteCount: 0)
        }
        do throws(StoreError) {
            var file = try PackageFile(name, in: package)
            // A file gets its final name only when it is complete on the disk. A file that already
            // has this name is complete: its catalogue row may have been lost, or a cancelled
            // request may have completed the file meanwhile.
            if try file.isNamed() {
                try file.discard()
                if let found = try package.measure(name) {
                    return FetchOutcome(result: .success(.stored(found)), byteCount: 0)
                }
                file = try PackageFile(name, in: package)
            }
            var result = fetch(into: file)
            if case .failure(let error) = result, error.isOutdated, file.size > 0 {
                // The partial file belongs to a version that the server no longer has.
                try file.discard()
                file = try PackageFile(name, in: package)
                result = fetch(into: file)
            }
            if let failure = file.failure { throw failure }
            switch result {
            case .success(let received):
                let start = try file.start()
                let input = try file.input()
                if let refusal = refusal(of: start) ?? cut(input) {
                    try file.discard()
                    return FetchOutcome(result: .failure(refusal), byteCount: received)
                }
                hasCome = true
                reportArrival(true)
                // The folder is not synchronized for each file, but once for many files, before
                // their catalogue rows are written.
                let stored = try file.finish(syncsFolder: false)
                return FetchOutcome(result: .success(.stored(stored)), byteCount: received)
            case .failure(let error):
                // An oversized file is never resumed, so its partial file is discarded.
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
            request.resumption = ResourceResumption(
                offset: start, version: version, totalByteCount: file.totalByteCount)
        }
        do throws(TransportError) {
            note(try attempt.loader.load(request, into: file))
            return .success(max(0, file.size - start))
        } catch {
            return .failure(error)
        }
    }

    /// Returns an error if the first bytes of a file show that it is not media.
    private func refusal(of start: [UInt8]) -> SessionError? {
        ForeignContent.error(of: start, isEncrypted: isEncrypted).map {
            .container($0, url: request.url)
        }
    }

    /// Returns an error if the structure of a file shows that its last bytes are missing.
    private func cut(_ input: some ContainerInput) -> SessionError? {
        if let error = CutContent.error(of: input) { return .container(error, url: request.url) }
        // In a track with encrypted files, a file that is a known container is not encrypted.
        guard hasBlocks, let size = input.byteCount, size % Self.blockSize != 0,
            ContainerFormat.problem(of: input) != nil
        else { return nil }
        let reason = "its \(size) bytes are not whole cipher blocks, so it is cut off"
        return .transport(TransportError(url: request.url, cause: .failed(reason)))
    }

    /// Records whether a fault changed the bytes of the file.
    private func note(_ response: ResourceResponse) {
        alteredFiles?.note(package.url(of: name), unaltered: response.unaltered)
    }

    /// Loads the bytes into memory, before their transfer over a simulated network.
    func carry() -> FetchOutcome<Arrival> {
        do throws(StoreError) {
            if let found = try package.measure(name) {
                return FetchOutcome(result: .success(.stored(found)), byteCount: 0)
            }
        } catch {
            return FetchOutcome(result: .success(.unwritten(error)), byteCount: 0)
        }
        do throws(TransportError) {
            let response = try attempt.loader.load(request)
            note(response)
            let body = response.body
            let bytes = try body.bytes(limit: request.maximumByteCount)
            let start = Array(bytes.prefix(ForeignContent.windowSize))
            if let refusal = refusal(of: start) ?? cut(MemoryInput(bytes)) {
                return FetchOutcome(result: .failure(refusal), byteCount: body.byteCount)
            }
            return FetchOutcome(result: .success(.carried(bytes)), byteCount: body.byteCount)
        } catch {
            return FetchOutcome(result: .failure(.transport(error)), byteCount: 0)
        }
    }
}

extension TransportError {
    /// Whether the partial file does not match the version on the server.
    fileprivate var isOutdated: Bool { cause == .changed || cause == .rangeNotSatisfied }

    /// Whether the server has no resource at the location.
    var isMissing: Bool { cause == .status(404) || cause == .notFound }

    /// Whether the location may have expired, so that a new location could work.
    var suggestsExpiry: Bool {
        switch cause {
        case .status(401), .status(403), .status(410): true
        default: false
        }
    }
}

/// Loads a playlist, a key or an image into memory.
struct SmallJob: ReadingJob {
    /// The type of the job's result.
    typealias Value = Found

    /// The bytes, and their location after redirects.
    struct Found: Sendable {
        let bytes: [UInt8]
        let url: String
        /// A description of the change that a fault made to a playlist; `nil` when there is none.
        var alteration: String?
    }

    let request: ResourceRequest

    func run(_ attempt: FetchAttempt) -> FetchOutcome<Found> {
        do throws(TransportError) {
            let response = try attempt.loader.load(attempt.request)
            let limit = request.maximumByteCount
            let bytes = try response.body.bytes(limit: limit)
            var found = Found(bytes: bytes, url: response.url)
            if request.kind == .multivariantPlaylist || request.kind == .mediaPlaylist {
                found.alteration = PlaylistAlteration(in: response, limit: limit)?.text
            }
            return FetchOutcome(result: .success(found), byteCount: Int64(bytes.count))
        } catch {
            return FetchOutcome(result: .failure(.transport(error)), byteCount: 0)
        }
    }
}
