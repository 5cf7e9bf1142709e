import Synchronization

/// The bytes of a resource of any size, got in windows as they are read, few of them at a time.
///
/// The first window says whether the server offers byte ranges. If it does not, all bytes are got
/// at once, within the limit of the request; what lies on this machine is not held in memory
/// anyway. What has changed between two windows is refused: parts of two files are no file.
///
/// It is read by one thread at a time.
package final class RangedResource: Sendable {
    /// Gets what a request asks for, or says for good why it cannot be had.
    package typealias Source =
        @Sendable (ResourceRequest) throws(TransportError) -> ResourceResponse

    /// How many bytes are asked for at a time.
    package static let windowSize: Int64 = 1 << 20
    /// How many windows are held: more than a file has tracks that may lie apart.
    package static let mostWindows = 16
    /// How many windows are held of a file that is read again later.
    package static let mostKeptWindows = 256
    /// The largest resource that is read in windows.
    package static let largestByteCount: Int64 = 1 << 40
    /// How often every byte may be got, on average, before reading is given up.
    ///
    /// A file whose tracks lie far apart takes turns between more places than windows are held.
    private static let mostPasses: Int64 = 8

    private enum Origin: Sendable {
        case whole(ResourceBody)
        case windows(first: ResourceResponse)
    }

    private struct State {
        /// The windows held, that which was read last at the end.
        var windows: [(index: Int64, body: ResourceBody)] = []
        var requestedByteCount: Int64 = 0
        var failure: TransportError?
        var isClosed = false
    }

    private let request: ResourceRequest
    private let source: Source
    private let limit: Int
    private let origin: Origin
    private let state: Mutex<State>

    /// How many bytes there are.
    package let byteCount: Int64

    /// Where the resource is, after redirects.
    package let url: String

    /// Gets the first window of a resource.
    ///
    /// - Parameters:
    ///   - request: What is wanted, whole.
    ///   - limit: How many windows are held at most.
    ///   - source: Where windows come from.
    /// - Throws: When there is no such resource, or it is too large.
    package init(
        _ request: ResourceRequest, holding limit: Int = mostWindows,
        from source: @escaping Source
    ) throws(TransportError) {
        let (origin, response) = try Self.open(request, source)
        self.request = request
        self.source = source
        self.limit = max(1, limit)
        self.origin = origin
        url = response.url
        switch origin {
        case .whole(let body):
            byteCount = body.byteCount
            state = Mutex(State())
        case .windows(let first):
            byteCount = first.totalByteCount ?? first.body.byteCount
            guard byteCount <= Self.largestByteCount else {
                let cause = TransportError.Cause.tooLarge(limit: Self.largestByteCount)
                throw TransportError(url: request.url, cause: cause)
            }
            state = Mutex(State(windows: [(0, first.body)]))
        }
    }

    /// Finds out how the resource is to be had.
    private static func open(
        _ request: ResourceRequest, _ source: Source
    ) throws(TransportError) -> (Origin, ResourceResponse) {
        if ResourceScheme(of: request.url).isRemote {
            var probe = request
            probe.byteRange = 0..<windowSize
            probe.acceptsShorterRange = true
            var response: ResourceResponse?
            do throws(TransportError) {
                response = try source(probe)
            } catch {
                // There may be no byte at all, and then there is no range of bytes.
                guard error.cause == .rangeNotSatisfied else { throw error }
            }
            if let response {
                let count = response.body.byteCount
                if count < windowSize || response.totalByteCount == count {
                    return (.whole(response.body), response)
                }
                if count == windowSize, response.status ?? 206 == 206,
                    response.totalByteCount != nil
                {
                    return (.windows(first: response), response)
                }
            }
        }
        let response = try source(request)
        return (.whole(response.body), response)
    }

    /// Asks for nothing any more: from now on only what is held can be read.
    package func close() { state.withLock { $0.isClosed = true } }

    /// Why reading ended early; `nil` while it has not.
    package var failure: TransportError? { state.withLock { $0.failure } }

    /// How many bytes are held in memory at most, or those of the whole where there are no ranges.
    package var heldByteCount: Int64 {
        switch origin {
        case .whole(let body): body.byteCount
        case .windows:
            state.withLock { state in state.windows.reduce(0) { $0 + $1.body.byteCount } }
        }
    }

    /// Copies bytes out of the resource, as ``ResourceBody`` does.
    ///
    /// - Returns: How many bytes were copied; zero only at or after the end.
    /// - Throws: When they cannot be had; from then on nothing is asked for any more.
    package func read(
        at offset: Int64, into destination: inout MutableRawSpan
    ) throws(TransportError) -> Int {
        switch origin {
        case .whole(let body): return try body.read(at: offset, into: &destination)
        case .windows(let first):
            guard offset < byteCount else { return 0 }
            let index = offset / Self.windowSize
            let window = try window(index, like: first)
            return try window.read(at: offset - index * Self.windowSize, into: &destination)
        }
    }

    private func window(
        _ index: Int64, like first: ResourceResponse
    ) throws(TransportError) -> ResourceBody {
        let held = try state.withLock { state throws(TransportError) -> ResourceBody? in
            if let failure = state.failure { throw failure }
            guard let place = state.windows.lastIndex(where: { $0.index == index }) else {
                return nil
            }
            let window = state.windows.remove(at: place)
            state.windows.append(window)
            return window.body
        }
        if let held { return held }
        if state.withLock({ $0.isClosed }) { throw failed(.cancelled) }
        do throws(TransportError) {
            let body = try load(index, like: first)
            state.withLock { state in
                if state.windows.count >= limit { state.windows.removeFirst() }
                state.windows.append((index, body))
            }
            return body
        } catch {
            state.withLock { $0.failure = error }
            throw error
        }
    }

    private func load(
        _ index: Int64, like first: ResourceResponse
    ) throws(TransportError) -> ResourceBody {
        let start = index * Self.windowSize
        let range = start..<min(start + Self.windowSize, byteCount)
        let count = range.upperBound - range.lowerBound
        let requested = state.withLock { state in
            state.requestedByteCount += count
            return state.requestedByteCount
        }
        guard requested / Self.mostPasses <= byteCount + Self.windowSize else {
            throw failed(.failed("its parts lie too far apart to be read in windows"))
        }
        var request = request
        request.url = url
        request.byteRange = range
        // A resource that has become shorter has changed; that is told by its new size.
        request.acceptsShorterRange = true
        let response: ResourceResponse
        do throws(TransportError) {
            response = try source(request)
        } catch {
            throw error.cause == .rangeNotSatisfied ? failed(.changed) : error
        }
        guard response.status == first.status, response.totalByteCount == byteCount,
            response.version == first.version, response.body.byteCount == count
        else { throw failed(.changed) }
        return response.body
    }

    private func failed(_ cause: TransportError.Cause) -> TransportError {
        TransportError(url: request.url, cause: cause)
    }
}
