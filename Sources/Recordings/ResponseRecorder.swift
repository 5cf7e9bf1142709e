import Formats
import OfflineDownloads
import Synchronization
package import Transport
package import VirtualTime

/// A destination for the files of a recording.
package protocol RecordingStore: Sendable {
    /// Adds lines to the text of the recording.
    ///
    /// - Throws: ``RecordingError`` when the lines cannot be written.
    func append(_ bytes: [UInt8]) throws(RecordingError)

    /// Writes a body.
    ///
    /// - Parameters:
    ///   - bytes: The body.
    ///   - name: The name of the body's file, which does not exist yet.
    /// - Throws: ``RecordingError`` when the body cannot be written.
    func write(_ bytes: [UInt8], named name: String) throws(RecordingError)
}

/// A loader that records the server responses received by another loader.
///
/// The line of a response is written after the response's body. The last line is written when the
/// recording ends, so the recording of a killed process lacks that line. When the size limit is
/// reached or a file cannot be written, nothing more is recorded, and ``trouble`` has the reason.
package final class ResponseRecorder: ResourceLoader {
    private struct State {
        var checksum = RecordingChecksum()
        var count = 0
        var byteCount: Int64 = 0
        /// The names of the body files that were already written.
        var names: Set<String> = []
        var trouble: RecordingError?
        var hasEnded = false
    }

    /// The number of bytes that are reserved for the last line of the recording.
    private static let reserve: Int64 = 4096

    private let behind: any ResourceLoader
    private let store: any RecordingStore
    private let header: RecordedHeader
    private let now: @Sendable () -> Instant
    private let state: Mutex<State>

    /// Creates a recorder, and writes the first line.
    ///
    /// - Parameters:
    ///   - header: The first line.
    ///   - store: The destination for the files.
    ///   - behind: The loader that supplies the responses.
    ///   - now: Returns the time from the start of the recording.
    /// - Throws: ``RecordingError`` when the first line cannot be written.
    package init(
        _ header: RecordedHeader, in store: any RecordingStore, behind: any ResourceLoader,
        now: @escaping @Sendable () -> Instant
    ) throws(RecordingError) {
        self.behind = behind
        self.store = store
        self.header = header
        self.now = now
        let line = RecordingText.line(of: header)
        try store.append(line)
        var first = State()
        first.checksum.add(line)
        first.byteCount = Int64(line.count)
        state = Mutex(first)
    }

    /// The reason why something was not recorded; `nil` when nothing is missing.
    package var trouble: RecordingError? { state.withLock { $0.trouble } }

    /// The number of recorded responses.
    package var count: Int { state.withLock { $0.count } }

    package func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        // Local requests, uploads and deletions are not recorded. Responses to uploads, such as
        // licences, are secret.
        guard ResourceScheme(of: request.url).isRemote, request.upload == nil, !request.deletes
        else { return try behind.load(request) }
        let start = now()
        var observed = request
        observed.keepsFields = true
        do throws(TransportError) {
            let response = try behind.load(observed)
            var bytes: [UInt8] = []
            do throws(TransportError) {
                bytes = try response.body.bytes(limit: request.maximumByteCount)
            } catch {
                record(request, from: start, .failed("\(error.cause)"), body: nil)
                throw error
            }
            if request.kind.isPlaylist { bytes = RecordingMask.playlist(bytes) }
            record(request, from: start, outcome(of: response, bytes, for: request), body: bytes)
            return response
        } catch {
            switch error.cause {
            case .cancelled: break
            case .status(let status):
                record(
                    request, from: start,
                    .refused(
                        status: min(max(status, 300), 999),
                        retryAfter: error.retryAfter?.components.seconds),
                    body: nil)
            default: record(request, from: start, .failed("\(error.cause)"), body: nil)
            }
            throw error
        }
    }

    private func outcome(
        of response: ResourceResponse, _ bytes: [UInt8], for request: ResourceRequest
    ) -> RecordedResponse.Outcome {
        var result = RecordedResponse.Response(
            byteCount: bytes.count, checksum: Checksum.of(bytes),
            isKept: header.hasBodies || request.kind.isPlaylist)
        result.status = response.status
        if response.url != request.url {
            result.finalLocation = RecordingMask.location(response.url)
        }
        result.contentType = response.contentType
        result.totalByteCount = response.totalByteCount
        result.age = response.age
        result.fields = RecordingMask.fields(response.fields)
        return .response(result)
    }

    private func record(
        _ request: ResourceRequest, from start: Instant, _ outcome: RecordedResponse.Outcome,
        body: [UInt8]?
    ) {
        state.withLock { state in
            guard state.trouble == nil, !state.hasEnded else { return }
            let response = RecordedResponse(
                from: start, to: max(start, now()), kind: request.kind,
                location: RecordingMask.location(request.url), byteRange: request.byteRange,
                outcome)
            do throws(RecordingError) {
                try write(response, body, &state)
            } catch {
                state.trouble = error
            }
        }
    }

    private func write(
        _ response: RecordedResponse, _ body: [UInt8]?, _ state: inout State
    ) throws(RecordingError) {
        let line = RecordingText.line(of: response)
        guard line.count <= RecordingText.longestLine,
            response.location.utf8.count <= RecordingText.longestWord
        else { throw RecordingError(.tooLarge("\(RecordingText.longestLine) bytes in a line")) }
        guard state.count < RecordingText.mostResponses else {
            throw RecordingError(.tooLarge("\(RecordingText.mostResponses) responses"))
        }
        var size = Int64(line.count)
        var new: (name: String, bytes: [UInt8])?
        if case .response(let content) = response.outcome, content.isKept, let body,
            !state.names.contains(content.fileName)
        {
            new = (content.fileName, body)
            size += Int64(body.count)
        }
        guard state.byteCount + size + Self.reserve <= header.limit else {
            throw RecordingError(.tooLarge("the limit of \(header.limit) bytes"))
        }
        if let new {
            try store.write(new.bytes, named: new.name)
            state.names.insert(new.name)
        }
        try store.append(line)
        state.byteCount += size
        state.checksum.add(line)
        state.count += 1
    }

    /// Writes the last line, and ends the recording.
    ///
    /// - Throws: ``RecordingError`` when the line cannot be written, or something was not recorded.
    package func end() throws(RecordingError) {
        let trouble = state.withLock { state -> RecordingError? in
            guard !state.hasEnded else { return state.trouble }
            state.hasEnded = true
            let end = RecordedEnd(
                at: now(), count: state.count, reason: state.trouble.map { "\($0)" })
            do throws(RecordingError) {
                try store.append(RecordingText.line(of: end, after: state.checksum))
            } catch {
                state.trouble = state.trouble ?? error
            }
            return state.trouble
        }
        if let trouble { throw trouble }
    }
}
