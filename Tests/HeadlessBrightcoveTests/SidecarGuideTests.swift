import Foundation
import HeadlessBrightcove
import HeadlessPlayback
import Sessions
import TestSupport
import Testing

/// An app with the code of the guide to sidecar subtitles.
@MainActor private final class SidecarGuideApp {
    /// The controller of the app.
    var controller: BCOVPlaybackController?
    /// The text tracks that the app adds.
    var subtitles: [[AnyHashable: Any]] = []

    // Code sample 1 of the section `Legacy Video Cloud` of the guide.
    func playFromService(accountId: String, policyKey: String, videoId: String) {
        let manager = BCOVPlayerSDKManager.shared()
        let controller = manager?.createSidecarSubtitlesPlaybackController(viewStrategy: nil)
        self.controller = controller
        let factory = BCOVPlaybackServiceRequestFactory(
            accountId: accountId, policyKey: policyKey, baseURLStr: "https://service.test")
        let playbackService = BCOVPlaybackService(requestFactory: factory)
        let configuration = [kBCOVPlaybackServiceConfigurationKeyAssetID: videoId]
        playbackService.findVideo(withConfiguration: configuration, queryParameters: nil) {
            (video: BCOVVideo?, jsonResponse: [AnyHashable: Any]?, error: (any Error)?) in
            guard let video else { return }
            controller?.setVideos([video])
            controller?.play()
        }
    }

    // Code sample 1 of the section `Manually Populating Subtitle Data` of the guide.
    func makeVideo(of source: BCOVSource) -> BCOVVideo {
        subtitles = [
            [
                kBCOVSSTextTracksKeySource: "https://media.test/subtitled/en.vtt",
                kBCOVSSTextTracksKeySourceLanguage: "en",
                kBCOVSSTextTracksKeyLabel: "English",
                kBCOVSSTextTracksKeyDuration: NSNumber(value: 10),
                kBCOVSSTextTracksKeyKind: kBCOVSSTextTracksKindSubtitles,
                kBCOVSSTextTracksKeyDefault: NSNumber(value: true),
                kBCOVSSTextTracksKeyMIMEType: "text/vtt",
            ],
            [
                kBCOVSSTextTracksKeySource: "https://media.test/subtitled/de.vtt?token=1",
                kBCOVSSTextTracksKeySourceLanguage: "de",
                kBCOVSSTextTracksKeyLabel: "Deutsch",
                kBCOVSSTextTracksKeyDuration: 10.0,
                kBCOVSSTextTracksKeyKind: kBCOVSSTextTracksKindCaptions,
                kBCOVSSTextTracksKeySourceType: kBCOVSSTextTracksKeySourceTypeWebVTTURL,
            ],
        ]
        return BCOVVideo(
            source: source, cuePoints: nil,
            properties: [kBCOVSSVideoPropertiesKeyTextTracks: subtitles])
    }

    // Code sample 2 of the section `Manually Populating Subtitle Data` of the guide.
    func addSubtitles(to video: BCOVVideo) -> BCOVVideo {
        video.update { (mutableVideo: BCOVMutableVideo?) in
            let originalTracks =
                video.properties[kBCOVSSVideoPropertiesKeyTextTracks] as? [Any] ?? []
            var properties = mutableVideo?.properties ?? [:]
            properties[kBCOVSSVideoPropertiesKeyTextTracks] = originalTracks + self.subtitles
            mutableVideo?.properties = properties
        }
    }
}

/// The code samples of the guide to sidecar subtitles, run as tests.
@MainActor @Suite struct SidecarGuideTests {
    private let app = SidecarGuideApp()
    private let origin: FilmOrigin

    init() throws { origin = try FilmOrigin() }

    /// Plays with the last subtitle option, and returns the texts of the displayed cues.
    private func texts(_ controller: BCOVPlaybackController) throws -> [String] {
        let recorder = PlaybackRecorder(controller.playback)
        BCOVSimulation.world.loop.run(until: .seconds(0.1))
        let session = try #require(controller.playback.currentSession)
        session.selectedLegibleMediaOption = session.legibleMediaSelectionGroup?.options.last
        controller.playback.run()
        return recorder.events.compactMap {
            guard case .didShowCue(let cue, _) = $0.kind else { return nil }
            return cue.plainText
        }
    }

