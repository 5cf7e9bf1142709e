import Sessions
import Transport
public import VirtualTime

/// An authorization proxy that uses a key server over HTTP.
///
/// It fetches the certificate with `GET` and stores it for six hours. It sends the SPC with `POST`
/// and uses the body of the response as the CKC. A URL that the app does not state is taken from
/// the source of the video, that is, from the key systems in its catalogue entry.
///
/// Source: `Documentation/Brightcove.md#fairplay`.
public final class HTTPAuthorizationProxy: AuthorizationProxy {
    /// The time for which a certificate is stored.
    private static let certificateTerm = Duration.seconds(6 * 3600)

    private let certificateURL: String?
    private let keyRequestURL: String?
    private var certificates: [String: (der: [UInt8], end: Instant)] = [:]

    /// Creates the proxy.
    ///
    /// - Parameters:
    ///   - certificateURL: The URL of the certificate; `nil` means the certificate URL of the
    ///     video's source.
    ///   - keyRequestURL: The URL that accepts an SPC; `nil` means the key URL of the video's
    ///     source.
    public init(certificateURL: String? = nil, keyRequestURL: String? = nil) {
        self.certificateURL = certificateURL
        self.keyRequestURL = keyRequestURL
    }

    /// Supplies the certificate: a stored one if it is recent, and otherwise a newly loaded one.
    public func applicationCertificate(
        for request: ContentKeyRequest,
        completion: @escaping (Result<[UInt8], LicenceFailure>) -> Void
    ) -> Hold? {
        guard let url = certificateLocation(for: request) else {
            completion(.failure(.proxyCertificate("the location of the certificate is unknown")))
            return nil
        }
        let loop = request.host.loop
        if let kept = certificates[url], loop.now < kept.end {
            completion(.success(kept.der))
            return nil
        }
        var resource = ResourceRequest(url: url, kind: .key)
        // The referrer prevents a URL from a remote catalogue from leading to a local file. A URL
        // from the app has no referrer, because it may lead to a local file.
        if certificateURL == nil { resource.referrer = request.playlistURL }
        return request.host.fetch(resource) { [weak self] answer in
            do throws(SessionError) {
                let der = try Self.bytes(of: try answer.get())
                self?.certificates[url] = (der, loop.now.advanced(by: Self.certificateTerm))
                completion(.success(der))
            } catch {
                completion(.failure(.proxyCertificate(error)))
            }
        }
    }

    /// Sends the SPC, and uses the body of the response as the CKC.
    public func encryptedContentKey(
        for contentKeyIdentifier: String, keyRequest: [UInt8], request: ContentKeyRequest,
        completion: @escaping ContentKeyCompletion
    ) -> Hold? {
        guard let url = keyRequestURL ?? request.catalogueLocation("key_request_url") else {
            completion(
                nil, nil, nil, .proxyKeyLocation("the location of the key server is unknown"))
            return nil
        }
        var resource = ResourceRequest(url: url, kind: .key)
        resource.upload = ResourceUpload(
            contentType: "application/octet-stream", bytes: keyRequest)
        resource.acceptsRefusal = true
        return request.host.fetch(resource) { answer in
            do throws(SessionError) {
                let response = try answer.get()
                let body = try Self.bytes(of: response)
                guard let status = response.status, status >= 400 else {
                    guard !body.isEmpty else {
                        return completion(nil, nil, nil, .proxyKeyGeneration)
                    }
                    return completion(response, body, nil, nil)
                }
                completion(nil, nil, nil, .denied(status: status, body: body))
            } catch {
                completion(nil, nil, nil, .proxyContentKey(error))
            }
        }
    }

    /// Returns the URL of the certificate; `nil` when it is unknown.
    func certificateLocation(for request: ContentKeyRequest) -> String? {
        certificateURL ?? request.catalogueLocation("certificate_url")
    }

    private static func bytes(of response: ResourceResponse) throws(SessionError) -> [UInt8] {
        do throws(TransportError) {
            return try response.body.bytes()
        } catch {
            throw SessionError.transport(error)
        }
    }
}
