import ContentProtection
import Foundation
import HeadlessBrightcove
import HeadlessPlayback
import Playlists
import Sessions
import TestSupport
import Testing
import Transport

/// The provider chains that the SDK's manager creates.
@MainActor @Suite struct ProviderFaceTests {
    /// An app's proxy, with a key server of its own.
    private final class OwnProxy: BCOVFPSAuthorizationProxy {
        var server: KeyServer
        var asked: [String] = []
        var options: [[AnyHashable: Any]?] = []
        var expiration: Date?
        var failure: (any Error)?

        init() throws {
            server = KeyServer(
                identity: try Exchange().identity,
                policies: try ProtectedSample.cbcs.policies())
        }

        private let date = DateTime(millisecondsSince1970: 978_307_200_000)

        var certificate: Data {
            Data(server.answer(KeyServerRequest(path: "/certificate"), at: date).body)
        }

        func contentIdentifier(from keyRequest: AVContentKeyRequest?) -> Data? {
            asked.append("identifier")
            guard let url = keyRequest?.identifier as? String else { return nil }
            return Data(url.dropFirst("skd://".count).utf8)
        }

        func encryptedContentKey(
            forContentKeyIdentifier contentKeyIdentifier: String,
            contentKeyRequest keyRequest: Data, source: BCOVSource, options: [AnyHashable: Any]?,
            completionHandler: @escaping (URLResponse?, Data?, Date?, (any Error)?) -> Void
        ) {
            asked.append("key \(contentKeyIdentifier)")
            self.options.append(options)
            if let failure { return completionHandler(nil, nil, nil, failure) }
            let answer = server.answer(
                KeyServerRequest(method: "POST", path: "/licence", body: Array(keyRequest)),
                at: date)
            completionHandler(nil, Data(answer.body), expiration, nil)
        }
    }

    private let delegate = DocumentedDelegate()

