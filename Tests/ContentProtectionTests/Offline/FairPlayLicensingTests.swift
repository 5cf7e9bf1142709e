import ContentProtection
import HeadlessPlayback
import Sessions
import TestSupport
import Testing
import VirtualTime

@Suite struct FairPlayLicensingTests {
    private let exchange: Exchange
    private let key = ProtectedMedia.key

    init() throws {
        exchange = try Exchange()
    }

    private func server(_ policy: KeyPolicy) -> KeyServer {
        KeyServer(identity: exchange.identity, policies: KeyPolicies(["film": policy]))
    }

    private func counter(_ policy: KeyPolicy, _ terms: LicenceTerms = LicenceTerms()) -> (
        LicenceCounter, InProcessKeyServer
    ) {
        let proxy = InProcessKeyServer(server(policy), latency: .milliseconds(40))
        let licensing = FairPlayLicensing(authorizationProxy: proxy, terms: terms)
        return (LicenceCounter(licensing), proxy)
    }

    /// A proxy with prepared answers that no honest server gives.
    private final class Proxy: AuthorizationProxy {
        var certificate: [UInt8]?
        var expiration: Instant?
        var answer: (([UInt8]) throws -> [UInt8])?

        func applicationCertificate(
            for request: ContentKeyRequest,
            completion: @escaping (Result<[UInt8], LicenceFailure>) -> Void
        ) -> Hold? {
            if let certificate { completion(.success(certificate)) }
            return nil
        }

        func encryptedContentKey(
            for contentKeyIdentifier: String, keyRequest: [UInt8], request: ContentKeyRequest,
            completion: @escaping ContentKeyCompletion
        ) -> Hold? {
            completion(nil, try? answer?(keyRequest), expiration, nil)
            return nil
        }
    }

    // MARK: Granted licences

    @Test func `a purchase is valid permanently`() throws {
        let (counter, proxy) = counter(KeyPolicy(key: key))
        let licence = try counter.request("skd://film").get()
        #expect(licence.expiresAfter == nil)
        #expect(licence.playDuration == nil)
        #expect(proxy.statuses == [200])
    }

    @Test func `a rental is valid as long as requested`() throws {
        let (counter, _) = counter(KeyPolicy(key: key, lease: .seconds(60)))
        let terms = PersistentLicenceTerms(
            rentalDuration: .seconds(30 * 86_400), playDuration: .seconds(2 * 86_400))
        let licence = try counter.request("skd://film", terms).get()
        #expect(licence.expiresAfter == .seconds(30 * 86_400))
        #expect(licence.playDuration == .seconds(2 * 86_400))
    }

    @Test func `a persistent request has the client identifier and no lease`() throws {
        let terms = LicenceTerms(
            lease: .seconds(1), rentalDuration: .seconds(2), playDuration: .seconds(3),
            isRenewal: false, clientIdentifier: "tv")
        let policy = KeyPolicy(key: key, terms: .rental(.seconds(100), playDuration: nil))
        let (counter, _) = counter(policy, terms)
        #expect(try counter.request("skd://film").get().expiresAfter == .seconds(100))
        // The server's record of the earlier request applies only to the client that made the
        // request.
        counter.loop.run(until: Instant(sinceStart: .seconds(90)))
        #expect(try counter.request("skd://film").get().expiresAfter == .seconds(10))
        (counter.licensing as? FairPlayLicensing)?.terms.clientIdentifier = "phone"
        #expect(try counter.request("skd://film").get().expiresAfter == .seconds(100))
    }

    @Test func `licensing ignores keys of formats other than FairPlay`() {
        let (counter, _) = counter(KeyPolicy(key: key))
        #expect(counter.licensing.accepts(LicenceCounter.key("skd://film")))
        #expect(!counter.licensing.accepts(LicenceCounter.key("film.key", format: "identity")))
    }

