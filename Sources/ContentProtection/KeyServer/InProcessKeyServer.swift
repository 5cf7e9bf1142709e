public import Playlists
import Sessions
import Transport
public import VirtualTime

/// A key server for a simulation: an authorization proxy that responds in virtual time.
///
/// It has the logic of `playctl keyserver` without sockets. It uses the virtual clock of the
/// simulation, which starts at a given date, so a rental of two days ends after two days of virtual
/// time.
public final class InProcessKeyServer: AuthorizationProxy {
    /// The server, whose records can be read and changed.
    public var server: KeyServer
    /// The HTTP status codes of the server's responses to SPCs, in order.
    ///
    /// The code is 200 for a licence, and otherwise the status code of a denial.
    public private(set) var statuses: [Int] = []
    private let start: DateTime
    private let latency: Duration

    /// Creates a key server for simulations.
    ///
    /// - Parameters:
    ///   - server: The server that grants licences.
    ///   - start: The date at which the virtual clock starts.
    ///   - latency: The time until a response, in addition to the delay that a policy states.
    public init(
        _ server: KeyServer, start: DateTime = DateTime(millisecondsSince1970: 0),
        latency: Duration = .zero
    ) {
        self.server = server
        self.start = start
        self.latency = latency
    }

    /// Returns the certificate of the server.
    public func applicationCertificate(
        for request: ContentKeyRequest,
        completion: @escaping (Result<[UInt8], LicenceFailure>) -> Void
    ) -> Hold? {
        ask(KeyServerRequest(path: "/certificate"), of: request.host.loop) { answer in
            guard answer.status < 400 else {
                return completion(.failure(.proxyCertificate("status \(answer.status)")))
            }
            completion(.success(answer.body))
        }
    }

    /// Passes an SPC to the server.
    public func encryptedContentKey(
        for contentKeyIdentifier: String, keyRequest: [UInt8], request: ContentKeyRequest,
        completion: @escaping ContentKeyCompletion
    ) -> Hold? {
        let question = KeyServerRequest(method: "POST", path: "/licence", body: keyRequest)
        return ask(question, of: request.host.loop) { [weak self] answer in
            self?.statuses.append(answer.status)
            guard answer.status < 400 else {
                let failure = LicenceFailure.denied(status: answer.status, body: answer.body)
                return completion(nil, nil, nil, failure)
            }
            let response = ResourceResponse(
                url: contentKeyIdentifier, status: answer.status, body: ResourceBody(answer.body))
            completion(response, answer.body, nil, nil)
        }
    }

    /// Computes the response at once, and delivers it after the latency and the response's delay.
    private func ask(
        _ question: KeyServerRequest, of loop: EventLoop,
        completion: @escaping (KeyServerAnswer) -> Void
    ) -> Hold? {
        let elapsed = loop.now.sinceStart.components
        let milliseconds = elapsed.seconds * 1000 + elapsed.attoseconds / 1_000_000_000_000_000
        let now = DateTime(
            millisecondsSince1970: start.millisecondsSince1970 + milliseconds)
        let answer = server.answer(question, at: now)
        return loop.schedule(after: latency + answer.delay) { completion(answer) }
    }
}
