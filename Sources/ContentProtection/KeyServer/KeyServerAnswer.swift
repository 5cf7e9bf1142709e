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

    /// The reason of the denial; `nil` for other responses.
    public var denial: KeyServerDenial?

    /// The requested content as text; `nil` when it is unknown.
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
    /// - Parameter denial: The reason of the denial.
    public init(_ denial: KeyServerDenial) {
        let text =
            "{\"error_code\":\"\(denial.code)\",\"message\":\(Self.quoted(denial.message))}\n"
        self.init(status: denial.status, contentType: "application/json", body: Array(text.utf8))
        if case .methodNotAllowed(let allowed) = denial.reason {
            headers.append(HeaderField(name: "Allow", value: allowed))
        }
        self.denial = denial
    }

    /// Returns a text as a JSON string.
    ///
    /// Reference: RFC 8259, section 7.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
