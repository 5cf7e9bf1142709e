import ContentProtection
import HeadlessPlayback
import TestSupport
import Testing
import Transport

@Suite struct ProtectionTraceTests {
    /// Creates a playback with the whole provider chain and a key server in its simulated world.
    private func playback(
        _ loader: any ResourceLoader, _ policy: KeyPolicy? = nil,
        configure: (inout PlaybackOptions) -> Void = { _ in }
    ) throws -> (Playback, InProcessKeyServer) {
        let server = KeyServer(
            identity: try Exchange().identity,
            policies: KeyPolicies(policy.map { ["film": $0] } ?? [:]))
        let proxy = InProcessKeyServer(server, latency: .milliseconds(40))
        let provider = ProtectedSessionProvider(
            upstream: SidecarSubtitleProvider(),
            keySystems: [
                IdentityKeySystem(), FairPlayKeySystem(authorizationProxy: proxy),
            ])
        return (Playback(loader: loader, provider: provider, configure), proxy)
    }

    @Test func `clear media passes all session providers without reports about keys`() throws {
        let (playback, server) = try playback(StandardLoader())
        playback.play(SampleMedia.transportStream.video())
        try RecordedTrace.expect(playback.recorder.trace, is: "clear-through-the-chain")
        #expect(
            playback.recorder.trace
                == Playback().play(SampleMedia.transportStream.video()).recorder.trace)
        #expect(playback.ledger?.isSound == true)
        #expect(server.statuses == [])
    }

    @Test func `AES-128 plays with a rotation of keys`() throws {
        let media = try ProtectedMedia.rotatingAES128()
        let (playback, _) = try playback(media.loader)
        playback.play(media.video)
        try RecordedTrace.expect(playback.recorder.trace, is: "aes-128-rotation")
        #expect(playback.ledger?.isSound == true)
        #expect(media.loader.asked.filter { ["one", "two"].contains($0) } == ["one", "two"])
    }

    @Test func `cbcs plays with a licence`() throws {
        let media = try ProtectedMedia.cbcs()
        let (playback, server) = try playback(media.loader, KeyPolicy(key: ProtectedMedia.key)) {
            $0.verification = .decode
        }
        playback.play(media.video)
        try RecordedTrace.expect(playback.recorder.trace, is: "cbcs-licence")
        #expect(playback.ledger?.isSound == true)
        #expect(server.statuses == [200])
    }

    @Test func `a key that decrypts nothing is a remark, since a wrong key would not be found`()
        throws
    {
        for isEncrypted in [true, false] {
            let media = try ProtectedMedia.cbcs(isEncrypted: isEncrypted)
            let (playback, _) = try playback(media.loader, KeyPolicy(key: ProtectedMedia.key))
            playback.play(media.video)
            let words = "nothing shows whether the key is right: skd://film"
            #expect(playback.ledger?.remarks.map(\.text) == (isEncrypted ? [] : [words]))
            #expect(playback.ledger?.isSound == true)
        }
    }

    @Test func `a lease is renewed before it ends, without a report`() throws {
        let media = try ProtectedMedia.cbcs()
        let policy = KeyPolicy(key: ProtectedMedia.key, lease: .seconds(4))
        let (playback, server) = try playback(media.loader, policy)
        playback.play(media.video)
        try RecordedTrace.expect(playback.recorder.trace, is: "cbcs-licence")
        // The interval between renewals is the latency of the answer plus half of the lease.
        #expect(server.statuses == [200, 200, 200, 200, 200, 200])
        #expect(playback.ledger?.isSound == true)
    }

    @Test func `a denied renewal is retried and reported, and playback continues with a loss`()
        throws
    {
        let media = try ProtectedMedia.cbcs()
        let policy = KeyPolicy(
            key: ProtectedMedia.key, lease: .seconds(6), renewal: .denied)
        let (playback, server) = try playback(media.loader, policy)
        playback.play(media.video)
        try RecordedTrace.expect(playback.recorder.trace, is: "renewal-denied")
        #expect(server.statuses == [200, 403, 403, 403, 403])
        let words = "the lease of a licence ended, and was not renewed in time: skd://film"
        #expect(playback.ledger?.remarks.map(\.text) == [words])
        #expect(playback.ledger?.isSound == false)
    }

    @Test(arguments: [(20.0, false), (14.0, true)])
    func `a lease that ends after the playback is a loss only if media is played again`(
        end: Double, isLoss: Bool
    ) throws {
        let media = try ProtectedMedia.cbcs()
        let policy = KeyPolicy(
            key: ProtectedMedia.key, lease: .seconds(13), renewal: .denied)
        let (playback, _) = try playback(media.loader, policy)
        playback.controller.autoAdvance = false
        playback.play(media.video)
        playback.run(until: end)
        if isLoss {
            playback.controller.seek(to: 6)
            playback.controller.play()
            playback.controller.run()
        }
        #expect(playback.ledger?.remarks.map(\.kind) == (isLoss ? [.endedLease] : []))
    }

    @Test func `expiry does not stop playback, and loading again fails`() throws {
        let media = try ProtectedMedia.cbcs()
        let policy = KeyPolicy(
            key: ProtectedMedia.key, terms: .rental(.seconds(5), playDuration: nil))
        let (playback, server) = try playback(media.loader, policy)
        playback.play(media.video)
        playback.play(media.video)
        try RecordedTrace.expect(playback.recorder.trace, is: "expiry")
        let first = try #require(playback.controller.ledgers.first?.ledger)
        #expect(first.remarks.map(\.kind) == [.endedLicence] && first.isSound)
        #expect(server.statuses == [200, 403])
    }

    @Test func `a wrong key is reported as Error and Fail, and nothing counts as played`() throws {
        let media = try ProtectedMedia.cbcs()
        let (playback, _) = try playback(media.loader, KeyPolicy(key: ProtectedMedia.secondKey))
        playback.play(media.video)
        try RecordedTrace.expect(playback.recorder.trace, is: "wrong-key")
        #expect(playback.times(in: .played) == [:])
    }

    @Test func `a session key is requested before it is needed`() throws {
        let media = try ProtectedMedia.cbcs(announces: true)
        let (playback, server) = try playback(media.loader, KeyPolicy(key: ProtectedMedia.key)) {
            $0.network = NetworkConditions(bitsPerSecond: 2_000_000, latency: .milliseconds(100))
        }
        playback.play(media.video)
        // The licence arrives while the media playlist is loaded, so the licence causes no
        // delay.
        try RecordedTrace.expect(playback.recorder.trace, is: "session-key")
        #expect(server.statuses == [200])
    }
}
