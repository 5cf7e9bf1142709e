import Formats
import Sessions
public import Transport
public import VirtualTime

/// The interface between a player and a key server, in the form of Brightcove's SDK.
///
/// Completions may be called at once or later, on the loop of the world; only the first call
/// counts. Returned holds keep requests alive; a method without a request returns `nil`.
///
/// Source: `Documentation/Brightcove.md#fairplay`.
public protocol AuthorizationProxy: AnyObject {
    /// Returns the name of the content for the key server.
    ///
    /// - Parameter request: The request for the key.
    /// - Returns: The name; `nil` means the default, the location without `skd://`.
    func contentIdentifier(for request: ContentKeyRequest) -> [UInt8]?

    /// Fetches the certificate of the key server.
    ///
    /// - Parameters:
    ///   - request: The request for the key.
    ///   - completion: Receives the certificate, an X.509 certificate in DER.
    /// - Returns: The hold on the request; `nil` when there is no request.
    func applicationCertificate(
        for request: ContentKeyRequest,
        completion: @escaping (Result<[UInt8], LicenceFailure>) -> Void
    ) -> Hold?

    /// Fetches the encrypted content key, a CKC.
    ///
    /// - Parameters:
    ///   - contentKeyIdentifier: The location of the key in the playlist.
    ///   - keyRequest: The SPC for the key server.
    ///   - request: The request for the key, with the services of the session.
    ///   - completion: Receives the response of the server, the CKC, an expiry in addition to the
    ///     CKC's own, and an error; with an error the response and the CKC are `nil`.
    /// - Returns: The hold on the request; `nil` when there is no request.
    func encryptedContentKey(
        for contentKeyIdentifier: String, keyRequest: [UInt8], request: ContentKeyRequest,
        completion: @escaping ContentKeyCompletion
    ) -> Hold?

    /// Receives the result of a request for a content key.
    typealias ContentKeyCompletion = (
        _ response: ResourceResponse?, _ contentKey: [UInt8]?, _ expirationDate: Instant?,
        _ error: LicenceFailure?
    ) -> Void
}

extension AuthorizationProxy {
    /// Returns `nil`, for the default name.
    public func contentIdentifier(for request: ContentKeyRequest) -> [UInt8]? { nil }

    /// Returns the identifier of the certificate to fetch, in a cache of the app: its location.
    func certificateIdentifier(for request: ContentKeyRequest) -> String? {
        (self as? HTTPAuthorizationProxy)?.certificateLocation(for: request)
            ?? request.catalogueLocation("certificate_url")
    }
}

extension ContentKeyRequest {
    private static let catalogueName = "com.apple.fps.1_0"

    /// Returns a FairPlay location from the catalogue entry of the video.
    func catalogueLocation(_ name: String) -> String? {
        let systems = host.source.properties["key_systems"]
        guard case .string(let url)? = systems?[Self.catalogueName]?[name] else { return nil }
        return url
    }
}
