import VirtualTime

/// The expiry of a token: an origin refuses the token some time after the first use.
///
/// The time is counted separately for each value of the token, so a renewed token is accepted.
public struct TokenExpiry: Hashable, Sendable {
    /// The time from the first matching request with a token to the expiry of the token.
    public var lifetime: Duration

    /// The name of the cookie that contains the token.
    ///
    /// `nil` means that the query of the request's location is the token; all requests without a
    /// query then share one token. If a name is set, a request without this cookie is refused at
    /// once.
    public var cookie: String?

    /// Creates the expiry of a token.
    ///
    /// - Parameters:
    ///   - lifetime: The time from the first use to the expiry.
    ///   - cookie: The name of the cookie that contains the token; with `nil`, the query of the
    ///     location is the token.
    public init(after lifetime: Duration, cookie: String? = nil) {
        self.lifetime = lifetime
        self.cookie = cookie
    }

    /// Returns the token of a request; `nil` for a request without the cookie.
    func token(of request: ResourceRequest) -> String? {
        guard let cookie else {
            let query = request.url.drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }
            return String(query)
        }
        return request.access?.cookie(named: cookie, of: request)
    }
}

/// Records the instant at which each token was first used in a request that a rule matched.
struct TokenUses: Sendable {
    /// The maximum number of tokens that are distinguished; further tokens do not expire.
    private static let limit = 10_000

    private var firstUses: [String: Instant] = [:]

    /// Records a request and returns whether its token has expired.
    mutating func hasExpired(
        _ request: ResourceRequest, _ expiry: TokenExpiry, at instant: Instant
    ) -> Bool {
        guard let token = expiry.token(of: request) else { return true }
        guard let first = firstUses[token] else {
            if firstUses.count < Self.limit { firstUses[token] = instant }
            return expiry.lifetime <= .zero
        }
        return first.advanced(by: expiry.lifetime) <= instant
    }
}
