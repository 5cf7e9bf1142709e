import Formats
import Sessions
public import Transport
public import VirtualTime

/// The interface between a player and a key server, in the form of Brightcove's SDK.
///
/// Completions may be called immediately or later, on the event loop of the simulation; only the
/// first call counts. The caller keeps a request alive by keeping the `Hold` that the method
/// returns. A method that makes no request returns `nil`.
///
/// Source: `Documentation/Brightcove.md#fairplay`.
public protocol AuthorizationProxy: AnyObject {
    /// Returns the name by which the key server identifies the content.
    ///
    /// - Parameter request: The request for the key.
    /// - Returns: The name; `nil` means the default name, which is the URI of the key without
    ///   `skd://`.
    func contentIdentifier(for request: ContentKeyRequest) -> [UInt8]?

    /// Fetches the certificate of the key server.
    ///
    /// - Parameters:
    ///   - request: The request for the key.
    ///   - completion: Receives the certificate, an X.509 certificate in DER.
    /// - Returns: The value that keeps the request alive; `nil` when there is no request.
    func applicationCertificate(
        for request: ContentKeyRequest,
        completion: @escaping (Result<[UInt8], LicenceFailure>) -> Void
    ) -> Hold?

    /// Fetches the encrypted content key, a CKC.
    ///
    /// - Parameters:
    ///   - contentKeyIdentifier: The URI of the key in the playlist.
    ///   - keyRequest: The SPC for the key server.
    ///   - request: The request for the key, which gives access to the services of the session.
    ///   - completion: Receives four values: the response of the server; the CKC; an expiration
    ///     date, which applies in addition to the date in the CKC; and an error. With an error, the
    ///     response and the CKC are `nil`.
    /// - Returns: The value that keeps the request alive; `nil` when there is no request.
    func encryptedContentKey(
        for contentKeyIdentifier: String, keyRequest: [UInt8], request: ContentKeyRequest,
        completion: @escaping ContentKeyCompletion
    ) -> Hold?

    /// The closure that receives the result of a request for a content key.
    typealias ContentKeyCompletion = (
        _ response: ResourceResponse?, _ contentKey: [UInt8]?, _ expirationDate: Instant?,
        _ error: LicenceFailure?
    ) -> Void
}

extension AuthorizationProxy {
    /// Returns `nil`, which means the default name of the content.
    public func contentIdentifier(for request: ContentKeyRequest) -> [UInt8]? { nil }

    /// Returns the URL of the certificate, which identifies a certificate that the app supplies.
    ///
    /// The result is `nil` when neither the proxy nor the catalogue entry states a URL.
    func certificateIdentifier(for request: ContentKeyRequest) -> String? {
        (self as? HTTPAuthorizationProxy)?.certificateLocation(for: request)
            ?? request.catalogueLocation("certificate_url")
    }
}

extension ContentKeyRequest {
    private static let catalogueName = "com.apple.fps.1_0"

    /// Returns the FairPlay URL that has the given name in the catalogue entry of the video.
    ///
    /// The result is `nil` when there is no such URL.
    func catalogueLocation(_ name: String) -> String? {
        let systems = host.source.properties["key_systems"]
        guard case .string(let url)? = systems?[Self.catalogueName]?[name] else { return nil }
        return url
    }
}
