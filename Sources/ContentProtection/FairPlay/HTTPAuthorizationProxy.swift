import Sessions
import Transport
import VirtualTime

/// The authorization proxy that talks to a key server over HTTP.
///
/// It gets the certificate by `GET` and keeps it for six hours; it sends the SPC by `POST` and takes
/// the body of the answer for the CKC. Where nobody says which locations to use, the source of the
/// video does, as the key systems of its catalogue entry.
///
/// Source: `Documentation/Brightcove.md#fairplay`.
public final class HTTPAuthorizationProxy: AuthorizationProxy {
    /// How long a certificate is kept.
    private static let certificateTerm = Duration.seconds(6 * 3600)

    private let certificateURL: String?
    private let keyRequestURL: String?
    private var certificates: [String: (der: [UInt8], end: Instant)] = [:]

    /// Creates the proxy.
    ///
    /// - Parameters:
    ///   - certificateURL: Where the certificate is; `nil` leaves it to the source of the video.
    ///   - keyRequestURL: Where the key server takes an SPC; `nil` leaves it to the source.
    public init(certificateURL: String? = nil, keyRequestURL: String? = nil) {
        self.certificateURL = certificateURL
        self.keyRequestURL = keyRequestURL
    }

    /// Loads the certificate, unless one is kept.
    public func applicationCertificate(
        for request: ContentKeyRequest,
        completion: @escaping (Result<[UInt8], LicenceFailure>) -> Void
    ) -> AnyObject? {
        guard let url = certificateLocation(for: request) else {
            completion(.failure(.proxyCertificate("nobody says where the certificate is")))
            return nil
        }
        let loop = request.host.loop
        if let kept = certificates[url], loop.now < kept.end {
            completion(.success(kept.der))
            return nil
        }
        var resource = ResourceRequest(url: url, kind: .key)
        // A catalogue, other than an app, may not lead from a server to local files.
        if certificateURL == nil { resource.referrer = request.playlistURL }
        return request.host.fetch(resource) { [weak self] answer in
            do throws(SessionError) {
                let der = try Self.bytes(of: try answer.get())
                self?.certificates[url] = (der, loop.now.advanced(by: Self.certificateTerm))
                completion(.success(der))
            } catch {
                completion(.failure(.proxyCertificate("\(error)")))
            }
        }
    }

    /// Sends the SPC, and takes the answer for the CKC.
    public func encryptedContentKey(
        for contentKeyIdentifier: String, keyRequest: [UInt8], request: ContentKeyRequest,
        completion: @escaping ContentKeyCompletion
    ) -> AnyObject? {
        guard let url = keyRequestURL ?? request.catalogueLocation("key_request_url") else {
            completion(
                nil, nil, nil, .proxyKeyLocation("nobody says where the key server takes requests"))
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
                completion(nil, nil, nil, .proxyContentKey("\(error)"))
            }
        }
    }

    /// Where the certificate is; `nil` when nobody says.
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
