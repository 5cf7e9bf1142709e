import ContentProtection
import HeadlessPlayback
import Playlists
import Sessions
import TestSupport
import Transport
import VirtualTime

/// A store of sealed licences by key location, like the store for offline videos.
final class LicenceStore: KeptLicences {
    let licensing: FairPlayLicensing
    /// The locations of the requested licences, in order.
    private(set) var asked: [String] = []
    /// A closure that returns the error to throw for the key at a location, or `nil` to throw none.
    var refusal: ((_ url: String) -> SessionError?)?
    private let sealingKey: [UInt8]
    private var sealed: [String: [UInt8]] = [:]

    init(_ licensing: FairPlayLicensing) throws {
        self.licensing = licensing
        sealingKey = try licensing.makeSealingKey()
    }

    /// Requests the licence of a key in a separate simulation, and keeps the licence.
    func acquire(_ uri: String, _ terms: PersistentLicenceTerms = PersistentLicenceTerms()) throws {
        let counter = LicenceCounter(licensing)
        try keep(try counter.request(uri, terms).get().secret, for: uri)
    }

    func keep(_ secret: [UInt8], for url: String) throws {
        sealed[url] = try licensing.seal(secret, with: sealingKey)
    }

    func licence(for key: EncryptionKey, url: String) throws(SessionError) -> [UInt8]? {
        asked.append(url)
        if let error = refusal?(url) { throw error }
        guard let sealed = sealed[url] else { return nil }
        return try licensing.open(sealed, with: sealingKey)
    }
}

/// A client that requests licences in a simulation of its own.
final class LicenceCounter {
    let loop = EventLoop()
    let licensing: any PersistentLicensing
    /// A closure that answers network requests; requests without an answer time out.
    var network: ((ResourceRequest) -> [UInt8]?)?
    /// The number of licence requests that were answered.
    private(set) var answerCount = 0

    init(_ licensing: any PersistentLicensing) { self.licensing = licensing }

    func host() -> ProtectionHost {
        ProtectionHost(
            loop: loop, source: Source(url: "index.m3u8"), keyTimeout: .seconds(30)
        ) { [loop, network] request, completion in
            loop.schedule(after: .milliseconds(50)) {
                guard let bytes = network?(request) else {
                    return completion(
                        .failure(
                            .transport(TransportError(url: request.url, cause: .timedOut))))
                }
                completion(
                    .success(
                        ResourceResponse(url: request.url, status: 200, body: ResourceBody(bytes)))
                )
            }
        } report: { _ in
        }
    }

    static func key(_ uri: String, format: String = FairPlayKeySystem.keyFormat) -> EncryptionKey {
        EncryptionKey(method: .sampleAES, uri: uri, keyFormat: format)
    }

    /// Requests a licence, and advances time until no event is left.
    func request(
        _ uri: String, _ terms: PersistentLicenceTerms = PersistentLicenceTerms()
    ) -> Result<PersistentLicence, SessionError> {
        var answer: Result<PersistentLicence, SessionError> = .failure(.ended)
        let hold = begin(uri, terms) { answer = $0 }
        loop.runUntilIdle()
        withExtendedLifetime(hold) {}
        return answer
    }

    func begin(
        _ uri: String, _ terms: PersistentLicenceTerms = PersistentLicenceTerms(),
        completion: @escaping (Result<PersistentLicence, SessionError>) -> Void
    ) -> Hold? {
        licensing.requestLicence(
            for: Self.key(uri), playlistURL: "https://example.com/index.m3u8", terms: terms,
            host: host()
        ) { [weak self] in
            self?.answerCount += 1
            completion($0)
        }
    }
}

extension Result where Failure == SessionError {
    /// The domain and the code of the failure, if a content key caused it.
    var failureCode: String? {
        guard case .failure(.contentKey(let failure)) = self else { return nil }
        return "\(failure.domain) \(failure.code)"
    }
}
