import HeadlessPlayback
import Transport
import VirtualTime

/// A proxy of a key server that injects the faults of a sweep into the server's responses.
///
/// The key server is called directly. Requests to it have no location, so the fault rules of the
/// simulated world do not apply to them. The proxy records the requests that it receives.
final class SweptKeyServer: AuthorizationProxy {
    /// A request to the key server.
    struct Question: Sendable, Equatable {
        /// A placeholder for a location, because requests to the key server have none.
        let url: String
        /// The size of the response in bytes; 0 if there is no response.
        var byteCount: Int64 = 0
        /// The fault injected into the response.
        let fault: ResourceFault?
    }

    private let behind: any AuthorizationProxy
    private var script: FaultScript
    private(set) var questions: [Question] = []

    /// Creates a proxy of a key server.
    ///
    /// - Parameters:
    ///   - behind: The key server.
    ///   - faults: The faults.
    init(_ behind: any AuthorizationProxy, faults: [FaultRule]) {
        self.behind = behind
        script = FaultScript(faults)
    }

    func contentIdentifier(for request: ContentKeyRequest) -> [UInt8]? {
        behind.contentIdentifier(for: request)
    }

    func applicationCertificate(
        for request: ContentKeyRequest,
        completion: @escaping (Result<[UInt8], LicenceFailure>) -> Void
    ) -> Hold? {
        ask("certificate", request.host.loop) { failure in
            completion(.failure(failure))
        } question: { [behind] answer in
            behind.applicationCertificate(for: request) { result in
                answer((try? result.get()) ?? []) { bytes in completion(result.map { _ in bytes }) }
            }
        }
    }

    func encryptedContentKey(
        for contentKeyIdentifier: String, keyRequest: [UInt8], request: ContentKeyRequest,
        completion: @escaping ContentKeyCompletion
    ) -> Hold? {
        ask("licence", request.host.loop) { failure in
            completion(nil, nil, nil, failure)
        } question: { [behind] answer in
            behind.encryptedContentKey(
                for: contentKeyIdentifier, keyRequest: keyRequest, request: request
            ) { response, key, expiration, failure in
                answer(key ?? []) { bytes in
                    completion(response, key.map { _ in bytes }, expiration, failure)
                }
            }
        }
    }

    /// A function that applies a fault to a response's bytes and passes the result to a closure.
    private typealias Answer = ([UInt8], @escaping ([UInt8]) -> Void) -> Void

    /// Forwards a request to the key server, unless a fault prevents it.
    ///
    /// - Returns: The hold, whose release cancels the response.
    private func ask(
        _ name: String, _ loop: EventLoop, refuse: @escaping (LicenceFailure) -> Void,
        question: (@escaping Answer) -> Hold?
    ) -> Hold? {
        let hold = HeldAnswer()
        let request = ResourceRequest(url: "key-server/\(name)", kind: .key)
        let fault = script.fault(for: request, at: loop.now)
        let number = questions.count
        questions.append(Question(url: request.url, fault: fault))
        switch fault {
        case .hang: return hold
        case .status(let code, _): hold.refuse("status \(code)", on: loop, refuse)
        case .reset: hold.refuse("the connection was reset", on: loop, refuse)
        default:
            hold.inner = question { [weak self, weak hold] bytes, finish in
                guard let self, let hold else { return }
                questions[number].byteCount = Int64(bytes.count)
                let changed = fault.map { $0.changing(bytes) } ?? bytes
                hold.go(after: fault?.delay(of: bytes) ?? .zero, on: loop) { finish(changed) }
            }
        }
        return hold
    }

    /// A response that may be delayed; releasing this object cancels the response.
    private final class HeldAnswer: Hold {
        var inner: Hold?
        private var token: EventToken?

        func refuse(
            _ reason: String, on loop: EventLoop, _ refuse: @escaping (LicenceFailure) -> Void
        ) {
            token = loop.schedule(after: .zero) {
                refuse(
                    LicenceFailure(
                        domain: LicenceFailure.proxyDomain, code: 69402, reason: reason))
            }
        }

        func go(after delay: Duration, on loop: EventLoop, _ body: @escaping () -> Void) {
            guard delay > .zero else { return body() }
            token = loop.schedule(after: delay, body)
        }
    }
}

extension ResourceFault {
    /// Returns the bytes of a response with the changes that the fault makes.
    fileprivate func changing(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .truncation(let count): return Array(bytes.prefix(max(Int(clamping: count), 0)))
        case .truncationToShare(let part):
            let share = Int128(bytes.count) * Int128(min(max(part, 0), 1_000_000)) / 1_000_000
            return Array(bytes.prefix(Int(share)))
        case .zeroedBytes(let range):
            let whole = 0..<Int64(bytes.count)
            var bytes = bytes
            for index in (range ?? whole).clamped(to: whole) { bytes[Int(index)] = 0 }
            return bytes
        case .wrongKey: return bytes.map { $0 ^ 0x5A }
        case .status, .reset, .hang, .slowBody, .delay, .stale: return bytes
        }
    }

    /// Returns the delay that the fault adds to a response.
    fileprivate func delay(of bytes: [UInt8]) -> Duration {
        switch self {
        case .slowBody(let bitsPerSecond) where bitsPerSecond > 0:
            .seconds(Int64(bytes.count) * 8 / bitsPerSecond)
        case .delay(let delay): delay
        default: .zero
        }
    }
}
