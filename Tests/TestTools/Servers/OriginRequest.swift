package import HTTPServing

/// A request as the server received it.
package struct OriginRequest: Sendable, Equatable {
    package var method: String

    /// The path, percent-decoded, without the query.
    package var path: String

    /// The arguments of the query, in order.
    package var query: [String]

    /// The values of the header fields, by field name in lower case.
    package var headers: [String: String]

    /// The body; empty when there is none.
    package var body: [UInt8] = []

    /// The port of the client; requests over one connection have the same port.
    package var port: UInt16

    /// The requested range, as written; `nil` for all bytes.
    package var range: String? { headers["range"] }

    /// The value of `If-Range`, the version whose range is requested; `nil` for any version.
    package var ifRange: String? { headers["if-range"] }
}

extension OriginRequest {
    package init(_ request: HTTPServerRequest) {
        self.init(
            method: request.method, path: request.path, query: request.query,
            headers: request.headers, body: request.body, port: request.port)
    }
}
