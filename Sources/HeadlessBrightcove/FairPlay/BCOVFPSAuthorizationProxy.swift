public import ContentProtection
public import Foundation
import HeadlessPlayback
import Sessions
import Transport
import VirtualTime

/// The interface between a player and a key server, with the Swift signatures of the SDK.
///
/// Completions may be called at once or later, on the event loop of the simulation.
///
/// Source: `Documentation/Brightcove.md#fairplay`.
public protocol BCOVFPSAuthorizationProxy: AnyObject {
    /// Returns the content identifier for the key server.
    ///
    /// - Parameter keyRequest: The request for the key.
    /// - Returns: The identifier; `nil` means the default, the location of the key without
    ///   `skd://`.
    func contentIdentifier(from keyRequest: AVContentKeyRequest?) -> Data?

    /// Fetches the encrypted content key.
    ///
    /// - Parameters:
    ///   - contentKeyIdentifier: The location of the key in the playlist.
    ///   - keyRequest: The SPC for the key server.
    ///   - source: The source that is played.
    ///   - options: The terms of a download's licence, under the keys of the download parameters;
    ///     `nil` for a licence that is not stored.
    ///   - completionHandler: Receives four values: the response, which is not used; the CKC; the
    ///     expiry of the key; and an error. With an error, the other values are `nil`.
    func encryptedContentKey(
        forContentKeyIdentifier contentKeyIdentifier: String, contentKeyRequest keyRequest: Data,
        source: BCOVSource, options: [AnyHashable: Any]?,
        completionHandler: @escaping (URLResponse?, Data?, Date?, (any Error)?) -> Void)
}

extension BCOVFPSAuthorizationProxy {
    /// Returns `nil`, which means the default content identifier.
    public func contentIdentifier(from keyRequest: AVContentKeyRequest?) -> Data? { nil }

    /// Returns the `AuthorizationProxy` of this package that corresponds to this proxy.
    func core(in calendar: BCOVCalendar) -> any AuthorizationProxy {
        (self as? BCOVFPSBrightcoveAuthProxy)?.proxy ?? CoreProxy(self, calendar)
    }
}

/// Brightcove's authorization proxy, which finds the key server in a video's catalogue entry.
public final class BCOVFPSBrightcoveAuthProxy: BCOVFPSAuthorizationProxy {
    private let publisherId: String?
    private let applicationId: String?

    private var givenBaseURL: URL?
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The location of Brightcove's key server, for accounts without dynamic delivery.
    ///
    /// Setting `nil` restores the default location.
    public var fpsBaseURL: URL! {
        get { givenBaseURL ?? URL(string: "https://fps.brightcove.com") }
        set { givenBaseURL = newValue }
    }
    /// The location that accepts an SPC; `nil` uses the location in the video's source.
    public var keyRequestURL: URL?

    /// Creates the proxy.
    ///
    /// - Parameters:
    ///   - pubId: The identifier of the publisher; `nil` if the account uses dynamic delivery.
    ///   - appId: The identifier of the application; `nil` if the account uses dynamic delivery.
    public init?(publisherId pubId: String?, applicationId appId: String?) {
        publisherId = pubId
        applicationId = appId
    }

    /// The `HTTPAuthorizationProxy` with the locations of this proxy.
    var proxy: HTTPAuthorizationProxy {
        var certificate: String?
        if let publisherId, let applicationId {
            certificate =
                fpsBaseURL?.appendingPathComponent("application_certificate")
                .appendingPathComponent(publisherId).appendingPathComponent(applicationId)
                .absoluteString
        }
        return HTTPAuthorizationProxy(
            certificateURL: certificate, keyRequestURL: keyRequestURL?.absoluteString)
    }

    /// Completes with an error.
    ///
    /// A provider or a manager requests keys with the settings of this proxy, and does not call
    /// this method.
    public func encryptedContentKey(
        forContentKeyIdentifier contentKeyIdentifier: String, contentKeyRequest keyRequest: Data,
        source: BCOVSource, options: [AnyHashable: Any]?,
        completionHandler: @escaping (URLResponse?, Data?, Date?, (any Error)?) -> Void
    ) {
        completionHandler(
            nil, nil, nil,
            LicenceFailure(
                domain: LicenceFailure.proxyDomain, code: LicenceFailure.contentKeyCode,
                reason: "the proxy can be used only by a provider or a manager"))
    }
}

