public import VirtualTime

/// Supplies content identifier, certificate and key, in the form of JW Player's SDK.
///
/// The methods are called in the order of their declaration. Completions may be called at once or
/// later, on the loop of the world; only the first call counts. `nil` means a failure.
///
/// Source: `Documentation/JWPlayer.md#drm`.
public protocol DRMDataSource: AnyObject {
    /// Fetches the name of the content for the key server.
    ///
    /// - Parameters:
    ///   - loadingRequestURL: The location of the key, such as `skd://film-7`.
    ///   - completion: Receives the name.
    func fetchContentIdentifier(
        forRequest loadingRequestURL: String, completion: @escaping ([UInt8]?) -> Void)

    /// Fetches the certificate of the key server.
    ///
    /// - Parameters:
    ///   - loadingRequestURL: The location of the key.
    ///   - completion: Receives the certificate, an X.509 certificate in DER.
    func fetchApplicationIdentifier(
        forRequest loadingRequestURL: String, completion: @escaping ([UInt8]?) -> Void)

    /// Fetches the encrypted content key.
    ///
    /// - Parameters:
    ///   - requestBytes: The SPC for the key server.
    ///   - completion: Receives the CKC, the date of renewal, and the type of the content, which is
    ///     advised with a date and not used.
    func fetchContentKey(
        withRequest requestBytes: [UInt8],
        completion:
            @escaping (
                _ contentKey: [UInt8]?, _ renewalDate: Instant?, _ contentType: String?
            ) -> Void)
}
