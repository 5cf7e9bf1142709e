import ContentProtection
import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing

/// The provider chains that play offline videos, and the errors of other chains.
@Suite struct ProviderChainTests {
    private let server: InProcessKeyServer

    init() throws {
        let keys = KeyServer(
            identity: try Exchange().identity, policies: try ProtectedSample.cbcs.policies())
        server = InProcessKeyServer(keys, start: DateTime(millisecondsSince1970: Screening.epoch))
    }

    private func rented() throws -> Screening {
        try Screening.finished(
            ProtectedSample.cbcs.path, licensing: FairPlayLicensing(authorizationProxy: server)
        ) { request in
            request.terms = .init(rentalDuration: .seconds(60))
        }
    }

    private var fairPlay: FairPlayKeySystem { FairPlayKeySystem(authorizationProxy: server) }

    @Test func `a chain without OfflineSessionProvider refuses an offline video and names it`()
        throws
    {
        let screening = try rented()
        let asked = server.statuses.count
        screening.device.connection = .none
        for provider in [
            ProtectedSessionProvider(keySystems: [fairPlay]) as any SessionProvider,
            ProtectedSessionProvider(upstream: SidecarSubtitleProvider(), keySystems: [fairPlay]),
            BasicSessionProvider(), SessionChain.make(keySystems: [fairPlay]),
        ] {
            let player = Playback(in: screening.world, provider: provider)
                .play(try screening.video())
            #expect(player.recorder.lifecycle.last == .fail)
            let reasons = player.recorder.errors.map { "\($0)" }.joined()
            #expect(reasons.contains(screening.token.rawValue), "\(reasons)")
            #expect(reasons.contains("OfflineSessionProvider"), "\(reasons)")
        }
        // A stored licence is not requested.
        #expect(server.statuses.count == asked)
    }

    @Test func `an offline video is not queued in a chain that cannot play it`() throws {
        let screening = try rented()
        let player = Playback(in: screening.world, provider: BasicSessionProvider())
        player.play(SampleMedia.single.video())
        player.controller.insertVideo(try screening.video(), after: 0)
        #expect(player.recorder.trace.contains("failedToInsertVideo"), "\(player.recorder.trace)")
    }

    @Test func `the standard chain plays offline videos and others`() throws {
        let screening = try rented()
        let chain = SessionChain.make(library: screening.library, keySystems: [fairPlay])
        screening.device.connection = .none
        let player = Playback(in: screening.world, provider: chain)
            .play(try screening.video(), SampleMedia.single.video())
        #expect(player.recorder.lifecycle.filter { $0 == .end }.count == 2)
        #expect(player.controller.ledgers.allSatisfy { $0.ledger.notes.isEmpty })
    }

    /// The code sample of the offline guide, with the network switched off for playback.
    ///
    /// The sample requests a download, and plays the video that belongs to the download's token.
    @Test func `the sample of the offline guide plays from disk with the network off`() throws {
        let app = try OfflineApp(policies: ProtectedSample.cbcs.policies())
        let chain = SessionChain.make(
            library: app.manager.library,
            keySystems: [FairPlayKeySystem(authorizationProxy: app.keyServer)])
        let controller = PlaybackController(world: app.world, provider: chain)
        let recorder = PlaybackRecorder(controller)
        controller.autoAdvance = true
        controller.autoPlay = true
        let rental = OfflineVideoParameters(rentalDuration: 60)
        let token = try #require(app.download(ProtectedSample.cbcs.video, rental))
        app.run()
        app.device.connection = .none
        let asked = app.keyServer.statuses.count
        let video = try #require(app.manager.videoObject(from: token))
        #expect(video.playableOffline)
        controller.setVideos([video])
        app.run()
        #expect(recorder.lifecycle.last == .end, "\(recorder.trace)")
        #expect(controller.ledgers.last?.ledger.isSound == true)
        #expect(app.keyServer.statuses.count == asked)
        // At 120 s, the rental has ended, so playback fails.
        app.world.loop.run(until: Instant(sinceStart: .seconds(120)))
        controller.setVideos([video])
        app.run()
        #expect(recorder.lifecycle.last == .fail)
        #expect(recorder.errors.first?.code == OfflineError.Code.expiredLicense.rawValue)
    }

    @Test func `text tracks and keys that no provider handles are noted in the ledger`() throws {
        var video = SampleMedia.transportStream.video()
        video.textTracks = [["src": "a.vtt", "srclang": "de", "label": "Deutsch"]]
        let player = Playback().play(video)
        #expect(player.ledger?.notes == [.ignoredTextTracks])
        let protected = Playback().play(ProtectedSample.cbcs.video)
        #expect(protected.ledger?.notes.contains(.ignoredKeys) == true)
        #expect(protected.recorder.lifecycle.last == .failedToPlayToEndTime)
    }
}
