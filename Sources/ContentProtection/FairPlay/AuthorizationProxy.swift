import Sessions
public import Transport
public import VirtualTime

/// Stands between a player and a key server: the face of key requests that Brightcove's SDK shows.
///
/// Completions may be called at once or later, on the loop of the world; only the first call
/// counts. The holds that methods return keep what is under way alive; a method that needs none
/// returns `nil`.
///
/// Source: `Documentation/Brightcove.md#fairplay`.
public protocol AuthorizationProxy: AnyObject {
    /// Names the content for the key server.
    ///
    /// - Parameter request: The key that is asked for.
    /// - Returns: The name; `nil` leaves it to what is usual, the location without `skd://`.
    func contentIdentifier(for request: ContentKeyRequest) -> [UInt8]?

    /// Gets the certificate of the key server.
    ///
    /// - Parameters:
    ///   - request: The key that is asked for.
    ///   - completion: Gets the certificate, an X.509 certificate in DER.
    /// - Returns: The hold on the request, if there is one.
    func applicationCertificate(
        for request: ContentKeyRequest,
        completion: @escaping (Result<[UInt8], LicenceFailure>) -> Void
    ) -> AnyObject?

    /// Gets the encrypted content key, a CKC.
    ///
    /// - Parameters:
    ///   - contentKeyIdentifier: The location of the key as the playlist names it.
    ///   - keyRequest: The SPC for the key server.
    ///   - request: The key that is asked for, and what the session lends.
    ///   - completion: Gets what the server answered, the CKC, when it expires beyond what the
    ///     CKC itself says, and an error; with an error the first two are `nil`.
    /// - Returns: The hold on the request, if there is one.
    func encryptedContentKey(
        for contentKeyIdentifier: String, keyRequest: [UInt8], request: ContentKeyRequest,
        completion: @escaping ContentKeyCompletion
    ) -> AnyObject?

    /// Gets what came of a request for a content key.
    typealias ContentKeyCompletion = (
        _ response: ResourceResponse?, _ contentKey: [UInt8]?, _ expirationDate: Instant?,
        _ error: LicenceFailure?
    ) -> Void
}

extension AuthorizationProxy {
    /// Leaves the name of the content to what is usual.
    public func contentIdentifier(for request: ContentKeyRequest) -> [UInt8]? { nil }

    /// What names the certificate that this would get, in a cache of the app: its location.
    func certificateIdentifier(for request: ContentKeyRequest) -> String? {
        (self as? HTTPAuthorizationProxy)?.certificateLocation(for: request)
            ?? request.catalogueLocation("certificate_url")
    }
}

extension ContentKeyRequest {
    private static let catalogueName = "com.apple.fps.1_0"

    /// A location that the catalogue entry of the video names for FairPlay.
    func catalogueLocation(_ name: String) -> String? {
        let systems = host.source.properties["key_systems"]
        guard case .string(let url)? = systems?[Self.catalogueName]?[name] else { return nil }
        return url
    }
}
