import Foundation
import HeadlessBrightcove
import HeadlessPlayback
import OfflineDownloads
import Sessions
import TestSupport
import Testing

/// The methods of the offline manager's delegate, called by downloads.
@MainActor @Suite struct OfflineDelegateTests {
    /// A delegate with every method.
    private final class App: BCOVOfflineVideoManagerDelegate {
        var called: [String] = []

        private func note(_ name: String) { if !called.contains(name) { called.append(name) } }

        func didCreateSharedBackgroundSesssionConfiguration(
            _ backgroundSessionConfiguration: URLSessionConfiguration!
        ) {
            note("configuration")
            backgroundSessionConfiguration.httpMaximumConnectionsPerHost = 1
        }
        func offlineVideoToken(
            _ offlineVideoToken: String!, downloadTask: AVAssetDownloadTask!,
            didProgressTo progressPercent: TimeInterval
        ) { note("downloadTask") }
        func offlineVideoToken(
            _ offlineVideoToken: String!, aggregateDownloadTask: AVAggregateAssetDownloadTask!,
            didProgressTo progressPercent: TimeInterval,
            for mediaSelection: AVMediaSelection!
        ) { note("aggregateDownloadTask") }
        func offlineVideoToken(
            _ offlineVideoToken: String!, assetDownloadTask: AVAssetDownloadTask!,
            didProgressTo progressPercent: TimeInterval
        ) { note("assetDownloadTask") }
        func offlineVideoToken(
            _ offlineVideoToken: String!, assetDownloadTask: AVAssetDownloadTask!,
            willDownloadVariants variants: [Int64]!
        ) { note("variants") }
        func offlineVideoToken(
            _ offlineVideoToken: String!,
            didFinishMediaSelectionDownload mediaSelection: AVMediaSelection!
        ) { note("mediaSelection") }
        func offlineVideoToken(
            _ offlineVideoToken: String!, didFinishDownloadWithError error: (any Error)!
        ) { note("finish \(error.map { ($0 as NSError).code } ?? 0)") }
        func offlineVideoToken(
            _ offlineVideoToken: String!, didFinishAggregateDownloadWithError error: (any Error)!
        ) { note("aggregate \(error.map { ($0 as NSError).code } ?? 0)") }
        func downloadWasPaused(forOfflineVideoToken offlineVideoToken: String!) { note("paused") }
        func didDownloadStaticImages(withOfflineVideoToken offlineVideoToken: String!) {
            note("images")
        }
        func shouldDeleteVideoPackage(_ videoPackagePath: String!) -> Bool {
            note("package")
            return true
        }
        func offlineVideoStorageDidChange() { note("storage") }
        func playbackServiceForManifestURLTTLUpdate(for video: BCOVVideo!) -> BCOVPlaybackService! {
            note("service")
            return nil
        }
    }

    /// A delegate that does not implement any method.
    private final class Silent: BCOVOfflineVideoManagerDelegate {}

    private let scratch = ScratchFolder()

    private func launch(_ app: any BCOVOfflineVideoManagerDelegate) {
        var options = PlaybackOptions()
        options.network = NetworkConditions(bitsPerSecond: 400_000)
        BCOVSimulation.begin(
            OfflineEnvironment(
                world: PlaybackWorld(options: options), store: scratch.path + "/store"))
        BCOVOfflineVideoManager.initializeOfflineVideoManager(with: app, options: nil)
    }

    @Test func `a download calls the methods of its delegate`() throws {
        let app = App()
        launch(app)
        defer { BCOVSimulation.end() }
        let manager = try #require(BCOVOfflineVideoManager.shared())
        let loop = BCOVSimulation.world.loop
        let video = BCOVVideo(SampleMedia.transportStream.video())
        var token: String?
        manager.requestVideoDownload(video, parameters: nil) { answer, _ in token = answer }
        loop.run(until: .seconds(4))
        manager.pauseVideoDownload(token)
        loop.run(until: .seconds(5))
        manager.resumeVideoDownload(token)
        loop.runUntilIdle()
        manager.manager.requestVideoDownload(
            SampleMedia.single.video(), downloadConfiguration: DownloadSelection()
        ) { _, _ in }
        loop.runUntilIdle()
        manager.requestVideoDownload(
            BCOVVideo(url: URL(fileURLWithPath: "/nowhere.m3u8")), parameters: nil
        ) { _, _ in }
        loop.runUntilIdle()
        #expect(
            Set(app.called) == [
                "configuration", "downloadTask", "aggregateDownloadTask", "assetDownloadTask",
                "variants", "mediaSelection", "finish 0", "aggregate 0", "paused", "images",
                "finish 69302", "aggregate 69302",
            ])
    }

    @Test func `every delegate method has a default implementation`() throws {
        let silent = Silent()
        launch(silent)
        defer { BCOVSimulation.end() }
        let manager = try #require(BCOVOfflineVideoManager.shared())
        manager.requestVideoDownload(
            BCOVVideo(SampleMedia.single.video()), parameters: nil
        ) { _, _ in }
        BCOVSimulation.world.loop.runUntilIdle()
        #expect(manager.offlineVideoStatus().first?.downloadState == .stateCompleted)
    }

    @Test func `a missing video fails each method with an error`() throws {
        launch(Silent())
        defer { BCOVSimulation.end() }
        let manager = try #require(BCOVOfflineVideoManager.shared())
        var codes: [Int] = []
        func note(_ error: (any Error)?) { codes.append((error as NSError?)?.code ?? 0) }
        manager.requestVideoDownload(nil, parameters: nil) { note($1) }
        manager.preloadFairPlayLicense(nil, parameters: nil) { note($1) }
        manager.estimateDownloadSize(nil, options: nil) { note($1) }
        manager.variantBitrates(for: nil) { note($1) }
        manager.variantAttributesDictionaries(for: nil) { note($1) }
        manager.alternativeRenditionAttributesDictionaries(for: nil) { note($1) }
        #expect(
            codes == Array(repeating: kBCOVOfflineVideoManagerErrorCodeInvalidParameter, count: 6))
    }

    @Test func `a licence is renewed as a purchase, and deleted`() throws {
        let origin = try FilmOrigin()
        BCOVSimulation.begin(
            OfflineEnvironment(
                world: PlaybackWorld(loader: origin), store: scratch.path + "/store"))
        defer { BCOVSimulation.end() }
        let app = OfflineGuideApp()
        app.initializeManager()
        app.setAuthorizationProxy()
        let manager = try #require(BCOVOfflineVideoManager.shared())
        let loop = BCOVSimulation.world.loop
        app.chooseRental()
        app.preloadLicence(of: FilmOrigin.protectedFilm)
        loop.runUntilIdle()
        let rental = try #require(manager.fairPlayLicenseExpiration(app.token))
        var renewed: String?
        manager.renewFairPlayLicense(
            app.token, video: FilmOrigin.protectedFilm,
            parameters: [kBCOVFairPlayLicensePurchaseKey: true]
        ) { token, _ in renewed = token }
        loop.runUntilIdle()
        #expect(renewed == app.token)
        #expect(rental < .distantFuture)
        #expect(manager.fairPlayLicenseExpiration(app.token) == .distantFuture)
        manager.invalidateFairPlayLicense(app.token)
        #expect(manager.lastCommandError == nil)
        #expect(manager.fairPlayLicenseExpiration(app.token) == nil)
    }
}
