import ContentProtection
public import Foundation
import HeadlessPlayback
import Playlists
import VirtualTime

/// A kind of content protection.
public struct JWEncryption: RawRepresentable, Hashable, Sendable {
    /// The number that identifies the kind of content protection.
    public let rawValue: Int

    /// Creates a kind of content protection from its number.
    ///
    /// - Parameter rawValue: The number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// FairPlay, the only encryption type.
    public static let fairPlay = JWEncryption(rawValue: 0)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The encryption type FairPlay, under the name that JW Player uses in Objective-C.
public let JWFairPlay = JWEncryption.fairPlay

/// A data source that supplies the content identifier, the certificate and the content key.
///
/// Xcode imports the same method signatures from JW Player. The player calls the methods in the
/// order of their declaration. An app may call a completion immediately or later, on the event loop
/// of the `PlaybackWorld`; only the first call counts. A completion that receives `nil` reports a
/// failure.
///
/// Source: `Documentation/JWPlayer.md#drm`.
public protocol JWDrmDataSource: AnyObject {
    /// Fetches the content identifier, which names the content for the key server.
    ///
    /// - Parameters:
    ///   - loadingRequestURL: The location of the key, such as `skd://film-7`.
    ///   - encryption: The kind of protection.
    ///   - completion: Receives the content identifier.
    func fetchContentIdentifier(
        forRequest loadingRequestURL: URL!, for encryption: JWEncryption,
        withCompletion completion: ((Data?) -> Void)!)

    /// Fetches the application certificate for the key server.
    ///
    /// - Parameters:
    ///   - loadingRequestURL: The location of the key.
    ///   - encryption: The kind of protection.
    ///   - completion: Receives the certificate, an X.509 certificate in DER.
    func fetchAppIdentifier(
        forRequest loadingRequestURL: URL!, for encryption: JWEncryption,
        withCompletion completion: ((Data?) -> Void)!)

    /// Fetches the encrypted content key.
    ///
    /// - Parameters:
    ///   - requestBytes: The SPC for the key server.
    ///   - encryption: The kind of protection.
    ///   - completion: Receives the CKC, the date of renewal, and the type of the content, which is
    ///     not used.
    func fetchContentKey(
        withRequest requestBytes: Data!, for encryption: JWEncryption,
        withCompletion completion: ((Data?, Date?, String?) -> Void)!)
}

/// An adapter that presents an app's data source as a `DRMDataSource` of this package.
final class CoreDataSource: DRMDataSource {
    /// The app's data source, held weakly; key requests fail while it is `nil`.
    weak var source: (any JWDrmDataSource)?
    /// The calendar date at the start of virtual time.
    private let epoch: DateTime

    init(epoch: DateTime) { self.epoch = epoch }

    func fetchContentIdentifier(
        forRequest loadingRequestURL: String, completion: @escaping ([UInt8]?) -> Void
    ) {
        guard let source else { return completion(nil) }
        source.fetchContentIdentifier(
            forRequest: URL(string: loadingRequestURL), for: .fairPlay
        ) { completion($0.map(Array.init)) }
    }

    func fetchApplicationIdentifier(
        forRequest loadingRequestURL: String, completion: @escaping ([UInt8]?) -> Void
    ) {
        guard let source else { return completion(nil) }
        source.fetchAppIdentifier(
            forRequest: URL(string: loadingRequestURL), for: .fairPlay
        ) { completion($0.map(Array.init)) }
    }

    func fetchContentKey(
        withRequest requestBytes: [UInt8],
        completion: @escaping ([UInt8]?, Instant?, String?) -> Void
    ) {
        guard let source else { return completion(nil, nil, nil) }
        source.fetchContentKey(withRequest: Data(requestBytes), for: .fairPlay) {
            [epoch] key, renewal, type in
            let start = Double(epoch.millisecondsSince1970) / 1000
            let instant = renewal.map {
                Instant.seconds(max(0, $0.timeIntervalSince1970 - start))
            }
            completion(key.map(Array.init), instant, type)
        }
    }
}
