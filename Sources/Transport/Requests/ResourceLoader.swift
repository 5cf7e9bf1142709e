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
