import ContentProtection
import HeadlessPlayback
import Sessions
import TestSupport
import Testing
import Transport
import VirtualTime

/// Protected assets, played with stored licences.
@Suite struct KeptPlaybackTests {
    private let exchange: Exchange

    init() throws {
        exchange = try Exchange()
    }

    /// A key server that cannot be reached, but counts the attempts to reach it.
    private final class StoppedServer: AuthorizationProxy {
        private(set) var count = 0

        func applicationCertificate(
            for request: ContentKeyRequest,
            completion: @escaping (Result<[UInt8], LicenceFailure>) -> Void
        ) -> Hold? {
            count += 1
            completion(.failure(LicenceFailure(domain: "Network", code: 1, reason: "stopped")))
            return nil
        }

        func encryptedContentKey(
            for contentKeyIdentifier: String, keyRequest: [UInt8], request: ContentKeyRequest,
            completion: @escaping ContentKeyCompletion
        ) -> Hold? {
            count += 1
            return nil
        }
    }

    /// A provider that adds the licences of a store to its session plans.
    private struct Upstream: SessionProvider {
        let store: LicenceStore?

        func plan(for video: Video) throws(SessionError) -> SessionPlan? {
            var plan = try BasicSessionProvider().plan(for: video)
            plan?.keptLicences = store
            return plan
        }
    }

    private func store(_ policies: KeyPolicies) throws -> LicenceStore {
        let server = KeyServer(identity: exchange.identity, policies: policies)
        return try LicenceStore(
            FairPlayLicensing(authorizationProxy: InProcessKeyServer(server)))
    }

    /// Returns an empty store for `ProtectedMedia`.
    private func store(_ vector: [UInt8]? = nil) throws -> LicenceStore {
        try store(
            KeyPolicies([
                "film": KeyPolicy(key: ProtectedMedia.key, initializationVector: vector)
            ]))
    }

    private func playback(
        _ loader: any ResourceLoader, _ store: LicenceStore?,
        server: any AuthorizationProxy = StoppedServer()
    ) -> Playback {
        let provider = ProtectedSessionProvider(
            upstream: Upstream(store: store),
            keySystems: [IdentityKeySystem(), FairPlayKeySystem(authorizationProxy: server)])
        return Playback(loader: loader, provider: provider) { $0.verification = .decode }
    }

    private func errors(of playback: Playback) -> [String] {
        playback.recorder.errors.map { "\($0.domain) \($0.code)" }
    }

    private static func failure(_ code: Int, _ url: String) -> SessionError {
        .contentKey(
            ContentKeyFailure(
                domain: "OfflineVideoManagerErrorDomain", code: code, reason: "no", keyURL: url))
    }

    // MARK: Playing