/// Adapts a proxy of the app to the `AuthorizationProxy` of this package.
private final class CoreProxy: AuthorizationProxy {
    private let proxy: any BCOVFPSAuthorizationProxy
    private let calendar: BCOVCalendar
    /// The proxy that loads the certificate from the location in the catalogue entry.
    ///
    /// As in the SDK, the proxy of the app is not asked for the certificate.
    private let certificates = HTTPAuthorizationProxy()

    init(_ proxy: any BCOVFPSAuthorizationProxy, _ calendar: BCOVCalendar) {
        self.proxy = proxy
        self.calendar = calendar
    }

    func contentIdentifier(for request: ContentKeyRequest) -> [UInt8]? {
        proxy.contentIdentifier(from: request).map(Array.init)
    }

    func applicationCertificate(
        for request: ContentKeyRequest,
        completion: @escaping (Result<[UInt8], LicenceFailure>) -> Void
    ) -> Hold? {
        certificates.applicationCertificate(for: request, completion: completion)
    }

    func encryptedContentKey(
        for contentKeyIdentifier: String, keyRequest: [UInt8], request: ContentKeyRequest,
        completion: @escaping ContentKeyCompletion
    ) -> Hold? {
        proxy.encryptedContentKey(
            forContentKeyIdentifier: contentKeyIdentifier, contentKeyRequest: Data(keyRequest),
            source: BCOVSource(request.host.source), options: request.persistentTerms?.parameters
        ) { [calendar] _, key, expiration, error in
            guard error == nil, let key else {
                return completion(
                    nil, nil, nil,
                    LicenceFailure(
                        domain: LicenceFailure.proxyDomain, code: LicenceFailure.contentKeyCode,
                        reason: "the proxy gave no content key", underlying: error))
            }
            completion(nil, Array(key), expiration.map(calendar.instant), nil)
        }
        return nil
    }
}

/// A proxy with a certificate that the app supplies.
final class KnownCertificateProxy: AuthorizationProxy {
    private let proxy: any AuthorizationProxy
    private let certificate: [UInt8]

    init(_ proxy: any AuthorizationProxy, certificate: [UInt8]) {
        self.proxy = proxy
        self.certificate = certificate
    }

    func contentIdentifier(for request: ContentKeyRequest) -> [UInt8]? {
        proxy.contentIdentifier(for: request)
    }

    func applicationCertificate(
        for request: ContentKeyRequest,
        completion: @escaping (Result<[UInt8], LicenceFailure>) -> Void
    ) -> Hold? {
        completion(.success(certificate))
        return nil
    }

    func encryptedContentKey(
        for contentKeyIdentifier: String, keyRequest: [UInt8], request: ContentKeyRequest,
        completion: @escaping ContentKeyCompletion
    ) -> Hold? {
        proxy.encryptedContentKey(
            for: contentKeyIdentifier, keyRequest: keyRequest, request: request,
            completion: completion)
    }
}

extension PersistentLicenceTerms {
    /// The terms as parameters of a download, in objects of the types that an app passes.
    fileprivate var parameters: [AnyHashable: Any] {
        var parameters: [AnyHashable: Any] = [:]
        if let rentalDuration {
            parameters[kBCOVFairPlayLicenseRentalDurationKey] = rentalDuration.number
        } else {
            parameters[kBCOVFairPlayLicensePurchaseKey] = NSNumber(value: true)
        }
        parameters[kBCOVFairPlayLicensePlayDurationKey] = playDuration?.number
        return parameters
    }
}

extension Duration {
    /// The number of seconds as an object.
    fileprivate var number: NSNumber {
        NSNumber(value: Double(components.seconds) + Double(components.attoseconds) / 1e18)
    }
}

extension LicenceFailure {
    /// The code for a content key that could not be obtained.
    fileprivate static let contentKeyCode = 69402
}
