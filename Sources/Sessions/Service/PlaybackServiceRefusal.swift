import Formats

/// One error in the answer of a playback service.
public struct PlaybackServiceRefusal: Hashable, Sendable {
    /// The maximum number of errors that are read from an answer.
    private static let mostErrors = 100
    /// The length to which the text of an error is truncated, in Unicode scalars.
    private static let longestText = 1000

    /// The code, such as `ACCESS_DENIED`.
    public var code: String

    /// The more specific code, such as `CLIENT_GEO`; `nil` when there is none.
    public var subcode: String?

    /// The text of the error; `nil` when there is none.
    public var message: String?

    /// The country of the client according to the service; `nil` when the service states none.
    public var clientCountry: String?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - subcode: The more specific code.
    ///   - message: The text.
    ///   - clientCountry: The country of the client.
    public init(
        code: String, subcode: String? = nil, message: String? = nil, clientCountry: String? = nil
    ) {
        self.code = code
        self.subcode = subcode
        self.message = message
        self.clientCountry = clientCountry
    }
}

extension PlaybackServiceRefusal {
    /// Reads an error; `nil` for an object without an error code.
    private init?(_ entry: PropertyValue, code codeKey: String, subcode subcodeKey: String) {
        guard let code = entry[codeKey]?.string else { return nil }
        self.init(
            code: Self.cut(code), subcode: entry[subcodeKey]?.string.map(Self.cut),
            message: entry["message"]?.string.map(Self.cut),
            clientCountry: entry["client_geo"]?.string.map(Self.cut))
    }

    /// Reads the errors in an answer.
    ///
    /// The answer is a list of objects, a single object, or the error object of the service for
    /// concurrent streams.
    ///
    /// - Parameter answer: The answer.
    /// - Returns: The errors; empty when the answer has another form.
    static func list(in answer: PropertyValue) -> [PlaybackServiceRefusal] {
        if let error = answer["error"] {
            return [Self(error, code: "code", subcode: "sub_code")].compactMap { $0 }
        }
        return (answer.array ?? [answer]).prefix(mostErrors).compactMap { entry in
            Self(entry, code: "error_code", subcode: "error_subcode")
        }
    }

    private static func cut(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(longestText)))
    }
}

extension PlaybackServiceRefusal: CustomStringConvertible {
    /// The code, the subcode and the text on one line.
    public var description: String {
        let code = subcode.map { "\(self.code) (\($0))" } ?? self.code
        return SafeText.line(message.map { "\(code): \($0)" } ?? code)
    }
}
