import ContentProtection
import HeadlessPlayback
import Playlists
import Sessions
import TestSupport
import Testing
import Transport
import VirtualTime

@Suite struct KeySystemTests {
    /// A data source that obtains its answers from a key server, and records the requests.
    private final class DataSource: DRMDataSource {
        var server: KeyServer
        var asked: [String] = []
        var renewal: Instant?
        var gives = (name: true, certificate: true, key: true)

        init(_ policy: KeyPolicy) throws {
            server = KeyServer(
                identity: try Exchange().identity, policies: KeyPolicies(["movie": policy]))
        }

        func fetchContentIdentifier(
            forRequest loadingRequestURL: String, completion: @escaping ([UInt8]?) -> Void
        ) {
            asked.append("identifier of \(loadingRequestURL)")
            completion(gives.name ? Array("movie".utf8) : nil)
        }

        func fetchApplicationIdentifier(
            forRequest loadingRequestURL: String, completion: @escaping ([UInt8]?) -> Void
        ) {
            asked.append("certificate")
            completion(gives.certificate ? server.certificate.der : nil)
        }

        func fetchContentKey(
            withRequest requestBytes: [UInt8],
            completion: @escaping ([UInt8]?, Instant?, String?) -> Void
        ) {
            asked.append("key")
            let question = KeyServerRequest(method: "POST", path: "/licence", body: requestBytes)
            let answer = server.answer(question, at: DateTime(millisecondsSince1970: 0))
            completion(gives.key ? answer.body : nil, renewal, "application/octet-stream")
            // Only the first call to the completion has an effect.
            completion(nil, nil, nil)
        }
    }

    private func play(
        _ loader: any ResourceLoader, _ systems: [any KeySystem],
        configure: (inout PlaybackOptions) -> Void = { _ in }
    ) -> Playback {
        let provider = ProtectedSessionProvider(keySystems: systems)
        return Playback(loader: loader, provider: provider, configure)
            .play(SampleMedia.single.video())
    }

    private func errors(of playback: Playback) -> [String] {
        playback.recorder.errors.map { "\($0.domain) \($0.code)" }
    }

    // MARK: JW Player's interface

