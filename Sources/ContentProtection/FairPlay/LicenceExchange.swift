import Sessions
import VirtualTime

/// The exchange of messages that obtains a licence for one key, identified by its URI.
///
/// The steps are the certificate and the content's name, the SPC, the request to the key server,
/// and the CKC. The code that creates the exchange decides whether the licence is for streaming or
/// for offline playback. Releasing the exchange cancels the requests.
final class LicenceExchange: Hold {
    typealias Completion = (Result<LicenceGrant, SessionError>) -> Void

    private let request: ContentKeyRequest
    private let face: any LicenceFace
    private let terms: LicenceTerms
    private let completion: Completion

    private var name: [UInt8]?
    private var certificate: ApplicationCertificate?
    /// The value that keeps the request of the current step alive.
    private var hold: Hold?
    /// The number of the current step; responses to other steps are ignored.
    private var step = 0

    init(
        _ request: ContentKeyRequest, face: any LicenceFace, terms: LicenceTerms,
        completion: @escaping Completion
    ) {
        self.request = request
        self.face = face
        self.terms = terms
        self.completion = completion
    }

    /// Performs the next step of the exchange.
    func goOn() {
        var steps = [askCertificate, askName]
        if face.identifierComesFirst { steps.reverse() }
        for step in steps where step() { return }
        send()
    }

    private func askName() -> Bool {
        guard name == nil else { return false }
        take(face.identifier) { exchange, name in exchange.name = name }
        return true
    }

    private func askCertificate() -> Bool {
        guard certificate == nil else { return false }
        take(face.certificate) { exchange, der throws(LicenceFailure) in
            do throws(LicenceError) {
                exchange.certificate = try ApplicationCertificate(der: der)
            } catch {
                throw .applicationCertificateRequest(error)
            }
        }
        return true
    }

    private func take(
        _ ask: (
            ContentKeyRequest, @escaping (Result<[UInt8], LicenceFailure>) -> Void
        ) -> Hold?,
        _ accept: @escaping (LicenceExchange, [UInt8]) throws(LicenceFailure) -> Void
    ) {
        step += 1
        let number = step
        let hold = ask(request) { [weak self] result in
            guard let self, step == number else { return }
            step += 1
            do throws(LicenceFailure) {
                try accept(self, try result.get())
                goOn()
            } catch {
                completion(.failure(request.failure(error)))
            }
        }
        // If the step completed immediately, the next step has already set the property `hold`.
        if step == number { self.hold = hold }
    }

    private func send() {
        guard let certificate, let name else { return }
        var terms = terms
        terms.isRenewal = request.purpose == .renewal
        let message: LicenceRequest
        do throws(LicenceError) {
            message = try LicenceRequest(
                contentIdentifier: name, certificate: certificate, terms: terms)
        } catch {
            return fail(.contentKeyRequest(error))
        }
        step += 1
        let number = step
        let hold = face.answer(to: message.spc, for: request) { [weak self] result in
            guard let self, step == number else { return }
            step += 1
            switch result {
            case .success(let answer): open(answer, with: message)
            case .failure(let failure): fail(failure)
            }
        }
        if step == number { self.hold = hold }
    }

    private func open(_ answer: LicenceAnswer, with message: LicenceRequest) {
        let licence: Licence
        do throws(LicenceError) {
            licence = try message.open(answer.ckc)
        } catch {
            return fail(.contentKeyRequest(error))
        }
        let grant = LicenceGrant(licence, answer, at: request.host.loop.now)
        guard !grant.isOver else { return fail(.expired) }
        completion(.success(grant))
    }

    private func fail(_ failure: LicenceFailure) {
        completion(.failure(request.failure(failure)))
    }
}
