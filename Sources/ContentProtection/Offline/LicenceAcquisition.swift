import Sessions
import VirtualTime

/// The request for one persistent licence; releasing this object cancels the request.
final class LicenceAcquisition: Hold {
    private let request: ContentKeyRequest
    private var completion: ((Result<PersistentLicence, SessionError>) -> Void)?
    private var exchange: LicenceExchange?
    private var timeout: EventToken?

    init(
        _ request: ContentKeyRequest,
        completion: @escaping (Result<PersistentLicence, SessionError>) -> Void
    ) {
        self.request = request
        self.completion = completion
    }

    func begin(face: any LicenceFace, terms: LicenceTerms) {
        let exchange = LicenceExchange(request, face: face, terms: terms) { [weak self] in
            self?.settle($0)
        }
        self.exchange = exchange
        timeout = request.host.loop.schedule(after: request.host.keyTimeout) { [weak self] in
            guard let self else { return }
            settle(.failure(request.failure(.contentKeyRequest("the proxy does not answer"))))
        }
        exchange.goOn()
    }

    private func settle(_ result: Result<LicenceGrant, SessionError>) {
        guard let completion else { return }
        (self.completion, timeout, exchange) = (nil, nil, nil)
        completion(result.flatMap(kept))
    }

    private func kept(_ grant: LicenceGrant) -> Result<PersistentLicence, SessionError> {
        guard grant.licence.isPersistent else {
            return .failure(
                request.failure(.invalidLicence("the key server grants no licence to keep")))
        }
        return .success(
            PersistentLicence(
                secret: KeptSecret(grant.licence).bytes, expiresAfter: grant.term,
                playDuration: grant.licence.playDuration))
    }
}

extension SessionError {
    /// Returns the session error for a licence that is unusable because of the given error.
    static func invalidLicence(_ error: LicenceError, keyURL: String) -> SessionError {
        let failure = LicenceFailure.invalidLicence(error)
        return .contentKey(
            ContentKeyFailure(
                domain: failure.domain, code: failure.code, reason: failure.reason,
                keyURL: keyURL, underlying: error))
    }
}
