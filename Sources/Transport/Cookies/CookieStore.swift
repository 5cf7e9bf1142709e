import VirtualTime

/// Stores the cookies that servers have set, and selects the cookies to send.
///
/// It has no list of public suffixes: a domain without a dot is refused, but a domain such as
/// `co.uk` is accepted. Reference: RFC 6265, sections 5.3 and 5.4.
struct CookieStore: Sendable {
    /// The maximum size of a cookie in bytes, name and value together.
    static let cookieByteLimit = 4096
    /// The maximum number of cookies for a domain.
    static let domainLimit = 50
    /// The maximum total number of cookies.
    static let limit = 3000
    /// The maximum lifetime of a cookie in seconds: 400 days, as in browsers.
    private static let longestLife: Int64 = 400 * 24 * 3600
    /// The start of 2000, in seconds since 1970; servers write earlier dates to remove a cookie.
    private static let removalDate: Int64 = 946_684_800

    /// A cookie with its expiry and the locations to which it is sent.
    struct Cookie: Equatable, Sendable {
        let name: String
        var value: String
        let domain: String
        let isHostOnly: Bool
        let path: String
        var isSecure: Bool
        var end: Instant?
    }

    /// The cookies in the order in which they were first set.
    private(set) var cookies: [Cookie] = []

    /// Stores the cookie of a response, or removes a cookie that the response expires.
    ///
    /// - Parameters:
    ///   - field: The parsed field.
    ///   - origin: The origin of the response.
    ///   - path: The path of the response.
    ///   - date: The date of the response in seconds since 1970; `nil` when it has none.
    ///   - now: The instant of the request.
    mutating func keep(
        _ field: SetCookie, from origin: HTTPOrigin, path: String, date: Int64?, at now: Instant
    ) {
        var domain = origin.host
        if let stated = field.domain, stated != origin.host {
            guard stated.contains("."), CookieDomain.matches(origin.host, stated) else { return }
            domain = stated
        }
        // RFC 6265bis, section 5.7: a response over an insecure connection cannot set or replace a
        // secure cookie.
        if origin.scheme != "https" {
            guard !field.isSecure else { return }
        }
        let isHostOnly = field.domain == nil || CookieDomain.isAddress(origin.host)
        let cookie = Cookie(
            name: field.name, value: field.value, domain: domain, isHostOnly: isHostOnly,
            path: field.path ?? CookiePath.standard(for: path), isSecure: field.isSecure,
            end: Self.lifetime(of: field, date: date).map { now.advanced(by: .seconds($0)) })
        let place = cookies.firstIndex {
            $0.name == cookie.name && $0.domain == cookie.domain && $0.path == cookie.path
                && $0.isHostOnly == cookie.isHostOnly
        }
        if let place, cookies[place].isSecure, origin.scheme != "https" { return }
        if let end = cookie.end, end <= now {
            if let place { cookies.remove(at: place) }
            return
        }
        if let place {
            cookies[place] = cookie
        } else {
            cookies.append(cookie)
            makeRoom(for: cookie.domain, at: now)
        }
    }

    /// Returns the lifetime of a cookie in seconds; zero or less removes it, `nil` sets no limit.
    private static func lifetime(of field: SetCookie, date: Int64?) -> Int64? {
        if let age = field.maximumAge { return min(age, longestLife) }
        guard let expires = field.expires else { return nil }
        guard let date else { return expires < removalDate ? 0 : nil }
        return min(expires.subtractingReportingOverflow(date).partialValue, longestLife)
    }

    /// Removes expired cookies, then the oldest cookies, until both cookie limits are met.
    private mutating func makeRoom(for domain: String, at now: Instant) {
        let count = cookies.count { $0.domain == domain }
        guard count > Self.domainLimit || cookies.count > Self.limit else { return }
        cookies.removeAll { $0.end.map { $0 <= now } ?? false }
        while cookies.count(where: { $0.domain == domain }) > Self.domainLimit,
            let oldest = cookies.firstIndex(where: { $0.domain == domain })
        {
            cookies.remove(at: oldest)
        }
        if cookies.count > Self.limit { cookies.removeFirst(cookies.count - Self.limit) }
    }

    /// Returns the cookies for a location: longer paths first, then older cookies first.
    func cookies(for origin: HTTPOrigin, path: String, at now: Instant) -> [Cookie] {
        let found = cookies.enumerated().filter { _, cookie in
            if let end = cookie.end, end <= now { return false }
            if cookie.isSecure, origin.scheme != "https" { return false }
            guard CookiePath.matches(path, cookie.path) else { return false }
            return cookie.isHostOnly
                ? origin.host == cookie.domain : CookieDomain.matches(origin.host, cookie.domain)
        }
        return found.sorted { lhs, rhs in
            let (left, right) = (lhs.element.path.utf8.count, rhs.element.path.utf8.count)
            return left == right ? lhs.offset < rhs.offset : left > right
        }.map(\.element)
    }
}
