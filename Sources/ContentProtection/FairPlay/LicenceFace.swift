import Playlists
import Sessions
import Transport
import VirtualTime

/// The steps of a licence exchange, performed by one of the public DRM interfaces.
protocol LicenceFace: AnyObject {
    /// Whether the exchange requests the name of the content before the certificate.
    var identifierComesFirst: Bool { get }

    func identifier(
        for request: ContentKeyRequest,
        completion: @escaping (Result<[UInt8], LicenceFailure>) -> Void
    ) -> Hold?

    func certificate(
        for request: ContentKeyRequest,
        completion: @escaping (Result<[UInt8], LicenceFailure>) -> Void
    ) -> Hold?

    func answer(
        to spc: [UInt8], for request: ContentKeyRequest,
        completion: @escaping (Result<LicenceAnswer, LicenceFailure>) -> Void
    ) -> Hold?
}

/// A CKC, and the dates of its expiration or renewal that the DRM interface states.
struct LicenceAnswer {
    var ckc: [UInt8]
    var expiration: Instant?
    var renewal: Instant?
}

/// The steps of a licence exchange with Brightcove's interface, an authorization proxy.
final class ProxyFace: LicenceFace {
    let identifierComesFirst = false
    /// Certificates supplied by the app, by identifier.
    var certificates: [String: [UInt8]] = [:]
    private let proxy: any AuthorizationProxy

    init(_ proxy: any AuthorizationProxy) { self.proxy = proxy }

    func identifier(
        for request: ContentKeyRequest,
        completion: @escaping (Result<[UInt8], LicenceFailure>) -> Void
    ) -> Hold? {
        completion(.success(proxy.contentIdentifier(for: request) ?? Self.usualName(request)))
        return nil
    }

    /// Returns the default name of the content: the URI of its key without `skd://`.
    private static func usualName(_ request: ContentKeyRequest) -> [UInt8] {
        let uri = request.key.uri ?? ""
        let prefix = "skd://"
        let isPrefixed = uri.prefix(prefix.count).lowercased() == prefix
        return Array((isPrefixed ? uri.dropFirst(prefix.count) : uri[...]).utf8)
    }

    func certificate(
        for request: ContentKeyRequest,
        completion: @escaping (Result<[UInt8], LicenceFailure>) -> Void
    ) -> Hold? {
        let names = [
            proxy.certificateIdentifier(for: request),
            FairPlayLicensing.defaultCertificateIdentifier,
        ]
        let known = names.lazy.compactMap { name in
            name.flatMap { self.certificates[$0] ?? request.host.certificates?[$0] }
        }
        if let known = known.first {
            completion(.success(known))
            return nil
        }
        return proxy.applicationCertificate(for: request, completion: completion)
    }

    func answer(
        to spc: [UInt8], for request: ContentKeyRequest,
        completion: @escaping (Result<LicenceAnswer, LicenceFailure>) -> Void
    ) -> Hold? {
        proxy.encryptedContentKey(
            for: request.key.uri ?? "", keyRequest: spc, request: request
        ) { _, key, expiration, error in
            guard error == nil, let key else {
                return completion(
                    .failure(error ?? .contentKeyRequest("the proxy gave no content key")))
            }
            completion(.success(LicenceAnswer(ckc: key, expiration: expiration)))
        }
    }
}

/// The steps of a licence exchange with a data source, the DRM interface of JW Player.
final class DataSourceFace: LicenceFace {
    let identifierComesFirst = true
    private weak var source: (any DRMDataSource)?

    init(_ source: any DRMDataSource) { self.source = source }

    func identifier(
        for request: ContentKeyRequest,
        completion: @escaping (Result<[UInt8], LicenceFailure>) -> Void
    ) -> Hold? {
        let missing = LicenceFailure.contentKeyRequest("there is no content identifier")
        guard let source else { return refuse(missing, completion) }
        source.fetchContentIdentifier(forRequest: request.key.uri ?? "") {
            completion($0.map { .success($0) } ?? .failure(missing))
        }
        return nil
    }

    func certificate(
        for request: ContentKeyRequest,
        completion: @escaping (Result<[UInt8], LicenceFailure>) -> Void
    ) -> Hold? {
        let missing = LicenceFailure.applicationCertificateRequest("there is no certificate")
        guard let source else { return refuse(missing, completion) }
        source.fetchApplicationIdentifier(forRequest: request.key.uri ?? "") {
            completion($0.map { .success($0) } ?? .failure(missing))
        }
        return nil
    }

    func answer(
        to spc: [UInt8], for request: ContentKeyRequest,
        completion: @escaping (Result<LicenceAnswer, LicenceFailure>) -> Void
    ) -> Hold? {
        let missing = LicenceFailure.contentKeyRequest("there is no content key")
        guard let source else { return refuse(missing, completion) }
        source.fetchContentKey(withRequest: spc) { key, renewal, _ in
            completion(
                key.map { .success(LicenceAnswer(ckc: $0, renewal: renewal)) }
                    ?? .failure(missing))
        }
        return nil
    }

    private func refuse<Value>(
        _ failure: LicenceFailure, _ completion: (Result<Value, LicenceFailure>) -> Void
    ) -> Hold? {
        completion(.failure(failure))
        return nil
    }
}
