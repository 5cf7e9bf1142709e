package import VirtualTime

/// A source of bytes.
///
/// A loader loads one resource at a time and fails at the first error; the caller decides on
/// retries. Loaders compose by wrapping each other. ``load(_:)`` blocks and is called on many
/// threads at a time.
public protocol ResourceLoader: Sendable {
    /// Loads a resource.
    ///
    /// - Parameter request: The request.
    /// - Returns: The complete resource, or exactly the requested byte range.
    /// - Throws: The reason why the resource cannot be loaded.
    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse

    /// Loads a resource piece by piece, so that it need not be held in memory.
    ///
    /// The sink receives only bytes of the resource, never bytes of an error page. The sink keeps
    /// the bytes that it received before a failure, and a later request can resume after them. If
    /// the resumed request finds that these bytes are not part of the server's version, it fails
    /// with ``TransportError/Cause/changed`` and does not call the sink.
    ///
    /// The default implementation loads the complete resource first.
    ///
    /// - Parameters:
    ///   - request: The request; a refusal is an error, even if the request accepts refusals.
    ///   - sink: The receiver of the bytes; its error ends the transfer.
    /// - Returns: The response, with an empty body.
    /// - Throws: The reason why the resource cannot be loaded or stored.
    func load(
        _ request: ResourceRequest, into sink: any ByteSink
    ) throws(TransportError) -> ResourceResponse
}

extension ResourceLoader {
    /// Loads the complete resource, then passes it to the sink in pieces.
    ///
    /// - Parameters:
    ///   - request: The request; its resumption is ignored, and the complete range is loaded.
    ///   - sink: The receiver of the bytes.
    /// - Returns: The response, with an empty body.
    /// - Throws: The reason why the resource cannot be loaded or stored.
    public func load(
        _ request: ResourceRequest, into sink: any ByteSink
    ) throws(TransportError) -> ResourceResponse {
        var whole = request
        whole.resumption = nil
        whole.acceptsRefusal = false
        return try load(whole).handOver(to: sink, for: request)
    }
}

/// The response of a loader.
public struct ResourceResponse: Sendable {
    /// The location of the resource after redirects.
    public var url: String

    /// The status of the server's response; `nil` if no server was involved.
    public var status: Int?

    /// The media type with its parameters; `nil` when there is none.
    public var contentType: String?

    /// The size of the complete resource, even if only a part was requested; `nil` when unknown.
    public var totalByteCount: Int64?

    /// The validator of this version, from `ETag` or else `Last-Modified`; `nil` if there is none.
    public var version: String?

    /// Whether the response states the version of the resource, as a cache requires.
    ///
    /// A local file is treated like a file on a server that states the version.
    package var namesVersion: Bool { version != nil || ResourceScheme(of: url) == .file }

    /// Whether the bytes come from a local store.
    ///
    /// Such a response needs no transfer over a real or simulated network.
    public var isStored = false

    /// The body of the response.
    public var body: ResourceBody

    /// The instant until which a simulated server delays the response; `nil` means no delay.
    package var heldUntil: Instant?

    /// The time in seconds since the response was made, from `Age`; `nil` if the field is missing.
    package var age: Int?

    /// The body before an injected fault changed it in a way that no client can see.
    ///
    /// It is `nil` if there was no such fault.
    package var unaltered: ResourceBody?

    /// Descriptions of the changes that faults made to the playlists of a stored asset.
    ///
    /// The faults occurred when the asset was downloaded. Only the response that contains the first
    /// playlist of the asset has these descriptions.
    package var storedAlterations: [String] = []

    /// The fields of the header in order, if the request requires them.
    package var fields: [HeaderField] = []

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - url: The location of the resource after redirects.
    ///   - status: The status of the server's response.
    ///   - contentType: The media type.
    ///   - totalByteCount: The size of the complete resource.
    ///   - version: The validator of this version.
    ///   - body: The body of the response.
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
    /// The number of bytes passed to a sink at a time.
    private static let pieceByteCount: Int64 = 1 << 20

    /// Passes the body to a sink, piece by piece.
    ///
    /// - Parameters:
    ///   - sink: The receiver of the bytes.
    ///   - request: The request, which may be cancelled.
    /// - Returns: The response without its body.
    /// - Throws: When a piece cannot be read or stored, the request is cancelled, or the response
    ///   is a refusal.
    package func handOver(
        to sink: any ByteSink, for request: ResourceRequest
    ) throws(TransportError) -> ResourceResponse {
        if let status, !(200...299).contains(status) {
            throw TransportError(url: request.url, cause: .status(status))
        }
        try sink.begin(at: 0, version: version, totalByteCount: totalByteCount)
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