    @Test func `the DRM data source provides the identifier, the certificate and the key in turn`()
        throws
    {
        let source = try DataSource(KeyPolicy(key: ProtectedMedia.key))
        let playback = play(
            try ProtectedMedia.cbcs().loader, [FairPlayKeySystem(drmDataSource: source)])
        #expect(source.asked == ["identifier of skd://film", "certificate", "key"])
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `a renewal date leads to another key request at that date`() throws {
        let source = try DataSource(KeyPolicy(key: ProtectedMedia.key))
        source.renewal = Instant(sinceStart: .seconds(7))
        _ = play(try ProtectedMedia.cbcs().loader, [FairPlayKeySystem(drmDataSource: source)])
        // A key that arrives after its renewal date is renewed after the shortest term of 100 ms,
        // so requests continue.
        #expect(source.asked.filter { $0 == "key" }.count > 2)
        #expect(source.asked.prefix(4).last == "identifier of skd://film")
    }

    @Test(arguments: [
        ((false, true, true), "FPSErrorDomain 69401"),
        ((true, false, true), "FPSErrorDomain 69404"),
        ((true, true, false), "FPSErrorDomain 69401"),
    ])
    func `a data source that omits one step fails with the code of that step`(
        gives: (Bool, Bool, Bool), expected: String
    ) throws {
        let source = try DataSource(KeyPolicy(key: ProtectedMedia.key))
        source.gives = gives
        let playback = play(
            try ProtectedMedia.cbcs().loader, [FairPlayKeySystem(drmDataSource: source)])
        #expect(errors(of: playback) == [expected, "PlaybackSessionErrorDomain 69401"])
        #expect(playback.recorder.lifecycle.suffix(2) == [.error, .fail])
    }

    @Test func `a released data source fails the session`() throws {
        let system = FairPlayKeySystem(
            drmDataSource: try DataSource(KeyPolicy(key: ProtectedMedia.key)))
        let playback = play(try ProtectedMedia.cbcs().loader, [system])
        #expect(playback.recorder.lifecycle.suffix(2) == [.error, .fail])
    }

    // MARK: Brightcove's interface

    /// A proxy that never answers, or gives the prepared answers.
    private final class Proxy: AuthorizationProxy {
        var certificate: Result<[UInt8], LicenceFailure>?
        var key: [UInt8]?
        var answer: ((_ spc: [UInt8]) throws -> [UInt8])?
        var expiration: Instant?
        var error: LicenceFailure?

        func applicationCertificate(
            for request: ContentKeyRequest,
            completion: @escaping (Result<[UInt8], LicenceFailure>) -> Void
        ) -> Hold? {
            if let certificate { completion(certificate) }
            return nil
        }

        func encryptedContentKey(
            for contentKeyIdentifier: String, keyRequest: [UInt8], request: ContentKeyRequest,
            completion: @escaping ContentKeyCompletion
        ) -> Hold? {
            completion(nil, key ?? (try? answer?(keyRequest)), expiration, error)
            return nil
        }
    }

    @Test func `a proxy that never answers fails after its timeout`() throws {
        let playback = play(
            try ProtectedMedia.cbcs().loader, [FairPlayKeySystem(authorizationProxy: Proxy())])
        #expect(errors(of: playback).first == "KeyRingErrorDomain 2")
        #expect(playback.controller.world.loop.now == Instant(sinceStart: .seconds(30)))
    }

    @Test func `the error of a proxy reaches the app unchanged`() throws {
        let proxy = Proxy()
        proxy.certificate = .success(try Exchange().identity.certificate.der)
        proxy.error = LicenceFailure(
            domain: "ShopErrorDomain", code: 7, reason: "not paid", response: Array("{}".utf8))
        let playback = play(
            try ProtectedMedia.cbcs().loader, [FairPlayKeySystem(authorizationProxy: proxy)])
        #expect(errors(of: playback).first == "ShopErrorDomain 7")
        guard case .contentKey(let failure)? = playback.recorder.errors.first?.cause else {
            Issue.record("no content key failure")
            return
        }
        #expect(failure.keyURL == "skd://film")
        #expect(failure.response == Array("{}".utf8))
    }

    /// Returns the error that caused the first failure to obtain a key.
    private func underlying(_ playback: Playback) throws -> any Error {
        guard case .contentKey(let failure)? = playback.recorder.errors.first?.cause else {
            throw CancellationError()
        }
        return try #require(failure.underlying).error
    }

    @Test func `a CKC for another request is refused`() throws {
        let exchange = try Exchange()
        let proxy = Proxy()
        proxy.certificate = .success(exchange.identity.certificate.der)
        let other = try exchange.identity.open(exchange.request().spc)
        proxy.key = try other.answer(with: Licence(contentKey: ProtectedMedia.key))
        let playback = play(
            try ProtectedMedia.cbcs().loader, [FairPlayKeySystem(authorizationProxy: proxy)])
        #expect(errors(of: playback).first == "FPSErrorDomain 69401")
        #expect("\(playback.recorder.errors[0])".hasSuffix("the CKC answers another SPC"))
        #expect(
            try underlying(playback) as? LicenceError == LicenceError(.answersAnotherRequest))
    }

    @Test(arguments: [(0, "OfflineVideoManagerErrorDomain 69303"), (1, nil)])
    func `a licence that has expired on arrival is refused`(
        seconds: Int, expected: String?
    ) throws {
        let identity = try Exchange().identity
        let proxy = Proxy()
        proxy.certificate = .success(identity.certificate.der)
        proxy.answer = { spc in
            try identity.open(spc).answer(with: Licence(contentKey: ProtectedMedia.key))
        }
        proxy.expiration = Instant(sinceStart: .seconds(seconds))
        let playback = play(
            try ProtectedMedia.cbcs().loader, [FairPlayKeySystem(authorizationProxy: proxy)])
        #expect(errors(of: playback).first == expected)
    }

