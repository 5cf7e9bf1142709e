/// The requests of an asset that are sent with its header fields.
public enum HeaderReach: String, Hashable, Sendable, CaseIterable {
    /// Every request to the asset's own host and to the hosts in ``AssetOptions/headerHosts``.
    case assetHost = "asset-host"
    /// Every request to any host to which the asset refers; an app must choose this explicitly.
    case all
    /// Only requests for the asset's location or multivariant playlist, on the asset's own host.
    case topLevelOnly = "top-level-only"
    /// Every request to any host, except the requests for keys, certificates and licences.
    case notKeys = "not-keys"
}

/// The refused kinds of references from one resource of an asset to another resource.
///
/// A local resource is a file of this machine; the site of a remote resource is its host.
public struct ReferenceRestrictions: OptionSet, Hashable, Sendable {
    /// The bits, with the same values as in the simulated system.
    public let rawValue: UInt

    /// Creates restrictions from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// References from a remote resource to a local one; they are always refused.
    public static let remoteToLocal = ReferenceRestrictions(rawValue: 1)
    /// References from a local resource to a remote one.
    public static let localToRemote = ReferenceRestrictions(rawValue: 2)
    /// References from a remote resource to another host.
    public static let crossSite = ReferenceRestrictions(rawValue: 4)
    /// References from one local resource to another.
    public static let localToLocal = ReferenceRestrictions(rawValue: 8)
    /// Every reference.
    public static let all = ReferenceRestrictions(rawValue: 65_535)
    /// The default restrictions; the documentation of the simulated player states no default.
    public static let standard: ReferenceRestrictions = [.remoteToLocal]
}

/// Properties of networks; an asset may refuse the networks that have them.
public struct ConnectionTraits: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Creates traits from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A cellular network, which is also expensive.
    public static let cellular = ConnectionTraits(rawValue: 1)
    /// A network that costs money, such as a personal hotspot.
    public static let expensive = ConnectionTraits(rawValue: 2)
    /// A network in Low Data Mode.
    public static let constrained = ConnectionTraits(rawValue: 4)
}
