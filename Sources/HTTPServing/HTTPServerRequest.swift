/// A request received by an HTTP server.
package struct HTTPServerRequest: Sendable {
    package var method: String

    /// The path, percent-decoded, without the query.
    package var path: String

    /// The arguments of the query, in order.
    package var query: [String]

    /// The header fields by their names in lower case.
    package var headers: [String: String]

    /// The body; empty when there is none, and when it exceeds the size limit.
    package var body: [UInt8]

    /// Whether the body exceeds the size limit.
    package var isBodyTooLarge: Bool

    /// The client port; requests over one connection share it.
    package var port: UInt16
}
