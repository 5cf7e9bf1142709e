public import VirtualTime

/// A source of content identifiers, certificates and keys, with the methods of JW Player's SDK.
///
/// The methods are called in the order of their declaration. Completions may be called immediately
/// or later, on the event loop of the simulation; only the first call counts. A completion that
/// receives `nil` reports a failure.
///
/// Source: `Documentation/JWPlayer.md#drm`.
public protocol DRMDataSource: AnyObject {
    /// Fetches the name by which the key server identifies the content.
    ///
    /// - Parameters:
    ///   - loadingRequestURL: The URI of the key, such as `skd://film-7`.
    ///   - completion: Receives the name.
    func fetchContentIdentifier(
        forRequest loadingRequestURL: String, completion: @escaping ([UInt8]?) -> Void)

    /// Fetches the certificate of the key server.
    ///
    /// - Parameters:
    ///   - loadingRequestURL: The URI of the key.
    ///   - completion: Receives the certificate, an X.509 certificate in DER.
    func fetchApplicationIdentifier(
        forRequest loadingRequestURL: String, completion: @escaping ([UInt8]?) -> Void)

    /// Fetches the encrypted content key.
    ///
    /// - Parameters:
    ///   - requestBytes: The SPC for the key server.
    ///   - completion: Receives the CKC, the renewal date, and the content type. According to the
    ///     SDK, a content type should accompany a date; the content type is not used here.
    func fetchContentKey(
        withRequest requestBytes: [UInt8],
        completion:
            @escaping (
                _ contentKey: [UInt8]?, _ renewalDate: Instant?, _ contentType: String?
            ) -> Void)
}