    private func play(_ video: Video, through chain: BCOVPlaybackSessionProvider?) throws -> Ledger
    {
        let controller = try #require(
            BCOVPlayerSDKManager.shared().createPlaybackController(
                with: chain, viewStrategy: nil))
        controller.isAutoPlay = true
        controller.delegate = delegate
        controller.setVideos([BCOVVideo(video)])
        controller.playback.run()
        return try #require(controller.playback.ledgers.last?.ledger)
    }

    @Test func `an app's proxy and its certificate decrypt a film`() throws {
        BCOVSimulation.begin(world: PlaybackWorld())
        defer { BCOVSimulation.end() }
        let proxy = try OwnProxy()
        let chain = BCOVPlayerSDKManager.shared().createFairPlaySessionProvider(
            withApplicationCertificate: proxy.certificate, authorizationProxy: proxy,
            upstreamSessionProvider: nil)
        #expect(try play(ProtectedSample.cbcs.video, through: chain).isSound)
        #expect(delegate.types.contains(kBCOVPlaybackSessionLifecycleEventEnd))
        #expect(proxy.asked.contains("identifier"))
        #expect(proxy.asked.contains("key skd://protected-cbcs"))
        #expect(!proxy.options.isEmpty && proxy.options.allSatisfy { $0 == nil })
    }

    @Test func `an app's proxy receives the terms of a download`() throws {
        let scratch = ScratchFolder()
        BCOVSimulation.begin(
            OfflineEnvironment(world: PlaybackWorld(), store: scratch.path + "/store"))
        defer { BCOVSimulation.end() }
        BCOVOfflineVideoManager.initializeOfflineVideoManager(with: nil, options: nil)
        let manager = try #require(BCOVOfflineVideoManager.shared())
        let proxy = try OwnProxy()
        manager.authProxy = proxy
        manager.addFairPlayApplicationCertificate(
            proxy.certificate, identifier: kBCOVDefaultFairPlayApplicationCertificateIdentifier)
        var token: String?
        let rental: [AnyHashable: Any] = [
            kBCOVFairPlayLicenseRentalDurationKey: 3600, kBCOVFairPlayLicensePlayDurationKey: 60.5,
        ]
        manager.requestVideoDownload(BCOVVideo(ProtectedSample.cbcs.video), parameters: rental) {
            given, _ in token = given
        }
        BCOVSimulation.world.loop.runUntilIdle()
        manager.renewFairPlayLicense(
            token, video: nil, parameters: [kBCOVFairPlayLicensePurchaseKey: true]
        ) { _, _ in }
        BCOVSimulation.world.loop.runUntilIdle()
        let options = proxy.options.compactMap(\.self)
        #expect(options.count == 2)
        #expect(options.first?[kBCOVFairPlayLicenseRentalDurationKey] as? Int == 3600)
        #expect(options.first?[kBCOVFairPlayLicensePlayDurationKey] as? Double == 60.5)
        #expect(options.first?.count == 2)
        #expect(options.last?[kBCOVFairPlayLicensePurchaseKey] as? Bool == true)
        #expect(options.last?.count == 1)
    }

    @Test func `an error of an app's proxy is the cause of the failure`() throws {
        BCOVSimulation.begin(world: PlaybackWorld())
        defer { BCOVSimulation.end() }
        let proxy = try OwnProxy()
        proxy.failure = CocoaError(.featureUnsupported)
        let chain = BCOVPlayerSDKManager.shared().createFairPlaySessionProvider(
            withApplicationCertificate: proxy.certificate, authorizationProxy: proxy,
            upstreamSessionProvider: nil)
        _ = try play(ProtectedSample.cbcs.video, through: chain)
        #expect(delegate.types.contains(kBCOVPlaybackSessionLifecycleEventError))
        #expect(!delegate.types.contains(kBCOVPlaybackSessionLifecycleEventEnd))
        let error = try #require(delegate.errors.first)
        #expect(error.code == 69402)
        let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError
        let given = cause?.userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(given?.domain == NSCocoaErrorDomain)
        #expect(given?.code == CocoaError.Code.featureUnsupported.rawValue)
    }

    /// A loader that denies each licence.
    private struct DenyingLoader: ResourceLoader {
        static let answer = Array("no licence today".utf8)
        let origin: FilmOrigin

        func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
            guard request.url.hasSuffix("/licence") else { return try origin.load(request) }
            return ResourceResponse(
                url: request.url, status: 403, body: ResourceBody(Self.answer))
        }
    }

    @Test func `the error of a denied licence has the response of the key server`() throws {
        let loader = DenyingLoader(origin: try FilmOrigin())
        BCOVSimulation.begin(world: PlaybackWorld(loader: loader))
        defer { BCOVSimulation.end() }
        let proxy = try #require(
            BCOVFPSBrightcoveAuthProxy(publisherId: nil, applicationId: nil))
        let chain = BCOVPlayerSDKManager.shared().createFairPlaySessionProvider(
            with: proxy, upstreamSessionProvider: nil)
        _ = try play(FilmOrigin.protectedFilm.video, through: chain)
        let error = try #require(delegate.errors.first)
        #expect(error.domain == kBCOVFPSAuthProxyErrorDomain)
        #expect(error.code == kBCOVFPSAuthProxyErrorCodeContentKeyRequestFailed)
        #expect(
            error.userInfo[kBCOVFPSAuthProxyResponseData] as? Data == Data(DenyingLoader.answer))
    }

    @Test func `a policy of the basic provider chooses the source`() throws {
        BCOVSimulation.begin(world: PlaybackWorld())
        defer { BCOVSimulation.end() }
        let options = BCOVBasicSessionProviderOptions()
        options.sourceSelectionPolicy = { video in video?.sources.last }
        let chain = BCOVPlayerSDKManager.shared().createBasicSessionProvider(with: options)
        var video = Video(url: "/nowhere.m3u8")
        video.sources.append(Source(url: SampleMedia.single.path))
        #expect(try play(video, through: chain).isSound)
        #expect(delegate.sessions.last?.source.source.url == SampleMedia.single.path)
        let urls = ["https://a/1.mp4", "http://a/2.m3u8", "https://a/3.m3u8"]
        video.sources = urls.map { Source(url: $0) }
        let secure = BCOVBasicSourceSelectionPolicy.sourceSelectionHLS(
            withScheme: kBCOVSourceURLSchemeHTTPS)
        #expect(secure?(BCOVVideo(video))?.source.url == urls[2])
        let first: BCOVBasicSessionProviderSourceSelectionPolicy =
            BCOVBasicSourceSelectionPolicy.sourceSelectionHLS()
        #expect(first(BCOVVideo(video))?.source.url == urls[1])
        #expect(first(nil) == nil)
    }

    @Test func `the default chain plays no protected film`() throws {
        BCOVSimulation.begin(world: PlaybackWorld())
        defer { BCOVSimulation.end() }
        _ = try play(ProtectedSample.cbcs.video, through: nil)
        #expect(!delegate.types.contains(kBCOVPlaybackSessionLifecycleEventEnd))
    }

    @Test func `a CMTime equals the media time of this package with the same seconds`() {
        #expect(CMTime(seconds: 1.5, preferredTimescale: 600) == .milliseconds(1500))
        #expect(CMTime(value: 3, timescale: 2) == .milliseconds(1500))
        #expect(CMTimeMakeWithSeconds(0.0001, preferredTimescale: 600) == .zero)
        #expect(CMTimeGetSeconds(CMTimeMake(value: 90_000, timescale: 90_000)) == 1)
    }

    @Test func `a CMTime that is not a number is invalid, and a seek to it has no effect`() throws {
        #expect(CMTimeMake(value: 1, timescale: 0) == .invalid)
        #expect(CMTimeMake(value: 1, timescale: -1) == .invalid)
        #expect(CMTime(seconds: .nan, preferredTimescale: 600) == .invalid)
        #expect(CMTime(seconds: 1, preferredTimescale: 0) == .invalid)
        #expect(CMTime(seconds: 1e300, preferredTimescale: 600) == .positiveInfinity)
        #expect(CMTime(seconds: -.infinity, preferredTimescale: 600) == .negativeInfinity)
        #expect(CMTimeMake(value: .max, timescale: 1) == .positiveInfinity)
        #expect(CMTimeMake(value: .min, timescale: 1) == .negativeInfinity)
        #expect(CMTimeGetSeconds(CMTime.invalid).isNaN)
        #expect(CMTimeGetSeconds(CMTime.positiveInfinity) == .infinity)
        #expect(CMTimeGetSeconds(CMTime.negativeInfinity) == -.infinity)
        #expect(CMTimeGetSeconds(CuePoint.Position.time(.invalid)).isNaN)
        BCOVSimulation.begin(world: PlaybackWorld())
        defer { BCOVSimulation.end() }
        let controller = try #require(BCOVPlayerSDKManager.shared().createPlaybackController())
        controller.setVideos([BCOVVideo(SampleMedia.single.video())])
        BCOVSimulation.world.loop.runUntilIdle()
        var commands: [PlaybackCommand] = []
        let observation = controller.playback.observeCommands { commands.append($0) }
        controller.seek(to: CMTimeMake(value: 1, timescale: 0), completionHandler: nil)
        BCOVSimulation.world.loop.runUntilIdle()
        #expect(controller.playback.currentSession?.position == .zero)
        controller.seek(to: .positiveInfinity, completionHandler: nil)
        BCOVSimulation.world.loop.runUntilIdle()
        #expect(controller.playback.currentSession?.position == .seconds(10))
        withExtendedLifetime(observation) {}
        #expect(commands.compactMap(\.seconds).map(\.isFinite) == [false, false])
    }

    @Test func `the shared manager is the same object until its simulation ends`() throws {
        BCOVSimulation.begin(world: PlaybackWorld())
        let first = BCOVPlayerSDKManager.shared()
        #expect(BCOVPlayerSDKManager.shared() === first)
        #expect(BCOVPlayerSDKManager.sharedManager() === first)
        BCOVSimulation.end()
        #expect(BCOVPlayerSDKManager.shared() !== first)
        BCOVSimulation.end()
    }

    @Test func `the options of a controller become playback options`() throws {
        BCOVSimulation.begin(world: PlaybackWorld())
        defer { BCOVSimulation.end() }
        let controller = try #require(BCOVPlayerSDKManager.shared().createPlaybackController())
        controller.options = [
            kBCOVBufferOptimizerMethodKey: 0, kBCOVBufferOptimizerMinimumDurationKey: 5,
            kBCOVBufferOptimizerMaximumDurationKey: 60.0,
            kBCOVOfflineVideoManagerPlaybackSubtitleLanguageKey: "de",
            kBCOVAuthHeartbeatPropertyKeySessionId: "phone", "other": true,
        ]
        let options = controller.playback.options
        #expect(options.bufferOptimizer.method == .none)
        #expect(options.bufferOptimizer.minimumDuration == .seconds(5))
        #expect(options.bufferOptimizer.maximumDuration == .seconds(60))
        #expect(options.offlineSubtitleLanguage == "de")
        #expect(options.streamConcurrency.sessionID == "phone")
        #expect(controller.options["other"] as? Bool == true)
        controller.options = nil
        #expect(controller.playback.options.bufferOptimizer == BufferOptimizer())
        #expect(controller.playback.options.offlineSubtitleLanguage == nil)
    }

    @Test
    func `the device properties of a controller have their defaults and keep assigned values`()
        throws
    {
        BCOVSimulation.begin(world: PlaybackWorld())
        defer { BCOVSimulation.end() }
        let controller = try #require(BCOVPlayerSDKManager.shared().createPlaybackController())
        #expect(controller.allowsExternalPlayback && controller.thumbnailSeekingEnabled)
        #expect(!controller.allowsBackgroundAudioPlayback && !controller.isPictureInPictureActive)
        controller.allowsBackgroundAudioPlayback = true
        controller.isPictureInPictureActive = true
        #expect(controller.allowsBackgroundAudioPlayback && controller.isPictureInPictureActive)
    }

    @Test func `commands of a controller control playback`() throws {
        BCOVSimulation.begin(world: PlaybackWorld())
        defer { BCOVSimulation.end() }
        let controller = try #require(BCOVPlayerSDKManager.shared().createPlaybackController())
        controller.setVideos([BCOVVideo(SampleMedia.single.video())])
        controller.play()
        BCOVSimulation.world.loop.run(until: .seconds(1))
        var landed: Bool?
        controller.seek(to: CMTimeMakeWithSeconds(6, preferredTimescale: 600)) { landed = $0 }
        controller.playbackRate = 2
        BCOVSimulation.world.loop.run(until: .seconds(2))
        #expect(landed == true && controller.playbackRate == 2)
        controller.pause()
        let position = try #require(controller.playback.currentSession?.position)
        #expect(position == .seconds(8))
        controller.resumeVideo(at: CMTimeMake(value: 4, timescale: 2), withAutoPlay: false)
        BCOVSimulation.world.loop.runUntilIdle()
        #expect(controller.playback.currentSession?.position == .seconds(2))
        controller.seek(to: .seconds(4), toleranceBefore: .zero, toleranceAfter: .zero) {
            landed = !$0
        }
        BCOVSimulation.world.loop.runUntilIdle()
        #expect(landed == false)
        #expect(controller.playback.currentSession?.position == .seconds(4))
    }
}
