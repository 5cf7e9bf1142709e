/// The comparison of hosts with the domains of cookies.
///
/// Reference: RFC 6265, section 5.1.3.
enum CookieDomain {
    /// Returns whether a host equals a domain or is in it; an IP address matches only itself.
    static func matches(_ host: String, _ domain: String) -> Bool {
        if host == domain { return true }
        return !domain.isEmpty && host.hasSuffix(".\(domain)") && !isAddress(host)
    }

    /// Returns whether a host is an IP address instead of a name.
    static func isAddress(_ host: String) -> Bool {
        host.hasPrefix("[")
            || host.utf8.allSatisfy { byte in
                byte == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
    }
}

/// The comparison of a request's path with the path of a cookie.
///
/// Reference: RFC 6265, section 5.1.4.
enum CookiePath {
    /// Returns the default path of a cookie: the folder of the response's location.
    static func standard(for path: String) -> String {
        guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"), slash > path.startIndex
        else { return "/" }
        return String(path[..<slash])
    }

    /// Returns whether a path equals a cookie's path or is below it.
    static func matches(_ path: String, _ cookiePath: String) -> Bool {
        if path == cookiePath { return true }
        guard path.hasPrefix(cookiePath) else { return false }
        return cookiePath.hasSuffix("/")
            || path.dropFirst(cookiePath.count).hasPrefix("/")
    }
}