    @Test func `a catalogue from a server cannot reference a local certificate`() throws {
        let media = try ProtectedMedia.cbcs()
        let server = try OriginServer(
            .memory(Dictionary(uniqueKeysWithValues: media.files.map { ("/\($0.name)", $0.bytes) }))
        )
        var source = Source(url: server.url("/index.m3u8"))
        source.properties["key_systems"] = .object([
            "com.apple.fps.1_0": .object([
                "certificate_url": "/etc/hostname", "key_request_url": .string(server.url("/k")),
            ])
        ])
        let provider = ProtectedSessionProvider(keySystems: [
            FairPlayKeySystem(authorizationProxy: HTTPAuthorizationProxy())
        ])
        let playback = Playback(provider: provider).play(Video(sources: [source]))
        #expect(errors(of: playback).first == "FPSAuthProxyErrorDomain 69401")
        #expect("\(playback.recorder.errors[0])".contains("may not lead to local files"))
    }

    @Test func `an invalid certificate fails with the code for certificates`() throws {
        let proxy = Proxy()
        proxy.certificate = .success(Array("<html>".utf8))
        let playback = play(
            try ProtectedMedia.cbcs().loader, [FairPlayKeySystem(authorizationProxy: proxy)])
        #expect(errors(of: playback).first == "FPSErrorDomain 69404")
        #expect(try underlying(playback) is LicenceError)
    }

    @Test func `a catalogue without a key server fails with the error code 69404`() throws {
        let system = FairPlayKeySystem(
            authorizationProxy: HTTPAuthorizationProxy(certificateURL: "cert.der"))
        let script: [(String, ScriptedLoader.Answer)] = [
            ("cert.der", .bytes(try Exchange().identity.certificate.der))
        ]
        let loader = ScriptedLoader(script, behind: try ProtectedMedia.cbcs().loader)
        let playback = play(loader, [system])
        #expect(errors(of: playback).first == "FPSAuthProxyErrorDomain 69404")
    }

    // MARK: Identity key system

    @Test func `a key is loaded once for all sessions of a provider`() throws {
        let media = try ProtectedMedia.rotatingAES128()
        let provider = ProtectedSessionProvider()
        let playback = Playback(loader: media.loader, provider: provider)
        playback.play(media.video, media.video)
        #expect(media.loader.asked.filter { $0 == "one" }.count == 1)
        #expect(playback.recorder.lifecycle.last == .end)
    }