    @Test func `a stored licence plays with the key server stopped`() throws {
        let store = try store()
        try store.acquire("skd://film")
        let server = StoppedServer()
        let media = try ProtectedMedia.cbcs()
        let playback = self.playback(media.loader, store, server: server).play(media.video)
        #expect(playback.recorder.errors.map(\.description) == [])
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == true)
        #expect(playback.times(in: .played)["video"] == .seconds(12))
        #expect(server.count == 0)
        #expect(store.asked == ["skd://film"])
    }

    @Test func `the protected sample plays from a stored rental as it does from the key server`()
        throws
    {
        let sample = ProtectedSample.cbcs
        let store = try store(try sample.policies())
        try store.acquire(
            ProtectedSample.keyURI, PersistentLicenceTerms(rentalDuration: .seconds(60)))
        let kept = playback(StandardLoader(), store).play(sample.video)
        let server = KeyServer(identity: exchange.identity, policies: try sample.policies())
        let stream = playback(StandardLoader(), nil, server: InProcessKeyServer(server))
            .play(sample.video)
        #expect(kept.recorder.trace == stream.recorder.trace)
        #expect(kept.recorder.lifecycle.last == .end)
        #expect(kept.ledger?.isSound == true)
    }

    @Test func `a key that the playlist also announces in advance is looked up once`() throws {
        let store = try store()
        try store.acquire("skd://film")
        let media = try ProtectedMedia.cbcs(announces: true)
        let playback = self.playback(media.loader, store).play(media.video)
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(store.asked == ["skd://film"])
    }

    @Test func `a licence supplies the initialization vector that the playlist lacks`() throws {
        let store = try store(ProtectedMedia.vector)
        try store.acquire("skd://film")
        var encryptor = EncryptorTransportStream()
        encryptor.key = ProtectedMedia.key
        encryptor.vector = ProtectedMedia.vector
        let text = """
            #EXTM3U
            #EXT-X-TARGETDURATION:2
            #EXT-X-KEY:\(ProtectedMedia.licenceTag)
            #EXTINF:2,
            segment-0.ts
            #EXT-X-ENDLIST

            """
        let clear = fileBytes("\(SampleMedia.single.folder)/segment-0.ts")
        let loader = ScriptedLoader([
            ("index.m3u8", .bytes(Array(text.utf8))),
            ("segment-0.ts", .bytes(try encryptor.encrypt(clear))),
        ])
        let playback = self.playback(loader, store).play(SampleMedia.single.video())
        #expect(playback.recorder.errors.map(\.description) == [])
        #expect(playback.ledger?.isSound == true)
        #expect(playback.recorder.lifecycle.last == .end)
    }

    @Test func `a licence that expires during playback fails only the next session`() throws {
        let store = try store()
        try store.acquire("skd://film")
        let media = try ProtectedMedia.cbcs()
        let playback = self.playback(media.loader, store)
        store.refusal = { [unowned playback] url in
            let now = playback.controller.world.loop.now
            return now < Instant(sinceStart: .seconds(5)) ? nil : Self.failure(69303, url)
        }
        playback.play(media.video, media.video)
        #expect(playback.recorder.lifecycle.contains(.end))
        #expect(playback.recorder.lifecycle.suffix(2) == [.error, .fail])
        #expect(errors(of: playback).first == "OfflineVideoManagerErrorDomain 69303")
    }

    // MARK: Failures

    @Test(arguments: [69303, 69304])
    func `an invalid licence is reported, and fails the session`(code: Int) throws {
        let store = try store()
        store.refusal = { Self.failure(code, $0) }
        let server = StoppedServer()
        let media = try ProtectedMedia.cbcs()
        let playback = self.playback(media.loader, store, server: server).play(media.video)
        #expect(errors(of: playback).first == "OfflineVideoManagerErrorDomain \(code)")
        #expect(playback.recorder.lifecycle == [.playbackBufferEmpty, .error, .fail])
        guard case .contentKey(let failure)? = playback.recorder.errors.last?.cause else {
            Issue.record("the failure does not say why")
            return
        }
        #expect(failure.code == code)
        #expect(server.count == 0)
    }

    @Test(arguments: [
        [], [1], Array("HKLS".utf8), [UInt8](repeating: 0, count: 25),
        Array("HKLS\u{2}\0\0\0\u{19}0123456789abcdef".utf8),
        Array("HKLS\u{1}\0\0\0\u{1A}0123456789abcdef0".utf8),
    ])
    func `a stored secret that is not a key is an invalid licence`(secret: [UInt8]) throws {
        let store = try store()
        try store.keep(secret, for: "skd://film")
        let media = try ProtectedMedia.cbcs()
        let playback = self.playback(media.loader, store).play(media.video)
        #expect(errors(of: playback).first == "OfflineVideoManagerErrorDomain 69304")
        #expect(playback.recorder.lifecycle.suffix(2) == [.error, .fail])
    }

    // MARK: Other content

    @Test func `without a stored licence the key server is used as usual`() throws {
        let media = try ProtectedMedia.cbcs()
        func play(_ store: LicenceStore?) throws -> Playback {
            let policy = KeyPolicy(key: ProtectedMedia.key)
            let server = KeyServer(
                identity: exchange.identity, policies: KeyPolicies(["film": policy]))
            return self.playback(media.loader, store, server: InProcessKeyServer(server))
                .play(media.video)
        }
        let empty = try store()
        let playback = try play(empty)
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(empty.asked == ["skd://film"])
        #expect(try play(nil).recorder.trace == playback.recorder.trace)
    }

    @Test func `clear content plays as before and looks up no licence`() throws {
        let store = try store()
        store.refusal = { Self.failure(69304, $0) }
        let playback = self.playback(StandardLoader(), store).play(SampleMedia.fragments.video())
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(!playback.recorder.lifecycle.contains(.error))
        #expect(store.asked == [])
    }

    @Test func `keys without licences are not looked up in the store`() throws {
        let store = try store()
        store.refusal = { Self.failure(69304, $0) }
        let media = try ProtectedMedia.rotatingAES128()
        let playback = self.playback(media.loader, store).play(media.video)
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(store.asked == [])
    }
}
