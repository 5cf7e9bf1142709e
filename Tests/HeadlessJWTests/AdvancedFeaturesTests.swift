import ContentProtection
import Foundation
import HeadlessJW
import HeadlessPlayback
import Playlists
import Sessions
import TestSupport
import Testing

/// An app that contains the code samples of JW Player's page on advanced features.
private final class AdvancedFeaturesApp: JWDrmDataSource {
    /// The player of the app.
    var player: JWPlayerController?
    /// The app's connection to its key server.
    let serverLink: ServerLink
    /// The calls that the app received, in order.
    var calls: [String] = []
    /// The renewal date that the app returns with a key.
    var renewalDate: Date?

    init(_ serverLink: ServerLink) { self.serverLink = serverLink }

    // Code sample 1 of the section `Custom asset options` of the guide.
    func makeConfig(_ location: String) -> JWConfig {
        let config = JWConfig(contentUrl: location)
        config.assetOptions = ["AVURLAssetHTTPHeaderFieldsKey": ["cookie": "cookie data"]]
        return config
    }

    // Code sample 1 of the section `Implementation` of the guide.
    func setDataSource() { player?.drmDataSource = self }

    // Code sample 2 of the section `Implementation` of the guide.
    func fetchContentIdentifier(
        forRequest loadingRequestURL: URL!, for encryption: JWEncryption,
        withCompletion completion: ((Data?) -> Void)!
    ) {
        calls.append("content \(loadingRequestURL.absoluteString)")
        if encryption == JWFairPlay {
            let assetId = loadingRequestURL.host ?? ""
            completion(assetId.data(using: .utf8))
        }
    }

    // Code sample 3 of the section `Implementation` of the guide.
    func fetchAppIdentifier(
        forRequest loadingRequestURL: URL!, for encryption: JWEncryption,
        withCompletion completion: ((Data?) -> Void)!
    ) {
        calls.append("certificate")
        if encryption == JWFairPlay {
            completion(serverLink.applicationId)
        }
    }

    // Code sample 4 of the section `Implementation` of the guide.
    func fetchContentKey(
        withRequest requestBytes: Data!, for encryption: JWEncryption,
        withCompletion completion: ((Data?, Date?, String?) -> Void)!
    ) {
        calls.append("key")
        if encryption == .fairPlay {
            let key = serverLink.key(fromRequest: requestBytes)
            completion(key, renewalDate, "application/octet-stream")
        }
    }
}

/// The app's connection to its key server.
private final class ServerLink {
    private var server: KeyServer

    init() throws {
        server = KeyServer(
            identity: try Exchange().identity, policies: try ProtectedSample.cbcs.policies())
    }

    private let date = DateTime(millisecondsSince1970: 978_307_200_000)

    var applicationId: Data? {
        Data(server.answer(KeyServerRequest(path: "/certificate"), at: date).body)
    }

    func key(fromRequest request: Data) -> Data? {
        let answer = server.answer(
            KeyServerRequest(method: "POST", path: "/licence", body: Array(request)), at: date)
        return answer.status < 400 ? Data(answer.body) : nil
    }
}

/// The code samples of JW Player's page on advanced features, run as tests.
@Suite struct AdvancedFeaturesTests {
    private func play(_ app: AdvancedFeaturesApp) throws -> PlaybackRecorder {
        let player = JWPlayerController(config: JWConfig(contentUrl: ProtectedSample.cbcs.path))
        app.player = player
        app.setDataSource()
        let recorder = PlaybackRecorder(player.playback)
        player.play()
        player.world.loop.runUntilIdle()
        return recorder
    }

    @Test func `a protected film asks its data source in three steps and plays`() throws {
        let app = AdvancedFeaturesApp(try ServerLink())
        let recorder = try play(app)
        #expect(
            app.calls.prefix(3) == ["content skd://protected-cbcs", "certificate", "key"])
        #expect(recorder.lifecycle.contains(.end))
        #expect(app.player?.playback.ledgers.last?.ledger.isSound == true)
    }

    @Test func `a renewal date causes another key request`() throws {
        let app = AdvancedFeaturesApp(try ServerLink())
        app.renewalDate = Date(timeIntervalSinceReferenceDate: 4)
        _ = try play(app)
        #expect(app.calls.filter { $0 == "key" }.count > 1)
    }

    @Test func `a protected film without a data source fails`() {
        let player = JWPlayerController(config: JWConfig(contentUrl: ProtectedSample.cbcs.path))
        let recorder = PlaybackRecorder(player.playback)
        player.play()
        player.world.loop.runUntilIdle()
        #expect(recorder.lifecycle.contains(.fail) || recorder.lifecycle.contains(.error))
        #expect(!recorder.lifecycle.contains(.end))
    }

    @Test func `the header fields of a configuration reach the server of the asset`() throws {
        let app = AdvancedFeaturesApp(try ServerLink())
        let server = try OriginServer(.folder(SampleMedia.folder))
        let player = JWPlayerController(
            config: app.makeConfig(server.url("/single/index.m3u8")))
        player.play()
        player.world.loop.runUntilIdle()
        #expect(server.log.count == 6)
        #expect(server.log.allSatisfy { $0.headers["cookie"] == "cookie data" })
    }

    @Test func `lock screen and picture in picture properties of a player keep assigned values`() {
        let player = JWPlayerController(config: nil)
        #expect(player.displayLockScreenControls && !player.pictureInPictureDisabled)
        player.displayLockScreenControls = false
        player.pictureInPictureDisabled = true
        #expect(!player.displayLockScreenControls && player.pictureInPictureDisabled)
    }
}
