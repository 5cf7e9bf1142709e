public import Transport

/// What a key server says to a request, however it is delivered.
public struct KeyServerAnswer: Sendable, Equatable {
    /// The status of HTTP.
    public var status: Int

    /// The header fields, in the order in which they are sent.
    public var headers: [HeaderField]

    /// The body.
    public var body: [UInt8]

    /// How long the server waits before it answers.
    public var delay: Duration

    /// Why the request was denied; `nil` when it was not.
    public var denial: KeyServerDenial?

    /// The content that was asked for, as text; `nil` when that is not known.
    public var content: String?

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - status: The status of HTTP.
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

    /// Creates the answer that tells of a denial: a JSON object with `error_code` and `message`.
    ///
    /// - Parameter denial: Why the request is denied.
    public init(_ denial: KeyServerDenial) {
        let text =
            "{\"error_code\":\"\(denial.code)\",\"message\":\(Self.quoted(denial.message))}\n"
        self.init(status: denial.status, contentType: "application/json", body: Array(text.utf8))
        if case .methodNotAllowed(let allowed) = denial.reason {
            headers.append(HeaderField(name: "Allow", value: allowed))
        }
        self.denial = denial
    }

    /// A text as JSON writes it.
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
