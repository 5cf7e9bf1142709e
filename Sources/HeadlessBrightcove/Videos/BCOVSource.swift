import Formats
public import Foundation
import HeadlessPlayback
public import Sessions

/// A source of a video with the interface of the SDK: a wrapper of a `Source`.
public final class BCOVSource: Hashable {
    /// The wrapped source.
    public let source: Source

    /// Creates a wrapper of a source.
    ///
    /// - Parameter source: The source of this package.
    public init(_ source: Source) { self.source = source }

    /// Creates a source; the file extension in its location determines the delivery method.
    ///
    /// - Parameter url: The location.
    public convenience init(url: URL!) { self.init(url: url, deliveryMethod: nil, properties: nil) }

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - url: The location.
    ///   - deliveryMethod: The delivery method of the media, such as ``kBCOVSourceDeliveryHLS``;
    ///     `nil` derives it from the file extension in the location.
    ///   - properties: The properties; `nil` for none.
    public convenience init(
        url: URL!, deliveryMethod: String!, properties: [AnyHashable: Any]!
    ) {
        let location = url.map { $0.isFileURL ? $0.path : $0.absoluteString } ?? ""
        self.init(
            Source(
                url: location, deliveryMethod: deliveryMethod.map(Self.method),
                properties: PropertyValue.members(bridging: properties)))
    }

    /// Returns the delivery method that a constant of the SDK names.
    private static func method(_ name: String) -> Source.DeliveryMethod {
        switch name {
        case kBCOVSourceDeliveryHLS: .hls
        case kBCOVSourceDeliveryMP4: .mp4
        case kBCOVSourceDeliveryDASH: .dash
        case kBCOVSourceDeliveryOnce: .once
        case kBCOVSourceDeliveryBoltSSAI: .boltSSAI
        default: .other(name)
        }
    }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The location; `nil` when it is not a URL.
    ///
    /// A path that begins with a slash gives the URL of a file.
    public var url: URL! {
        source.url.hasPrefix("/")
            ? URL(fileURLWithPath: source.url) : URL(string: source.url)
    }
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The delivery method of the media, such as HLS.
    public var deliveryMethod: String! { "\(source.deliveryMethod)" }
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The properties.
    public var properties: [AnyHashable: Any]! { source.properties.bridged }

    /// Returns whether the wrapped sources of two objects are equal.
    public static func == (left: BCOVSource, right: BCOVSource) -> Bool {
        left.source == right.source
    }

    /// Adds the wrapped source to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(source) }
}