    @Test func `an earlier expiration date from the proxy ends the licence earlier`() throws {
        let proxy = Proxy()
        proxy.certificate = exchange.identity.certificate.der
        proxy.answer = { [exchange, key] spc in
            try exchange.identity.open(spc).answer(
                with: Licence(contentKey: key, expiresAfter: .seconds(100), isPersistent: true))
        }
        let counter = LicenceCounter(FairPlayLicensing(authorizationProxy: proxy))
        counter.loop.run(until: Instant(sinceStart: .seconds(10)))
        proxy.expiration = Instant(sinceStart: .seconds(40))
        #expect(try counter.request("skd://film").get().expiresAfter == .seconds(30))
        proxy.expiration = counter.loop.now
        #expect(
            counter.request("skd://film").failureCode == "OfflineVideoManagerErrorDomain 69303")
    }

    // MARK: Refused licences

    @Test func `a licence that may not be stored is refused`() throws {
        let proxy = Proxy()
        proxy.certificate = exchange.identity.certificate.der
        proxy.answer = { [exchange, key] spc in
            try exchange.identity.open(spc).answer(with: Licence(contentKey: key))
        }
        let counter = LicenceCounter(FairPlayLicensing(authorizationProxy: proxy))
        let result = counter.request("skd://film")
        #expect(result.failureCode == "OfflineVideoManagerErrorDomain 69304")
        guard case .failure(.contentKey(let failure)) = result else {
            Issue.record("another result")
            return
        }
        #expect(failure.keyURL == "skd://film")
    }

    @Test func `a denial has the reason of the server`() {
        let (counter, proxy) = counter(KeyPolicy(key: key, allowsPersistence: false))
        let result = counter.request("skd://film")
        #expect(result.failureCode == "FPSAuthProxyErrorDomain 69402")
        #expect("\(result)".contains("the licence may not be kept"))
        #expect(proxy.statuses == [403])
    }

    @Test func `a rental that has ended at the server is an expired licence`() {
        let policy = KeyPolicy(key: key, terms: .rental(.seconds(10), playDuration: nil))
        let (counter, _) = counter(policy)
        #expect(counter.request("skd://film").failureCode == nil)
        counter.loop.run(until: Instant(sinceStart: .seconds(11)))
        #expect(
            counter.request("skd://film").failureCode == "OfflineVideoManagerErrorDomain 69303")
    }

    @Test func `a proxy that never answers fails the request at its timeout`() {
        let counter = LicenceCounter(FairPlayLicensing(authorizationProxy: Proxy()))
        #expect(counter.request("skd://film").failureCode == "FPSErrorDomain 69401")
        #expect(counter.loop.now == Instant(sinceStart: .seconds(30)))
        #expect(counter.answerCount == 1)
    }

    @Test func `a request that the app has released calls no completion`() {
        let (counter, _) = counter(KeyPolicy(key: key))
        var hold = counter.begin("skd://film") { _ in }
        #expect(hold != nil)
        hold = nil
        counter.loop.runUntilIdle()
        #expect(counter.answerCount == 0)
    }

    // MARK: Certificates

    @Test func `one certificate serves the licences of six hours`() throws {
        let proxy = HTTPAuthorizationProxy(
            certificateURL: "https://example.com/certificate",
            keyRequestURL: "https://example.com/licence")
        let counter = LicenceCounter(FairPlayLicensing(authorizationProxy: proxy))
        var server = server(KeyPolicy(key: key))
        var asked: [String] = []
        counter.network = { request in
            let path = String(request.url.dropFirst("https://example.com".count))
            asked.append(path)
            let question = KeyServerRequest(
                method: request.upload == nil ? "GET" : "POST", path: path,
                body: request.upload?.bytes ?? [])
            return server.answer(question, at: DateTime(millisecondsSince1970: 0)).body
        }
        for _ in 0..<3 { #expect(counter.request("skd://film").failureCode == nil) }
        #expect(asked == ["/certificate", "/licence", "/licence", "/licence"])
        counter.loop.run(until: Instant(sinceStart: .seconds(6 * 3600 + 1)))
        #expect(counter.request("skd://film").failureCode == nil)
        #expect(asked.suffix(2) == ["/certificate", "/licence"])
    }
}
