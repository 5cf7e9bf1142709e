import Formats
package import VirtualTime

/// The options, cookies and location of the asset to which a request belongs.
///
/// They determine whether the request is permitted, and which header fields and cookies are sent.
/// ``HTTPRoute`` applies them at each location of a request, so a redirect is treated like a
/// separate request.
package struct AssetAccess: Sendable {
    /// The data that all requests of an asset share, stored once.
    private final class Rules: Sendable {
        let options: AssetOptions
        let jar: CookieJar
        let location: String
        /// The hosts that receive the header fields.
        let fieldHosts: SecretHosts
        /// The hosts that receive the cookies without a domain.
        let cookieHosts: SecretHosts
        /// The hosts that receive the logins.
        let loginHosts: SecretHosts
        let problem: String?
        let isPlain: Bool

        init(_ options: AssetOptions, location: String, jar: CookieJar) {
            self.options = options
            self.location = location
            self.jar = jar
            fieldHosts = SecretHosts(options.fieldReach, location: location)
            cookieHosts =
                options.cookieReach.map { SecretHosts($0, location: location) } ?? fieldHosts
            loginHosts =
                options.loginReach.map { SecretHosts($0, location: location) } ?? fieldHosts
            problem = options.problem
            isPlain = options.isEmpty
        }
    }

    private let rules: Rules
    /// The properties of the device's network at the time of the request.
    package var connection: ConnectionTraits = []
    /// The virtual time of the request, which determines whether cookies have expired.
    package var instant = Instant.start
    /// The number of earlier similar requests, by which a simulated broadcast selects a server.
    ///
    /// Similar requests are for the same kind of resource in the same folder.
    package var ordinal = 0

    /// Creates the access of an asset.
    ///
    /// - Parameters:
    ///   - options: The options of the asset.
    ///   - location: The location of the asset.
    ///   - jar: The cookies that servers have set.
    package init(_ options: AssetOptions, location: String, jar: CookieJar) {
        rules = Rules(options, location: location, jar: jar)
    }

    /// Returns the access for another device.
    ///
    /// The other device has the location of the asset, but not the options and the cookies.
    package func ofOtherDevice() -> AssetAccess {
        AssetAccess(AssetOptions(), location: rules.location, jar: CookieJar())
    }

    /// The options of the asset.
    package var options: AssetOptions { rules.options }

    /// The options of the asset; `nil` when none is set.
    package var ownOptions: AssetOptions? { rules.isPlain ? nil : rules.options }

    /// The cookies that servers have set.
    package var jar: CookieJar { rules.jar }

    // MARK: Refusals

    /// Returns the reason why a request is forbidden; `nil` when it is permitted.
    package func refusal(of request: ResourceRequest) -> TransportError.Cause? {
        if rules.isPlain { return nil }
        if let problem = rules.problem { return .forbidden(problem) }
        let isRemote = ResourceScheme(of: request.url).isRemote
        if isRemote, let networkRefusal { return networkRefusal }
        guard let referrer = request.referrer else { return nil }
        let restrictions = options.referenceRestrictions ?? .standard
        switch (ResourceScheme(of: referrer).isRemote, isRemote) {
        case (false, true) where restrictions.contains(.localToRemote):
            return .forbidden("the asset does not let a local resource lead to a remote one")
        case (false, false)
        where restrictions.contains(.localToLocal) && ResourceScheme(of: request.url).isLocal:
            return .forbidden("the asset does not let a local resource lead to a local one")
        case (true, true)
        where restrictions.contains(.crossSite)
            && HTTPOrigin(of: referrer)?.host != HTTPOrigin(of: request.url)?.host:
            return .forbidden("the asset does not let a resource lead to another host")
        default: return nil
        }
    }

    /// The reason why the device's network is forbidden; `nil` when it is permitted.
    package var networkRefusal: TransportError.Cause? {
        refusedNetwork.map { .forbidden("the asset does not allow \($0) network") }
    }

    /// Whether redirects to other hosts are refused.
    var refusesOtherHosts: Bool {
        options.referenceRestrictions?.contains(.crossSite) ?? false
    }

    private var refusedNetwork: String? {
        let isCellular = connection.contains(.cellular)
        if isCellular, options.allowsCellularAccess == false { return "a cellular" }
        if isCellular || connection.contains(.expensive),
            options.allowsExpensiveNetworkAccess == false
        {
            return "an expensive"
        }
        if connection.contains(.constrained), options.allowsConstrainedNetworkAccess == false {
            return "a constrained"
        }
        return nil
    }

    // MARK: Fields

    /// Returns the header fields to send with a request, including the fields of the asset.
    ///
    /// A field of the request replaces the asset's field of the same name. For `Cookie`, the
    /// cookies of the request and of the asset are combined.
    ///
    /// - Parameters:
    ///   - request: The request at the location.
    ///   - origin: The origin of the location.
    /// - Returns: The fields to send, in order.
    func fields(of request: ResourceRequest, at origin: HTTPOrigin) -> [HeaderField] {
        var fields = request.headers
        var taken = Set(fields.map { $0.name.lowercased() })
        if rules.fieldHosts.receive(request, at: origin) {
            for field in options.headerFields where !taken.contains(field.name.lowercased()) {
                fields.append(field)
            }
            taken.formUnion(options.headerFields.map { $0.name.lowercased() })
        }
        if !taken.contains("authorization"), rules.loginHosts.contain(origin),
            let login = login(for: origin), HTTPOrigin.user(in: request.url) == nil
        {
            fields.append(HeaderField(name: "Authorization", value: login.authorization))
        }
        let cookies = cookieText(for: request, at: origin)
        guard !cookies.isEmpty else { return fields }
        let given = fields.filter { $0.name.lowercased() == "cookie" }.map(\.value)
        fields.removeAll { $0.name.lowercased() == "cookie" }
        let text = (given + [cookies]).joined(separator: "; ")
        return fields + [HeaderField(name: "Cookie", value: text)]
    }

    private func login(for origin: HTTPOrigin) -> NetrcEntry? {
        options.logins.first { $0.machine?.lowercased() == origin.host }
            ?? options.logins.first { $0.machine == nil }
    }

    // MARK: Cookies

    /// Returns the value of the `Cookie` header field for a request; empty if no cookie applies.
    package func cookieText(for request: ResourceRequest) -> String {
        let url = PercentCoding.encodeForbidden(in: request.url)
        return HTTPOrigin(of: url).map { cookieText(for: request, at: $0) } ?? ""
    }

    private func cookieText(for request: ResourceRequest, at origin: HTTPOrigin) -> String {
        if options.cookies.isEmpty, jar.isUntouched { return "" }
        let path = HTTPOrigin.path(of: request.url)
        let stored = jar.cookies(for: origin, path: path, at: instant)
        // A cookie that a server has set replaces a cookie of the app with the same name.
        let renewed = Set(stored.map(\.name))
        let given = options.cookies.filter { cookie in
            guard !renewed.contains(cookie.name), cookie.fits(origin, path: path) else {
                return false
            }
            return cookie.domain != nil || rules.cookieHosts.receive(request, at: origin)
        }
        return (given.map { ($0.name, $0.value) } + stored.map { ($0.name, $0.value) })
            .map { "\($0)=\($1)" }.joined(separator: "; ")
    }

    /// Returns the value of the named cookie of a request; `nil` if there is no such cookie.
    func cookie(named name: String, of request: ResourceRequest) -> String? {
        let url = PercentCoding.encodeForbidden(in: request.url)
        guard ResourceScheme(of: url).isRemote, let origin = HTTPOrigin(of: url) else { return nil }
        for field in fields(of: request, at: origin) where field.name.lowercased() == "cookie" {
            for pair in field.value.split(separator: ";") {
                let text = pair.drop { $0 == " " }
                guard let sign = text.firstIndex(of: "="), text[..<sign] == name else { continue }
                return String(text[text.index(after: sign)...])
            }
        }
        return nil
    }

    /// Stores the cookies of a response.
    ///
    /// - Parameters:
    ///   - texts: The values of `Set-Cookie`.
    ///   - url: The location of the response.
    ///   - date: The date of the response in seconds since 1970; `nil` when it has none.
    package func keep(_ texts: [String], from url: String, date: Int64?) {
        guard !texts.isEmpty, let origin = HTTPOrigin(of: PercentCoding.encodeForbidden(in: url))
        else { return }
        let path = HTTPOrigin.path(of: url)
        for text in texts {
            guard let cookie = SetCookie(text) else { continue }
            jar.keep(cookie, from: origin, path: path, date: date, at: instant)
        }
    }

    // MARK: Session identifier

    /// Returns the location of a request; for playlists, with the session identifier added.
    func identified(_ request: ResourceRequest) -> String {
        guard let identifier = options.primarySessionIdentifier,
            request.kind == .multivariantPlaylist || request.kind == .mediaPlaylist
        else { return request.url }
        let value = String(
            decoding: identifier.utf8.filter { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || byte == UInt8(ascii: "-")
            }, as: UTF8.self)
        let base = request.url.prefix { $0 != "#" }
        let mark = base.contains("?") ? "&" : "?"
        return "\(base)\(mark)_HLS_primary_id=\(value)"
    }
}