    private let source = BCOVSource(
        url: URL(string: "https://media.test/subtitled/index.m3u8"),
        deliveryMethod: kBCOVSourceDeliveryHLS, properties: nil)

    @Test func `a video of the service plays with its text tracks`() throws {
        BCOVSimulation.begin(world: PlaybackWorld(loader: origin))
        defer { BCOVSimulation.end() }
        app.playFromService(accountId: "1", policyKey: "key", videoId: "5")
        BCOVSimulation.world.loop.run(until: .seconds(0.05))
        let controller = try #require(app.controller)
        #expect(try texts(controller).count >= 3)
        let session = try #require(controller.playback.currentSession)
        #expect(session.hasEnded)
        #expect(session.legibleMediaSelectionGroup?.options.map(\.languageTag) == ["de"])
    }

    @Test func `text tracks of the app are options of the session`() throws {
        BCOVSimulation.begin(world: PlaybackWorld(loader: origin))
        defer { BCOVSimulation.end() }
        let video = app.makeVideo(of: source)
        let controller = try #require(
            BCOVPlayerSDKManager.shared().createSidecarSubtitlesPlaybackController(
                viewStrategy: nil))
        controller.isAutoPlay = true
        controller.setVideos([video])
        #expect(try texts(controller).count >= 3)
        let group = try #require(controller.playback.currentSession?.legibleMediaSelectionGroup)
        #expect(group.options.map(\.name) == ["English", "Deutsch"])
        #expect(group.options.first?.isDefault == true)
    }

    @Test func `added text tracks follow the text tracks of the service`() throws {
        BCOVSimulation.begin(world: PlaybackWorld(loader: origin))
        defer { BCOVSimulation.end() }
        let service = BCOVVideo(
            source: source, cuePoints: nil,
            properties: [
                kBCOVVideoPropertyKeyName: "Film",
                kBCOVSSVideoPropertiesKeyTextTracks: [
                    [
                        kBCOVSSTextTracksKeySource: "https://media.test/subtitled/fr.vtt",
                        kBCOVSSTextTracksKeySourceLanguage: "fr",
                        kBCOVSSTextTracksKeyLabel: "Français",
                        kBCOVSSTextTracksKeyKind: kBCOVSSTextTracksKindSubtitles,
                        kBCOVSSTextTracksKeyDuration: 10,
                    ]
                ],
            ])
        _ = app.makeVideo(of: source)
        let updated = app.addSubtitles(to: service)
        let tracks = try TextTrack.tracks(of: updated.video)
        #expect(tracks.map(\.language) == ["fr", "en", "de"])
        #expect(updated.properties[kBCOVVideoPropertyKeyName] as? String == "Film")
        #expect(service.video.textTracks.count == 1)
    }

    @Test func `an unknown video ends with an error of the service`() throws {
        BCOVSimulation.begin(world: PlaybackWorld(loader: origin))
        defer { BCOVSimulation.end() }
        let service = BCOVPlaybackService(
            requestFactory: BCOVPlaybackServiceRequestFactory(
                accountId: "1", policyKey: "key", baseURLStr: "https://service.test"))
        var failure: NSError?
        service.findVideo(
            withConfiguration: [kBCOVPlaybackServiceConfigurationKeyAssetReferenceID: "none"],
            queryParameters: nil
        ) { video, _, error in
            #expect(video == nil)
            failure = error as NSError?
        }
        service.findPlaylist(
            withConfiguration: [kBCOVPlaybackServiceConfigurationKeyAssetID: "none"],
            queryParameters: [kBCOVPlaybackServiceParameterKeyLimit: 5]
        ) { playlist, _, _ in #expect(playlist == nil) }
        BCOVSimulation.world.loop.runUntilIdle()
        #expect(failure?.domain == kBCOVPlaybackServiceErrorDomain)
        #expect(failure?.code == 3)
        let information = failure?.userInfo ?? [:]
        #expect(information[kBCOVPlaybackServiceErrorKeyAPIHTTPStatusCode] as? Int == 404)
        let errors = information[kBCOVPlaybackServiceErrorKeyAPIErrors] as? [[String: String]]
        #expect(errors == [["error_code": kBCOVVideoErrorCodeVideoNotFound]])
        #expect(origin.asked.contains("https://service.test/accounts/1/playlists/none?limit=5"))
    }
}
