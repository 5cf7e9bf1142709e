import Foundation
import HeadlessPlayback
public import Transport

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The key of an asset option: the header fields, as `[String: String]`.
public let AVURLAssetHTTPHeaderFieldsKey = "AVURLAssetHTTPHeaderFieldsKey"

#if !canImport(AVFoundation)
    // The system's constants, for platforms without AVFoundation.

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The key of an asset option: whether cellular networks may be used.
    public let AVURLAssetAllowsCellularAccessKey = "AVURLAssetAllowsCellularAccessKey"
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The key of an asset option: whether expensive networks may be used.
    public let AVURLAssetAllowsExpensiveNetworkAccessKey =
        "AVURLAssetAllowsExpensiveNetworkAccessKey"
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The key of an asset option: whether constrained networks may be used.
    public let AVURLAssetAllowsConstrainedNetworkAccessKey =
        "AVURLAssetAllowsConstrainedNetworkAccessKey"
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The key of an asset option: the cookies, as `[AssetCookie]`.
    public let AVURLAssetHTTPCookiesKey = "AVURLAssetHTTPCookiesKey"
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The key of an asset option: the user agent.
    public let AVURLAssetHTTPUserAgentKey = "AVURLAssetHTTPUserAgentKey"
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The key of an asset option: the media type to assume, regardless of the file extension.
    public let AVURLAssetOverrideMIMETypeKey = "AVURLAssetOverrideMIMETypeKey"
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The key of an asset option: the identifier of the primary session, for playlist requests.
    public let AVURLAssetPrimarySessionIdentifierKey = "AVURLAssetPrimarySessionIdentifierKey"
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The key of an asset option: the kinds of refused references between resources.
    ///
    /// The value is a bit mask.
    public let AVURLAssetReferenceRestrictionsKey = "AVURLAssetReferenceRestrictionsKey"
#endif

/// The options of an asset in a dictionary such as ``JWConfig/assetOptions``.
///
/// Source: `Documentation/JWPlayer.md#asset-options`.
public struct JWAssetOptions {
    /// The options.
    public private(set) var options = AssetOptions()

    /// The keys without an effect: unknown keys, and keys with a value of the wrong type.
    public private(set) var ignoredKeys: [String] = []

    /// Reads the options from a dictionary.
    ///
    /// - Parameter dictionary: The options, keyed by AVFoundation's constants; `nil` means none.
    public init(_ dictionary: [AnyHashable: Any]?) {
        for (key, value) in dictionary ?? [:] {
            let name = key.base as? String ?? "\(key.base)"
            if !set(name, value) { ignoredKeys.append(name) }
        }
        ignoredKeys.sort()
    }

    /// Sets one option, and returns whether it has an effect.
    private mutating func set(_ key: String, _ value: Any) -> Bool {
        switch key {
        case "AVURLAssetHTTPHeaderFieldsKey":
            guard let fields = value as? [String: String] else { return false }
            options.headerFields = fields.sorted { $0.key < $1.key }.map {
                HeaderField(name: $0.key, value: $0.value)
            }
        case "AVURLAssetHTTPCookiesKey":
            guard let cookies = value as? [AssetCookie] else { return false }
            options.cookies = cookies
        case "AVURLAssetHTTPUserAgentKey":
            guard let text = value as? String else { return false }
            options.userAgent = text
        case "AVURLAssetOverrideMIMETypeKey", "AVURLAssetOutOfBandMIMETypeKey":
            guard let text = value as? String else { return false }
            options.overrideMIMEType = text
        case "AVURLAssetPrimarySessionIdentifierKey":
            guard let text = (value as? UUID)?.uuidString ?? value as? String else { return false }
            options.primarySessionIdentifier = text
        case "AVURLAssetReferenceRestrictionsKey":
            guard let flags = (value as? Int).flatMap(UInt.init(exactly:)) else { return false }
            options.referenceRestrictions = ReferenceRestrictions(rawValue: flags)
        default: return setNetwork(key, value)
        }
        return true
    }

    /// Sets whether a kind of network may be used, and returns whether the option has an effect.
    private mutating func setNetwork(_ key: String, _ value: Any) -> Bool {
        guard let allows = value as? Bool else { return false }
        switch key {
        case "AVURLAssetAllowsCellularAccessKey": options.allowsCellularAccess = allows
        case "AVURLAssetAllowsExpensiveNetworkAccessKey":
            options.allowsExpensiveNetworkAccess = allows
        case "AVURLAssetAllowsConstrainedNetworkAccessKey":
            options.allowsConstrainedNetworkAccess = allows
        default: return false
        }
        return true
    }
}
