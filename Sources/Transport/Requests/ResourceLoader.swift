/// Says where bytes come from.
///
/// A loader gets one resource at a time and gives up at the first failure: what a failure leads to
/// is not its business. Loaders compose by wrapping each other. ``load(_:)`` blocks, and is called
/// on many threads at a time.
public protocol ResourceLoader: Sendable {
    /// Gets a resource.
    ///
    /// - Parameter request: What is wanted.
    /// - Returns: The resource, whole, or exactly the byte range that was asked for.
    /// - Throws: Why it cannot be had.
    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse

    /// Gets a resource piece by piece, so that it need not be held in memory.
    ///
    /// The sink takes in bytes of the resource only, never those of a page that says why it cannot
    /// be had. What it took in before a failure stays there, and may be resumed. When a request
    /// resumes, and what is there turns out to be no part of what the server has, the error is
    /// ``TransportError/Cause/changed``, and the sink was left alone.
    ///
    /// A loader that does not say how it does this gets the resource as a whole first.
    ///
    /// - Parameters:
    ///   - request: What is wanted; a refusal is an error, also where the request welcomes it.
    ///   - sink: What takes in the bytes; when it fails, its error ends the transfer.
    /// - Returns: What is known of the resource, with an empty body.
    /// - Throws: Why it cannot be had, or taken in.
    func load(
        _ request: ResourceRequest, into sink: any ByteSink
    ) throws(TransportError) -> ResourceResponse
}

extension ResourceLoader {
    /// Gets a resource as a whole, and hands it over in pieces.
    ///
    /// - Parameters:
    ///   - request: What is wanted; all of it is got, whatever it resumes.
    ///   - sink: What takes in the bytes.
    /// - Returns: What is known of the resource, with an empty body.
    /// - Throws: Why it cannot be had, or taken in.
    public func load(
        _ request: ResourceRequest, into sink: any ByteSink
    ) throws(TransportError) -> ResourceResponse {
        var whole = request
        whole.resumption = nil
        whole.acceptsRefusal = false
        return try load(whole).handOver(to: sink, for: request)
    }
}

/// What a loader found.
public struct ResourceResponse: Sendable {
    /// Where the resource was in the end, after redirects.
    public var url: String

    /// The status with which a server answered; `nil` for what came from no server.
    public var status: Int?

    /// The media type that came with the resource, with its parameters; `nil` when none did.
    public var contentType: String?

    /// The size of the whole resource when only a part was asked for; `nil` when it is unknown.
    public var totalByteCount: Int64?

    /// What tells this version of the resource from others, from `ETag` or else `Last-Modified`;
    /// `nil` when the server says neither.
    public var version: String?

    /// Whether the bytes lay in a store of this machine, so that no network carried them; a simulated
    /// one does not either.
    public var isStored = false

    /// The bytes.
    public var body: ResourceBody

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - url: Where the resource was in the end.
    ///   - status: The status with which a server answered.
    ///   - contentType: The media type that came with the resource.
    ///   - totalByteCount: The size of the whole resource.
    ///   - version: What tells this version of the resource from others.
    ///   - body: The bytes.
    public init(
        url: String, status: Int? = nil, contentType: String? = nil,
        totalByteCount: Int64? = nil, version: String? = nil, body: ResourceBody
    ) {
        self.url = url
        self.status = status
        self.contentType = contentType
        self.totalByteCount = totalByteCount
        self.version = version
        self.body = body
    }
}

extension ResourceResponse {
    /// How many bytes a sink gets at a time.
    private static let pieceByteCount: Int64 = 1 << 20

    /// Hands the body to a sink, piece by piece.
    ///
    /// - Parameters:
    ///   - sink: What takes in the bytes.
    ///   - request: The request that is answered, which may be cancelled.
    /// - Returns: The answer without its body.
    /// - Throws: When a piece cannot be read or taken in, nobody waits for it any more, or the
    ///   answer is a refusal.
    package func handOver(
        to sink: any ByteSink, for request: ResourceRequest
    ) throws(TransportError) -> ResourceResponse {
        if let status, !(200...299).contains(status) {
            throw TransportError(url: request.url, cause: .status(status))
        }
        try sink.begin(at: 0, version: version)
        let largest = min(body.byteCount, Self.pieceByteCount)
        var piece = [UInt8](repeating: 0, count: Int(largest))
        var offset: Int64 = 0
        while offset < body.byteCount {
            try request.checkCancellation()
            var space = piece.mutableSpan
            var bytes = unsafe space.mutableBytes
            let count = try body.read(at: offset, into: &bytes)
            try sink.append(unsafe piece.span.bytes.extracting(first: count))
            offset += Int64(count)
        }
        var response = self
        response.body = ResourceBody([])
        return response
    }
}
