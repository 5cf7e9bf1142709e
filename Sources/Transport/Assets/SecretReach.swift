import Formats

/// The requests that carry secrets of an asset: header fields, cookies without a domain, or logins.
package struct SecretReach: Hashable, Sendable {
    /// The kinds of requests; `nil` means `HeaderReach.assetHost`.
    package var reach: HeaderReach?
    /// Further hosts that receive the secrets.
    package var hosts: [String]
    /// The location that determines the asset's own host; `nil` means the location of the source.
    package var ownLocation: String?

    /// Creates a reach.
    package init(reach: HeaderReach? = nil, hosts: [String] = [], ownLocation: String? = nil) {
        self.reach = reach
        self.hosts = hosts
        self.ownLocation = ownLocation
    }
}

extension AssetOptions {
    /// The requests that carry the header fields.
    var fieldReach: SecretReach {
        get { SecretReach(reach: headerReach, hosts: headerHosts, ownLocation: ownLocation) }
        set {
            headerReach = newValue.reach
            headerHosts = newValue.hosts
            ownLocation = newValue.ownLocation
        }
    }

    /// Applies the same change to the reaches of the header fields, the cookies and the logins.
    ///
    /// - Parameter change: Changes a reach.
    package mutating func changeReaches(_ change: (inout SecretReach) -> Void) {
        change(&fieldReach)
        for reach in [\AssetOptions.cookieReach, \.loginReach] {
            guard var value = self[keyPath: reach] else { continue }
            change(&value)
            self[keyPath: reach] = value
        }
    }
}

/// The hosts to which a `SecretReach` permits an asset's secrets to be sent.
struct SecretHosts {
    private let reach: HeaderReach
    /// The location of the asset.
    private let location: String
    private let home: HTTPOrigin?
    private let hosts: [HostPattern]

    /// Determines the hosts that receive an asset's secrets, from a reach and the asset's location.
    init(_ reach: SecretReach, location: String) {
        self.reach = reach.reach ?? .assetHost
        self.location = location
        let own = reach.ownLocation ?? location
        home =
            ResourceScheme(of: own).isRemote
            ? HTTPOrigin(of: PercentCoding.encodeForbidden(in: own)) : nil
        hosts = reach.hosts.compactMap { HostPattern($0) }
    }

    /// Returns whether a request carries the secrets.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - origin: The origin to which it is sent.
    /// - Returns: Whether it carries them.
    func receive(_ request: ResourceRequest, at origin: HTTPOrigin) -> Bool {
        switch reach {
        case .all: true
        case .notKeys: request.kind != .key
        case .assetHost: contain(origin)
        case .topLevelOnly:
            contain(origin)
                && (request.kind == .multivariantPlaylist || request.url == location)
        }
    }

    /// Returns whether an origin is on the asset's own host or on one of the further hosts.
    func contain(_ origin: HTTPOrigin) -> Bool {
        if let home {
            if origin.isReached(from: home) { return true }
            if home.scheme == "https", origin.scheme != "https" { return false }
        }
        return hosts.contains { $0.fits(origin) }
    }
}
