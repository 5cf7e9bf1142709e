import Formats

/// The value of a `Set-Cookie` header field, parsed.
///
/// Reference: RFC 6265, section 5.2.
package struct SetCookie: Hashable, Sendable {
    /// The maximum size of an attribute in bytes; longer attributes are ignored.
    private static let attributeByteLimit = 1024

    package private(set) var name: String
    package private(set) var value: String
    /// The domain in lower case, without a leading dot; `nil` means only the host of the response.
    package private(set) var domain: String?
    /// The path; `nil` means the folder of the response's location.
    package private(set) var path: String?
    package private(set) var isSecure = false
    /// The lifetime in seconds, zero or less to remove the cookie; `nil` when it is not stated.
    package private(set) var maximumAge: Int64?
    /// The expiry date in seconds since 1970; `nil` when it is not stated.
    package private(set) var expires: Int64?

    /// Parses a field; `nil` if a client must ignore it.
    ///
    /// A client ignores a field that has no name, contains control characters, is too long, or
    /// lacks an attribute that the prefix of its name requires.
    package init?(_ text: String) {
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { return nil }
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        guard let pair = parts.first, let sign = pair.firstIndex(of: "=") else { return nil }
        name = String(pair[..<sign]).trimmingSpace
        value = String(pair[pair.index(after: sign)...]).trimmingSpace
        guard !name.isEmpty,
            name.utf8.count + value.utf8.count <= CookieStore.cookieByteLimit
        else { return nil }
        for part in parts.dropFirst() where part.utf8.count <= Self.attributeByteLimit {
            let sign = part.firstIndex(of: "=") ?? part.endIndex
            let value = String(part[sign...].dropFirst()).trimmingSpace
            read(String(part[..<sign]).trimmingSpace.lowercased(), value)
        }
        // RFC 6265bis, section 4.1.3: a name with one of these prefixes requires certain
        // attributes.
        let lower = name.lowercased()
        if lower.hasPrefix("__secure-"), !isSecure { return nil }
        if lower.hasPrefix("__host-"), !isSecure || domain != nil || path != "/" { return nil }
    }

    private mutating func read(_ attribute: String, _ value: String) {
        switch attribute {
        case "domain":
            let name = value.hasPrefix(".") ? String(value.dropFirst()) : value
            if !name.isEmpty { domain = name.lowercased() }
        case "path": path = value.hasPrefix("/") ? value : nil
        case "secure": isSecure = true
        case "max-age":
            let digits = value.hasPrefix("-") ? value.dropFirst() : value[...]
            guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                return
            }
            maximumAge = value.hasPrefix("-") ? 0 : Int64(digits) ?? .max
        case "expires": if let date = CookieDate(value) { expires = date.secondsSince1970 }
        default: break
        }
    }
}
