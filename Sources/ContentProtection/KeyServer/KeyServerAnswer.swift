import Formats
public import Transport

/// The response of a key server, regardless of its transport.
public struct KeyServerAnswer: Sendable, Equatable {
    /// The HTTP status.
    public var status: Int

    /// The header fields, in the order in which they are sent.
    public var headers: [HeaderField]

    /// The body.
    public var body: [UInt8]

    /// The delay of the response.
    public var delay: Duration

    /// The reason for the denial; `nil` for other responses.
    public var denial: KeyServerDenial?

    /// The identifier of the requested content, from the SPC; `nil` when it is unknown.
    public var content: String?

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - contentType: The media type of the body.
    ///   - body: The body.
    public init(status: Int = 200, contentType: String, body: [UInt8]) {
        self.status = status
        headers = [
            HeaderField(name: "Content-Type", value: contentType),
            HeaderField(name: "Cache-Control", value: "no-store"),
        ]
        self.body = body
        delay = .zero
        denial = nil
        content = nil
    }

    /// Creates the response for a denial: a JSON object with `error_code` and `message`.
    ///
    /// - Parameter denial: The reason for the denial.
    public init(_ denial: KeyServerDenial) {
        var json = JSONText()
        json.object { json in
            json.member("error_code", denial.code)
            json.member("message", denial.message)
        }
        json.endLine()
        self.init(status: denial.status, contentType: "application/json", body: json.bytes)
        if case .methodNotAllowed(let allowed) = denial.reason {
            headers.append(HeaderField(name: "Allow", value: allowed))
        }
        self.denial = denial
    }
}
