public import Playlists
import Sessions
import Transport
public import VirtualTime

/// A key server for a simulation: an authorization proxy that responds in virtual time.
///
/// It has the logic of `playctl keyserver` without sockets. It uses the virtual clock of the
/// simulation, which starts at a given date, so a rental of two days ends after two days of virtual
/// time.
///
/// Its messages cross the simulated network: without a connection of the device, and in an outage
/// of the network, they are repeated and fail like requests to a key server over HTTP. They are not
/// counted as requests, and the rate and the latency of the network do not apply to them: the
/// latency of this server is the complete time until a response.
public final class InProcessKeyServer: AuthorizationProxy {
    /// The server, whose records can be read and changed.
    public var server: KeyServer
    /// The HTTP status codes of the server's responses to SPCs, in order.
    ///
    /// The code is 200 for a licence, and otherwise the status code of a denial.
    public private(set) var statuses: [Int] = []
    /// Whether a client has requested a certificate or a licence, even without a response.
    package private(set) var isUsed = false
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
        ask(KeyServerRequest(path: "/certificate"), for: request) { answer in
            do throws(SessionError) {
                let answer = try answer.get()
                guard answer.status < 400 else {
                    return completion(.failure(.proxyCertificate("status \(answer.status)")))
                }
                completion(.success(answer.body))
            } catch {
                completion(.failure(.proxyCertificate(error)))
            }
        }
    }

    /// Passes an SPC to the server.
    public func encryptedContentKey(
        for contentKeyIdentifier: String, keyRequest: [UInt8], request: ContentKeyRequest,
        completion: @escaping ContentKeyCompletion
    ) -> Hold? {
        let question = KeyServerRequest(method: "POST", path: "/licence", body: keyRequest)
        return ask(question, for: request) { [weak self] answer in
            do throws(SessionError) {
                let answer = try answer.get()
                self?.statuses.append(answer.status)
                guard answer.status < 400 else {
                    let failure = LicenceFailure.denied(status: answer.status, body: answer.body)
                    return completion(nil, nil, nil, failure)
                }
                let response = ResourceResponse(
                    url: contentKeyIdentifier, status: answer.status,
                    body: ResourceBody(answer.body))
                completion(response, answer.body, nil, nil)
            } catch {
                completion(nil, nil, nil, .proxyContentKey(error))
            }
        }
    }

    /// Sends a message to the server, whose response takes the latency and its own delay.
    ///
    /// The message reaches the server only if the device has a connection.
    private func ask(
        _ question: KeyServerRequest, for request: ContentKeyRequest,
        completion: @escaping (Result<KeyServerAnswer, SessionError>) -> Void
    ) -> Hold? {
        isUsed = true
        var answer: KeyServerAnswer?
        return request.host.exchange("key-server\(question.path)") { [self] in
            let response = server.answer(question, at: date(at: request.host.loop.now))
            answer = response
            return latency + response.delay
        } completion: { error in
            if let error {
                completion(.failure(error))
            } else if let answer {
                completion(.success(answer))
            }
        }
    }

    private func date(at instant: Instant) -> DateTime {
        let elapsed = instant.sinceStart.components
        let milliseconds = elapsed.seconds * 1000 + elapsed.attoseconds / 1_000_000_000_000_000
        return DateTime(millisecondsSince1970: start.millisecondsSince1970 + milliseconds)
    }
}
