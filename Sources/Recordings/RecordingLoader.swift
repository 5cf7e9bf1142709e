import Formats
import OfflineDownloads
import Synchronization
package import Transport
import VirtualTime

/// Answers requests to servers from a recording, and passes on all other requests.
///
/// A response depends only on the request and its instant. A request to a server is refused if it
/// was not recorded, so nothing is requested from a network. ``troubles`` lists these refused
/// requests, and the damaged bodies.
package final class RecordingLoader: ResourceLoader {
    private static let mostTroubles = 20

    private let recording: Recording
    private let folder: String
    private let root: String
    private let behind: any ResourceLoader
    private let found = Mutex(Troubles())

    /// The reasons why requests were not answered.
    private struct Troubles {
        /// The reasons that concern absent or damaged recorded bodies; all others are in `others`.
        var bodies: [String] = []
        var others: [String] = []
    }

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - recording: The recording.
    ///   - folder: The path of its folder.
    ///   - location: The location that represents the asset.
    ///   - behind: The loader that reads the recorded bodies from files, and that loads locations
    ///     which have no server.
    package init(
        _ recording: Recording, in folder: String, at location: String,
        behind: any ResourceLoader
    ) {
        self.recording = recording
        self.folder = folder
        root = location
        self.behind = behind
    }

    /// Reads the recording in a folder.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder.
    ///   - loader: The loader that reads the files.
    /// - Returns: The recording.
    /// - Throws: ``RecordingError`` when the recording cannot be read.
    package static func recording(
        in folder: String, with loader: any ResourceLoader
    ) throws(RecordingError) -> Recording {
        var request = ResourceRequest(
            url: "\(folder)/\(RecordingText.fileName)", kind: .other)
        request.maximumByteCount = Int64(RecordingText.longestText)
        let bytes: [UInt8]
        do throws(TransportError) {
            bytes = try loader.load(request).body.bytes(limit: request.maximumByteCount)
        } catch {
            throw RecordingError(.unreadable("\(error)"), underlying: error)
        }
        return try Recording(bytes)
    }

    /// The reasons why requests were not answered, sorted, at most 20 of each kind.
    ///
    /// Each reason is listed once. Reasons that concern absent or damaged bodies come first,
    /// because the other reasons may follow from them: a player that lacks a body may make requests
    /// that were never recorded.
    package var troubles: [String] { found.withLock { $0.bodies.sorted() + $0.others.sorted() } }

    package func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        let isRoot = request.url == root
        guard isRoot || ResourceScheme(of: request.url).isRemote else {
            return try behind.load(request)
        }
        guard request.upload == nil, !request.deletes else {
            throw refusal(request, "uploads are never recorded")
        }
        let location = isRoot ? recording.header.location : RecordingMask.location(request.url)
        let instant = request.access?.instant ?? .start
        let finding = recording.finding(
            location, request.byteRange, kind: isRoot ? .multivariantPlaylist : request.kind,
            at: instant
        ) { response in
            guard case .response(let content) = response.outcome else { return nil }
            return try? body(content, at: response.location, for: request)
        }
        switch finding {
        case .nothing(let reason): throw refusal(request, reason)
        case .response(let response, let available):
            do throws(TransportError) {
                var result = try self.response(to: request, response, location)
                if available > instant { result.heldUntil = available }
                return result
            } catch {
                var error = error
                if available > instant { error.heldUntil = available }
                throw error
            }
        }
    }

    private func response(
        to request: ResourceRequest, _ recorded: RecordedResponse, _ location: String
    ) throws(TransportError) -> ResourceResponse {
        switch recorded.outcome {
        case .refused(let status, let retryAfter):
            throw TransportError(
                url: request.url, cause: .status(status),
                retryAfter: retryAfter.map { .seconds($0) })
        case .failed(let reason):
            throw TransportError(url: request.url, cause: .failed("recorded: \(reason)"))
        case .response(let content):
            guard content.isKept else {
                throw refusal(request, "the recording has no bodies of media")
            }
            var bytes = try body(content, at: recorded.location, for: request)
            var total = content.totalByteCount
            if let range = request.byteRange, recorded.byteRange == nil {
                guard range.upperBound <= bytes.count else {
                    throw TransportError(url: request.url, cause: .rangeNotSatisfied)
                }
                total = Int64(bytes.count)
                bytes = Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)])
            }
            guard bytes.count <= request.maximumByteCount else {
                throw TransportError(
                    url: request.url, cause: .tooLarge(limit: request.maximumByteCount))
            }
            var response = ResourceResponse(
                url: content.finalLocation ?? location, status: content.status,
                contentType: content.contentType, totalByteCount: total,
                body: ResourceBody(bytes))
            response.age = content.age
            response.fields = content.fields
            return response
        }
    }

    /// Returns a body as it was recorded.
    private func body(
        _ content: RecordedResponse.Response, at location: String, for request: ResourceRequest
    ) throws(TransportError) -> [UInt8] {
        guard content.isKept else { throw refusal(request, "the recording has no such body") }
        var file = ResourceRequest(
            url: "\(folder)/\(RecordingText.bodyFolder)/\(content.fileName)", kind: .other)
        file.maximumByteCount = max(Int64(content.byteCount), 1)
        let bytes: [UInt8]
        do throws(TransportError) {
            bytes = try behind.load(file).body.bytes(limit: file.maximumByteCount)
        } catch {
            throw refusal(
                request, "the recorded body \(content.fileName) \(error.cause)", isOfBody: true)
        }
        guard bytes.count == content.byteCount, Checksum.of(bytes) == content.checksum else {
            throw refusal(
                request, "the recorded body \(content.fileName) is damaged", isOfBody: true)
        }
        return bytes
    }

    private func refusal(
        _ request: ResourceRequest, _ reason: String, isOfBody: Bool = false
    ) -> TransportError {
        let text = "\(SafeText.url(request.url)): \(reason)"
        found.withLock { found in
            let known = isOfBody ? found.bodies : found.others
            guard known.count < Self.mostTroubles, !known.contains(text) else { return }
            if isOfBody { found.bodies.append(text) } else { found.others.append(text) }
        }
        return TransportError(url: request.url, cause: .failed(reason))
    }
}
