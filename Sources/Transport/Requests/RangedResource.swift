import Synchronization

/// The bytes of a resource of any size, loaded in parts of fixed size as they are read.
///
/// Such a part is called a window. The first window shows whether the server supports byte ranges.
/// If not, one response contains all bytes, within the limit of the request; local files are never
/// loaded into memory. A change of the resource between two windows is an error.
///
/// The resource is read by one thread at a time.
package final class RangedResource: Sendable {
    /// Loads the bytes of a request, or throws an error that ends the reading of the resource.
    package typealias Source =
        @Sendable (ResourceRequest) throws(TransportError) -> ResourceResponse

    /// The size in bytes of a window: the part of a resource that one request loads.
    package static let windowSize: Int64 = 1 << 20
    /// The maximum number of windows in memory.
    ///
    /// The media of each track may be stored separately, and the tracks need one window each. A
    /// file usually has fewer tracks than this maximum.
    package static let mostWindows = 16
    /// The maximum number of windows in memory for a file whose bytes are read again later.
    package static let mostKeptWindows = 256
    /// The size of the largest resource that is read in windows.
    package static let largestByteCount: Int64 = 1 << 40
    /// The average number of times that each byte may be loaded before reading fails.
    ///
    /// Windows are loaded again when a file with distant tracks is read alternately at more
    /// positions than there are windows.
    private static let mostPasses: Int64 = 8

    private enum Origin: Sendable {
        case whole(ResourceBody)
        case windows(first: ResourceResponse)
    }

    private struct State {
        /// The windows, with the most recently read one at the end.
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

    /// The size of the resource in bytes.
    package let byteCount: Int64

    /// The location of the resource after redirects.
    package let url: String

    /// Loads the first window of a resource.
    ///
    /// - Parameters:
    ///   - request: The request for the complete resource.
    ///   - limit: The maximum number of windows in memory.
    ///   - source: The function that loads the windows.
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

    /// Loads the first window, or all bytes if windows are unsupported or unnecessary.
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
                // A server refuses every range of an empty resource, so the resource is loaded
                // without a range.
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

    /// Stops loading: from now on only the windows in memory can be read.
    package func close() { state.withLock { $0.isClosed = true } }

    /// The error that ended reading early; `nil` if there is none.
    package var failure: TransportError? { state.withLock { $0.failure } }

    /// The number of bytes in the windows that are in memory.
    ///
    /// If the resource is not read in windows, the value is its complete size.
    package var heldByteCount: Int64 {
        switch origin {
        case .whole(let body): body.byteCount
        case .windows:
            state.withLock { state in state.windows.reduce(0) { $0 + $1.body.byteCount } }
        }
    }

    /// Copies bytes out of the resource, as ``ResourceBody`` does.
    ///
    /// - Returns: The number of bytes copied; zero only at or after the end.
    /// - Throws: When the bytes cannot be loaded; loading then stops permanently.
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
            throw failed(.failed("its parts are too far apart to be read in windows"))
        }
        var request = request
        request.url = url
        request.byteRange = range
        // A shorter response is not refused here. Its total size differs, so the check below
        // reports that the resource has changed.
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
