/// The options with which an app requests an asset: header fields, cookies and networks.
///
/// If a value is not set, a less specific level determines it; see ``merged(over:)``. The values
/// of header fields and cookies are secrets: descriptions show only their names.
///
/// Source: `Documentation/JWPlayer.md#asset-options`.
public struct AssetOptions: Hashable, Sendable {
    /// The header fields to send, in order; empty means not set.
    public var headerFields: [HeaderField] = []

    /// The requests that carry the header fields; `nil` means `HeaderReach.assetHost`.
    ///
    /// This reach applies only to the header fields and cookies that the same level of options
    /// sets.
    public var headerReach: HeaderReach?

    /// Further hosts to which the header fields, and the cookies without a domain, are sent.
    ///
    /// They apply only to the fields and cookies of the same level of options. Each is a pattern as
    /// in `HTTPOptions.allowedHosts`. The fields of an `https` asset are never sent over `http`.
    public var headerHosts: [String] = []

    /// The cookies to send; empty means not set.
    public var cookies: [AssetCookie] = []

    /// The `User-Agent` of every request; `nil` means the loader's own value.
    public var userAgent: String?

    /// Whether requests may use a cellular network; `nil` permits it.
    public var allowsCellularAccess: Bool?

    /// Whether requests may use an expensive network, including a cellular one; `nil` permits it.
    public var allowsExpensiveNetworkAccess: Bool?

    /// Whether requests may use a constrained network (Low Data Mode); `nil` permits it.
    public var allowsConstrainedNetworkAccess: Bool?

    /// The media type that determines the format instead of the file extension; `nil` when not set.
    public var overrideMIMEType: String?

    /// The kinds of references from one resource to another that are refused.
    ///
    /// `nil` means `ReferenceRestrictions.standard`.
    public var referenceRestrictions: ReferenceRestrictions?

    /// The session identifier to send in playlist requests as `_HLS_primary_id`; `nil` for none.
    public var primarySessionIdentifier: String?

    /// The logins for servers that require HTTP Basic authentication, from a netrc file.
    package var logins: [NetrcEntry] = []

    /// The hosts that requests of the asset may go to, redirects included.
    ///
    /// Each is a pattern as in `HTTPOptions.allowedHosts`, which applies as well. If the list is
    /// empty, the options restrict no request.
    package var allowedHosts: [String] = []

    /// The location that determines the asset's own host; `nil` means the location of the source.
    package var ownLocation: String?

    /// The requests that carry the cookies without a domain.
    ///
    /// `nil` means the requests that carry the header fields. Another value results from a merge if
    /// the cookies and the header fields come from different levels.
    package var cookieReach: SecretReach?

    /// The requests that carry the logins, and the hosts that receive them.
    ///
    /// `nil` means the requests and hosts of the header fields. Another value results from a merge,
    /// as for ``cookieReach``.
    package var loginReach: SecretReach?

    /// Creates options without any value.
    public init() {}

    /// Returns these options; each option that is not set has the value of a less specific level.
    ///
    /// Header fields, cookies and logins keep the reach and the hosts of the level that sets them.
    /// No other level can change the hosts that receive a secret. If a level sets only a reach or
    /// hosts, they have no effect on the secrets of another level.
    ///
    /// - Parameter general: The options of the less specific level.
    /// - Returns: The combined options.
    public func merged(over general: AssetOptions) -> AssetOptions {
        var merged = self
        let fieldLevel = headerFields.isEmpty ? general : self
        merged.headerFields = fieldLevel.headerFields
        if !fieldLevel.headerFields.isEmpty {
            merged.fieldReach = fieldLevel.fieldReach
        } else if fieldReach == SecretReach() {
            merged.fieldReach = general.fieldReach
        }
        let cookieLevel = cookies.isEmpty ? general : self
        merged.cookies = cookieLevel.cookies
        let cookieReach = cookieLevel.cookieReach ?? cookieLevel.fieldReach
        let sharesCookieReach = merged.cookies.isEmpty || cookieReach == merged.fieldReach
        merged.cookieReach = sharesCookieReach ? nil : cookieReach
        let loginLevel = logins.isEmpty ? general : self
        merged.logins = loginLevel.logins
        // An `Authorization` field of the less specific level would replace the more specific
        // logins.
        if headerFields.isEmpty, !logins.isEmpty {
            merged.headerFields.removeAll { $0.name.lowercased() == "authorization" }
        }
        let loginReach = loginLevel.loginReach ?? loginLevel.fieldReach
        let sharesLoginReach = merged.logins.isEmpty || loginReach == merged.fieldReach
        merged.loginReach = sharesLoginReach ? nil : loginReach
        if allowedHosts.isEmpty { merged.allowedHosts = general.allowedHosts }
        merged.userAgent = userAgent ?? general.userAgent
        merged.allowsCellularAccess = allowsCellularAccess ?? general.allowsCellularAccess
        merged.allowsExpensiveNetworkAccess =
            allowsExpensiveNetworkAccess ?? general.allowsExpensiveNetworkAccess
        merged.allowsConstrainedNetworkAccess =
            allowsConstrainedNetworkAccess ?? general.allowsConstrainedNetworkAccess
        merged.overrideMIMEType = overrideMIMEType ?? general.overrideMIMEType
        merged.referenceRestrictions = referenceRestrictions ?? general.referenceRestrictions
        merged.primarySessionIdentifier =
            primarySessionIdentifier ?? general.primarySessionIdentifier
        return merged
    }

    /// Whether no option is set.
    package var isEmpty: Bool { self == AssetOptions() }

    /// The first option that cannot be sent, and the reason; `nil` if all options can be sent.
    package var problem: String? {
        for field in headerFields {
            if let problem = HeaderFieldRules.problem(of: field) { return problem }
        }
        for cookie in cookies { if let problem = cookie.problem { return problem } }
        if let userAgent, !HeaderFieldRules.isValue(userAgent) {
            return "the user agent has a control character"
        }
        let reached = headerHosts + (cookieReach?.hosts ?? []) + (loginReach?.hosts ?? [])
        let hosts = allowedHosts + reached
        if let pattern = hosts.first(where: { HostPattern($0) == nil }) {
            return "no host: \(pattern)"
        }
        return nil
    }
}

extension AssetOptions: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The names of the options that are set, without any value.
    public var description: String {
        var parts = headerFields.map { "header \($0.name)" } + cookies.map { "cookie \($0.name)" }
        if userAgent != nil { parts.append("user agent") }
        if !logins.isEmpty { parts.append("logins") }
        if !allowedHosts.isEmpty { parts.append("allowed hosts") }
        if allowsCellularAccess == false { parts.append("no cellular network") }
        if allowsExpensiveNetworkAccess == false { parts.append("no expensive network") }
        if allowsConstrainedNetworkAccess == false { parts.append("no constrained network") }
        if overrideMIMEType != nil { parts.append("media type") }
        if referenceRestrictions != nil { parts.append("reference restrictions") }
        if primarySessionIdentifier != nil { parts.append("session identifier") }
        return parts.isEmpty ? "none" : parts.joined(separator: ", ")
    }

    /// The names of the options that are set, without any value.
    public var debugDescription: String { description }

    /// A mirror without children, so that no dump shows a value.
    public var customMirror: Mirror { Mirror(self, children: [Mirror.Child]()) }
}
