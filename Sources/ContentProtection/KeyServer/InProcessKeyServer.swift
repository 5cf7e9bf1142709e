public import Playlists
import Sessions
import Transport
import VirtualTime

/// A key server in the world of a test: an authorization proxy that answers in virtual time.
///
/// It has the logic of `playctl keyserver` and no sockets. Its time is that of the world, counted
/// from a date, so that a rental of two days passes as fast as the world does.
public final class InProcessKeyServer: AuthorizationProxy {
    /// The server; what it remembers may be looked at and changed.
    public var server: KeyServer
    /// What the server said, in order: 200 for a licence, otherwise the status of a denial.
    public private(set) var statuses: [Int] = []
    private let start: DateTime
    private let latency: Duration

    /// Puts a server into worlds.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - start: The date at which worlds start.
    ///   - latency: How long an answer takes, beside the delay that a policy asks for.
    public init(
        _ server: KeyServer, start: DateTime = DateTime(millisecondsSince1970: 0),
        latency: Duration = .zero
    ) {
        self.server = server
        self.start = start
        self.latency = latency
    }

    /// Gives the certificate of the server.
    public func applicationCertificate(
        for request: ContentKeyRequest,
        completion: @escaping (Result<[UInt8], LicenceFailure>) -> Void
    ) -> AnyObject? {
        ask(KeyServerRequest(path: "/certificate"), of: request.host.loop) { answer in
            guard answer.status < 400 else {
                return completion(.failure(.proxyCertificate("status \(answer.status)")))
            }
            completion(.success(answer.body))
        }
    }

    /// Hands an SPC to the server.
    public func encryptedContentKey(
        for contentKeyIdentifier: String, keyRequest: [UInt8], request: ContentKeyRequest,
        completion: @escaping ContentKeyCompletion
    ) -> AnyObject? {
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

    /// Answers at the instant at which the request arrives, and is heard after its delay.
    private func ask(
        _ question: KeyServerRequest, of loop: EventLoop,
        completion: @escaping (KeyServerAnswer) -> Void
    ) -> AnyObject? {
        let elapsed = loop.now.sinceStart.components
        let milliseconds = elapsed.seconds * 1000 + elapsed.attoseconds / 1_000_000_000_000_000
        let now = DateTime(
            millisecondsSince1970: start.millisecondsSince1970 + milliseconds)
        let answer = server.answer(question, at: now)
        return loop.schedule(after: latency + answer.delay) { completion(answer) }
    }
}
