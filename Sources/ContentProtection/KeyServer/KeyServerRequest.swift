import Formats
public import Transport

/// A request to a key server, without anything that depends on the network protocol.
public struct KeyServerRequest: Sendable, Equatable {
    /// The method, in capitals.
    public var method: String

    /// The percent-decoded path, with a leading slash and without the query.
    public var path: String {
        get { String(decoding: PercentCoding.decode(encodedPath.utf8), as: UTF8.self) }
        set { encodedPath = PercentCoding.encodePath(newValue.utf8) }
    }

    /// The segments of the path between its slashes, percent-decoded; empty segments are left out.
    ///
    /// A segment contains a slash where the path as sent has `%2F`.
    public var segments: [String] {
        encodedPath.utf8.split(separator: UInt8(ascii: "/")).map {
            String(decoding: PercentCoding.decode($0), as: UTF8.self)
        }
    }

    /// The path, percent-encoded except for separators and unreserved characters.
    private var encodedPath: String

    /// The arguments of the query, in order and still percent-encoded.
    public var query: [String]

    /// The header fields.
    public var headers: [HeaderField]

    /// The body; empty when there is none.
    public var body: [UInt8]

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The method, in capitals.
    ///   - path: The path, percent-decoded, without the query.
    ///   - query: The arguments of the query.
    ///   - headers: The header fields.
    ///   - body: The body.
    public init(
        method: String = "GET", path: String, query: [String] = [],
        headers: [HeaderField] = [], body: [UInt8] = []
    ) {
        self.init(method, PercentCoding.encodePath(path.utf8), query, headers, body)
    }

    /// Creates a request with the path as it was sent.
    ///
    /// - Parameters:
    ///   - method: The method, in capitals.
    ///   - encodedPath: The path, percent-encoded, without the query.
    ///   - query: The arguments of the query.
    ///   - headers: The header fields.
    ///   - body: The body.
    public init(
        method: String = "GET", encodedPath: some StringProtocol, query: [String] = [],
        headers: [HeaderField] = [], body: [UInt8] = []
    ) {
        // Only literal slashes separate segments; a slash that was sent as `%2F` belongs to a
        // segment.
        let segments = encodedPath.utf8
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { PercentCoding.encodeSegment(PercentCoding.decode($0)) }
        self.init(method, segments.joined(separator: "/"), query, headers, body)
    }

    private init(
        _ method: String, _ encodedPath: String, _ query: [String], _ headers: [HeaderField],
        _ body: [UInt8]
    ) {
        self.method = method
        self.encodedPath = encodedPath
        self.query = query
        self.headers = headers
        self.body = body
    }
}