    @Test func `a temporarily unavailable key is requested again`() throws {
        let media = try ProtectedMedia.rotatingAES128()
        let loader = ScriptedLoader(
            [("keys/two", .failure(.status(503), times: 2))], behind: media.loader)
        let playback = play(loader, [IdentityKeySystem()])
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.requests.retried.requests == 2)
    }

    @Test
    func `an unavailable key is reported at once, and playback fails after the segments before it`()
        throws
    {
        let media = try ProtectedMedia.rotatingAES128()
        let loader = ScriptedLoader(
            [("keys/two", .failure(.notFound, times: .max))], behind: media.loader)
        let playback = play(loader, [IdentityKeySystem()])
        #expect(errors(of: playback).first == "IdentityKeyErrorDomain 69401")
        guard case .transport(let cause)? = try underlying(playback) as? SessionError else {
            Issue.record("\(try underlying(playback))")
            return
        }
        #expect(cause.cause == .notFound)
        #expect(playback.recorder.lifecycle.contains(.error))
        #expect(playback.recorder.lifecycle.last == .failedToPlayToEndTime)
        #expect(playback.times(in: .played)["video"] == .seconds(6))
    }

    @Test(arguments: [
        "data:application/octet-stream;base64,dGhlIGtleSBvZiBmaWxtcw==",
        "data:,the%20key%20of%20films",
    ])
    func `a data URI can contain the key`(uri: String) throws {
        let media = try ProtectedMedia.cbcs(tag: "METHOD=SAMPLE-AES,URI=\"\(uri)\"")
        let playback = play(media.loader, [IdentityKeySystem()])
        #expect(playback.recorder.lifecycle.last == .end)
    }

    @Test func `a custom scheme is loaded by the app's loader`() throws {
        let media = try ProtectedMedia.cbcs(tag: "METHOD=SAMPLE-AES,URI=\"shop:film/7\"")
        let loader = ScriptedLoader(
            [("shop:film/7", .bytes(ProtectedMedia.key))], behind: media.loader)
        #expect(play(loader, [IdentityKeySystem()]).recorder.lifecycle.last == .end)
        // Without a loader for the scheme `shop`, the scheme is unknown.
        #expect(play(media.loader, [IdentityKeySystem()]).recorder.lifecycle.last == .fail)
    }

    // MARK: Key systems and provider chains

    @Test func `an unknown key format is named`() throws {
        let media = try ProtectedMedia.cbcs(
            tag: "METHOD=SAMPLE-AES,URI=\"x\",KEYFORMAT=\"com.example.drm\"")
        let playback = play(media.loader, [IdentityKeySystem()])
        #expect(errors(of: playback).first == "KeyRingErrorDomain 1")
        #expect("\(playback.recorder.errors[0])".contains("com.example.drm"))
    }

    @Test func `keys given by location or by key identifier need no key server`() throws {
        let media = try ProtectedMedia.cbcs()
        let identifier = KeyIdentifier([UInt8](repeating: 0xA1, count: 16))
        for system in [
            GivenKeySystem(byLocation: ["skd://film": ProtectedMedia.key]),
            GivenKeySystem(byIdentifier: [identifier: ProtectedMedia.key]),
        ] {
            #expect(play(media.loader, [system]).recorder.lifecycle.last == .end)
        }
    }

    @Test func `a provider chain with two content protections is refused with that reason`() {
        let provider = ProtectedSessionProvider(
            upstream: ProtectedSessionProvider(), keySystems: [])
        let playback = Playback(provider: provider).play(SampleMedia.single.video())
        #expect(
            playback.recorder.errors.map(\.description)
                == ["the provider chain has two providers of content protection"])
    }

    @Test func `sidecar subtitles outside of content protection are refused with that reason`() {
        let provider = SidecarSubtitleProvider(upstream: ProtectedSessionProvider())
        let playback = Playback(provider: provider).play(SampleMedia.single.video())
        #expect(
            playback.recorder.errors.map(\.description) == [
                "the provider of sidecar subtitles must be inside the provider of content protection"
            ])
    }

    /// A key system that renews a key after four seconds, and then returns another key.
    private final class ChangingKeySystem: KeySystem {
        func accepts(_ key: EncryptionKey) -> Bool { true }

        func requestKey(
            _ request: ContentKeyRequest,
            completion: @escaping (Result<ContentKey, SessionError>) -> Void
        ) -> Hold? {
            let digits = Array(ProtectedSample.key)
            let right = stride(from: 0, to: digits.count, by: 2).compactMap {
                UInt8(String(digits[$0...$0 + 1]), radix: 16)
            }
            switch request.purpose {
            case .first:
                var key = ContentKey(bytes: right)
                key.renewal = request.host.loop.now.advanced(by: .seconds(4))
                completion(.success(key))
            case .renewal: completion(.success(ContentKey(bytes: right.map { ~$0 })))
            }
            return nil
        }
    }

    @Test func `a segment is decrypted with the key at its request, even if it was read early`() {
        let playback = Playback(
            provider: ProtectedSessionProvider(keySystems: [ChangingKeySystem()])
        ) {
            $0.bufferOptimizer = BufferOptimizer(
                method: .none, minimumDuration: .seconds(1), maximumDuration: .seconds(1))
        }
        playback.play(ProtectedSample.cbcs.video)
        // The first encrypted segment is requested before the renewal, all others after it.
        #expect(playback.recorder.lifecycle.last == .failedToPlayToEndTime)
        guard case .decryption? = playback.controller.currentSession?.failure?.cause else {
            Issue.record("\(playback.recorder.trace)")
            return
        }
    }

    @Test(arguments: [1, 2, 5])
    func `an encrypted asset plays the same on any number of threads`(threads: Int) throws {
        let media = try ProtectedMedia.rotatingAES128()
        let one = Playback(
            loader: media.loader, provider: ProtectedSessionProvider(), workers: Workers(count: 1))
        let many = Playback(
            loader: media.loader, provider: ProtectedSessionProvider(),
            workers: Workers(count: threads))
        one.play(media.video)
        many.play(media.video)
        #expect(one.recorder.trace == many.recorder.trace)
        #expect(one.ledger == many.ledger)
    }
}
