/// A cookie that an app sets for an asset.
public struct AssetCookie: Hashable, Sendable {
    /// The name.
    public var name: String

    /// The value, a secret.
    public var value: String

    /// The host that receives the cookie, or, with a leading dot, a domain and all hosts in it.
    ///
    /// `nil` means the hosts that receive the header fields of the asset.
    public var domain: String?

    /// The path at and below which the cookie is sent.
    public var path: String

    /// Whether the cookie is sent over `https` only.
    public var isSecure: Bool

    /// Creates a cookie.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    ///   - domain: The host that receives the cookie, or, with a leading dot, a domain.
    ///   - path: The path at and below which the cookie is sent.
    ///   - isSecure: Whether the cookie is sent over `https` only.
    public init(
        name: String, value: String, domain: String? = nil, path: String = "/",
        isSecure: Bool = false
    ) {
        self.name = name
        self.value = value
        self.domain = domain
        self.path = path
        self.isSecure = isSecure
    }

    /// Creates a cookie from `name=value`; `nil` if malformed.
    package init?(_ text: String) {
        guard let sign = text.firstIndex(of: "=") else { return nil }
        self.init(name: String(text[..<sign]), value: String(text[text.index(after: sign)...]))
        if problem != nil { return nil }
    }

    /// The reason why the cookie cannot be sent; `nil` when it can.
    ///
    /// The reason does not contain the value of the cookie. Reference: RFC 6265, section 4.1.1;
    /// values with spaces or quotation marks occur and are accepted.
    package var problem: String? {
        guard HeaderFieldRules.isToken(name) else {
            return "a cookie has a name that is not a token"
        }
        guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: ";") }) else {
            return "the value of the cookie \(name) has a semicolon or a control character"
        }
        guard name.utf8.count + value.utf8.count <= CookieStore.cookieByteLimit else {
            return "the cookie \(name) has more than \(CookieStore.cookieByteLimit) bytes"
        }
        return nil
    }

    /// Returns whether a location may receive the cookie, by its domain, path and scheme.
    func fits(_ origin: HTTPOrigin, path: String) -> Bool {
        if isSecure, origin.scheme != "https" { return false }
        guard CookiePath.matches(path, self.path) else { return false }
        guard let domain = domain?.lowercased() else { return true }
        return domain.hasPrefix(".")
            ? CookieDomain.matches(origin.host, String(domain.dropFirst()))
            : origin.host == domain
    }
}
