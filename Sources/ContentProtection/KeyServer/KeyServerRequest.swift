public import Transport

/// A request to a key server, regardless of its transport.
public struct KeyServerRequest: Sendable, Equatable {
    /// The method, in capitals.
    public var method: String

    /// The percent-decoded path, with a leading slash and without the query.
    public var path: String

    /// The arguments of the query as written, in order.
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
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }
}
