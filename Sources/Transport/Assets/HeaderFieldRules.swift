/// The rules for header fields that a user or an app adds to requests.
///
/// Reference: RFC 9110, sections 5.1 (Field Names), 5.5 (Field Values) and 7.6.1 (Connection).
package enum HeaderFieldRules {
    /// The maximum size of a field in bytes, name and value together.
    package static let byteLimit = 16 << 10

    private static let reserved: [String: String] = [
        "host": "the location decides it",
        "content-length": "the body decides it",
        "transfer-encoding": "the body decides it",
        "range": "the player decides which bytes it requests",
        "if-range": "the player decides which bytes it requests",
        "connection": "it belongs to one connection",
        "keep-alive": "it belongs to one connection",
        "proxy-connection": "it belongs to one connection",
        "proxy-authorization": "it belongs to the proxy",
        "proxy-authenticate": "it belongs to the proxy",
        "te": "it belongs to one connection",
        "trailer": "it belongs to one connection",
        "upgrade": "it belongs to one connection",
        "expect": "it belongs to one connection",
        "accept-encoding": "the player decides what it can decompress",
    ]

    /// Returns the reason why a field cannot be added; `nil` when it can.
    ///
    /// The reason does not contain the value of the field.
    package static func problem(of field: HeaderField) -> String? {
        guard isToken(field.name) else { return "a header field has a name that is not a token" }
        let name = field.name
        if let reason = reserved[name.lowercased()] {
            return "the header field \(name) cannot be set: \(reason)"
        }
        guard isValue(field.value) else {
            return "the value of the header field \(name) has a control character"
        }
        guard name.utf8.count + field.value.utf8.count <= byteLimit else {
            return "the header field \(name) has more than \(byteLimit) bytes"
        }
        return nil
    }

    /// Returns whether a text is a token, the required form of a header field's name.
    package static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
    }

    /// Returns whether a text can be the value of a field.
    package static func isValue(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}
