public import VirtualTime

/// Answers the three questions of a player about protected content: the face of key requests that
/// JW Player's SDK shows.
///
/// They are asked in the order in which they stand here. Completions may be called at once or
/// later, on the loop of the world; only the first call counts. `nil` says that there is no answer.
///
/// Source: `Documentation/JWPlayer.md#drm`.
public protocol DRMDataSource: AnyObject {
    /// Names the content for the key server.
    ///
    /// - Parameters:
    ///   - loadingRequestURL: The location of the key, such as `skd://film-7`.
    ///   - completion: Gets the name.
    func fetchContentIdentifier(
        forRequest loadingRequestURL: String, completion: @escaping ([UInt8]?) -> Void)

    /// Gets the certificate of the key server.
    ///
    /// - Parameters:
    ///   - loadingRequestURL: The location of the key.
    ///   - completion: Gets the certificate, an X.509 certificate in DER.
    func fetchApplicationIdentifier(
        forRequest loadingRequestURL: String, completion: @escaping ([UInt8]?) -> Void)

    /// Gets the encrypted content key.
    ///
    /// - Parameters:
    ///   - requestBytes: The SPC for the key server.
    ///   - completion: Gets the CKC, when to ask again, and the type of the content, which is
    ///     advised along with such an instant and not looked at.
    func fetchContentKey(
        withRequest requestBytes: [UInt8],
        completion:
            @escaping (
                _ contentKey: [UInt8]?, _ renewalDate: Instant?, _ contentType: String?
            ) -> Void)
}
