import Foundation
import HeadlessBrightcove
import HeadlessPlayback
import Playlists
import Sessions
import TestSupport
import Testing

/// The code samples of the guide to downloads and offline playback, run as tests.
@MainActor @Suite struct OfflineGuideTests {
    private let app = OfflineGuideApp()
    private let scratch = ScratchFolder()
    private let origin: FilmOrigin

    init() throws { origin = try FilmOrigin() }

    private var loop: EventLoop { BCOVSimulation.world.loop }
    private var state: BCOVOfflineVideoDownloadState? {
        BCOVOfflineVideoManager.shared().offlineVideoStatus(forToken: app.token)?.downloadState
    }

    /// A film without protection, with subtitles and several bitrates.
    private let clearFilm = BCOVVideo(
        url: URL(string: "https://media.test/ts-multivariant/index.m3u8"))

    private func launch(_ network: NetworkConditions = .unlimited) throws {
        var options = PlaybackOptions()
        options.network = network
        let world = PlaybackWorld(options: options, loader: origin)
        BCOVSimulation.begin(OfflineEnvironment(world: world, store: scratch.path + "/store"))
        app.initializeManager()
        #expect(BCOVOfflineVideoManager.initializationError == nil)
        #expect(BCOVOfflineVideoManager.shared().manager.options.allowsCellularDownload)
        app.setAuthorizationProxy()
    }

    @Test func `the asset of a video selects the tracks of its download`() throws {
        try launch()
        defer { BCOVSimulation.end() }
        let manager = try #require(BCOVOfflineVideoManager.shared())
        let asset = try manager.urlAsset(for: clearFilm)
        #expect(asset.url == clearFilm.sources.first?.url)
        var token: String?
        manager.requestVideoDownload(
            clearFilm, mediaSelections: asset.allMediaSelections, parameters: nil
        ) { answer, _ in token = answer }
        loop.runUntilIdle()
        let core = manager.manager
        let download = OfflineVideoToken(rawValue: try #require(token))
        for characteristic in [.audible, .legible] as [OfflineVideoManager.MediaCharacteristic] {
            let options = core.downloadedMediaSelectionOptions(for: characteristic, of: download)
            #expect(options.map(\.languageTag) == ["en", "fr"])
        }
        let progressive = BCOVVideo(url: URL(string: "https://media.test/movie.mp4"))
        let error = #expect(throws: NSError.self) { try manager.urlAsset(for: progressive) }
        #expect(error?.code == kBCOVOfflineVideoManagerErrorCodeUnsupported)
    }

    @Test func `a rented film is downloaded and plays from the disk with the network off`() throws {
        try launch(NetworkConditions(bitsPerSecond: 4_000_000))
        defer { BCOVSimulation.end() }
        app.chooseRental()
        app.download(FilmOrigin.protectedFilm)
        loop.runUntilIdle()
        #expect(app.failure == nil && state == .stateCompleted)
        #expect(app.reports == ["progress", "complete"])
        let status = try #require(
            BCOVOfflineVideoManager.shared().offlineVideoStatus(forToken: app.token))
        let expiry = try #require(
            BCOVOfflineVideoManager.shared().fairPlayLicenseExpiration(app.token))
        let request = try #require(status.licenseRequestTime)
        #expect(expiry.timeIntervalSince(request) == 30 * 24 * 60 * 60)
        #expect(status.downloadPercent == 100 && status.downloadEndTime != nil)

        origin.disconnect()
        let delegate = DocumentedDelegate()
        try app.setUpPlayback(delegate)
        app.playDownload()
        loop.runUntilIdle()
        #expect(!app.asksForDownload)
        #expect(delegate.called.contains("didCompletePlaylist"))
        #expect(delegate.types.contains(kBCOVPlaybackSessionLifecycleEventEnd))
        let ledger = try #require(app.playbackController?.playback.ledgers.last?.ledger)
        #expect(ledger.isSound)
        #expect(origin.asked == [])
    }

    @Test func `an app asks for a download when the stored film is not playable offline yet`()
        throws
    {
        try launch(NetworkConditions(bitsPerSecond: 100_000))
        defer { BCOVSimulation.end() }
        app.parameters = nil
        app.download(clearFilm)
        loop.run(until: .seconds(1))
        app.playDownload()
        #expect(app.asksForDownload)
    }

    @Test func `a download that fails at the start of time has an end`() throws {
        try launch()
        defer { BCOVSimulation.end() }
        app.parameters = nil
        app.download(BCOVVideo(url: URL(string: "https://media.test/nowhere/index.m3u8")))
        loop.runUntilIdle()
        let status = try #require(
            BCOVOfflineVideoManager.shared().offlineVideoStatus(forToken: app.token))
        #expect(status.downloadState == .stateError && status.downloadEndTime != nil)
    }

    @Test func `a preloaded licence and its download have one token`() throws {
        try launch()
        defer { BCOVSimulation.end() }
        app.chooseRental()
        app.preloadLicence(of: FilmOrigin.protectedFilm)
        loop.runUntilIdle()
        #expect(app.failure == nil && state == .licensePreloaded)
        var token: String?
        app.downloadAfterPreload(FilmOrigin.protectedFilm) { token = $0 }
        loop.runUntilIdle()
        #expect(token != nil && token == app.token)
        #expect(state == .stateCompleted)
        let tokens: [BCOVOfflineVideoToken] = BCOVOfflineVideoManager.shared().offlineVideoTokens
        #expect(tokens == [token])
    }

    @Test func `subtitles in all languages are found and downloaded`() throws {
        try launch()
        defer { BCOVSimulation.end() }
        app.findSubtitleLanguages(of: clearFilm)
        loop.runUntilIdle()
        #expect(app.languages == ["en", "fr"])
        app.downloadWithSubtitles(clearFilm)
        loop.runUntilIdle()
        #expect(state == .stateCompleted)
        let manager = BCOVOfflineVideoManager.shared().manager
        let token = OfflineVideoToken(rawValue: try #require(app.token))
        let tags = manager.downloadedMediaSelectionOptions(for: .legible, of: token)
            .compactMap(\.languageTag)
        #expect(tags.sorted() == ["en", "fr"])
    }

    @Test func `a variant is chosen by its bitrate`() throws {
        try launch()
        defer { BCOVSimulation.end() }
        app.findVariants(of: clearFilm)
        app.findBitrates(of: clearFilm)
        loop.runUntilIdle()
        #expect(app.variants.count == 3 && app.bitrates.count == 3)
        let second = try #require(app.bitrates.dropFirst().first).intValue
        #expect(app.variants.contains { $0["BANDWIDTH"] as? String == "\(second)" })
        app.download(clearFilm, atMost: second + 1)
        loop.runUntilIdle()
        var sizes: [Double] = []
        for bitrate in [second, 1] {
            BCOVOfflineVideoManager.shared().estimateDownloadSize(
                clearFilm, options: [kBCOVOfflineVideoManagerRequestedBitrateKey: bitrate]
            ) { size, _ in sizes.append(size) }
            loop.runUntilIdle()
        }
        #expect(sizes.count == 2 && sizes[0] > sizes[1])
        let received = try #require(
            BCOVOfflineVideoManager.shared().offlineVideoStatus(forToken: app.token)
        ).status.receivedByteCount
        #expect(abs(Double(received) / 1_000_000 - sizes[0]) < sizes[0] / 2)
    }

    @Test func `the poster of a download is stored in a file`() throws {
        try launch()
        defer { BCOVSimulation.end() }
        app.chooseRental()
        app.download(FilmOrigin.protectedFilm)
        loop.runUntilIdle()
        app.findPoster()
        let path = try #require(app.posterPath)
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test func `a download is paused, resumed and cancelled`() throws {
        try launch(NetworkConditions(bitsPerSecond: 400_000))
        defer { BCOVSimulation.end() }
        app.download(clearFilm)
        loop.run(until: .seconds(4))
        #expect(state == .stateDownloading)
        app.pauseDownload()
        loop.run(until: .seconds(6))
        #expect(state == .stateSuspended && app.reports.last == "paused")
        app.resumeDownload()
        loop.run(until: .seconds(10))
        #expect(state == .stateDownloading)
        app.cancelDownload()
        loop.runUntilIdle()
        #expect(state == .stateCancelled)
    }

    @Test(arguments: [(.crash, true), (.swipedAway, false)] as [(Device.Death, Bool)])
    func `the next launch continues downloads after a crash, and fails them after a swipe away`(
        death: Device.Death, isContinued: Bool
    ) throws {
        var options = PlaybackOptions()
        options.network = NetworkConditions(bitsPerSecond: 400_000)
        let environment = OfflineEnvironment(
            world: PlaybackWorld(options: options, loader: origin), store: scratch.path + "/store")
        BCOVSimulation.begin(environment)
        app.initializeManager()
        app.download(clearFilm)
        loop.run(until: .seconds(4))
        #expect(state == .stateDownloading)
        BCOVSimulation.end(death)
        BCOVSimulation.begin(environment)
        defer { BCOVSimulation.end() }
        app.initializeManager()
        loop.runUntilIdle()
        #expect(state == (isContinued ? .stateCompleted : .stateError))
        #expect(app.reports.last == (isContinued ? "complete" : "failed"))
    }

    @Test func `a manager without a store provides its initialization error`() {
        BCOVSimulation.begin(world: PlaybackWorld())
        defer { BCOVSimulation.end() }
        app.initializeManager()
        #expect(BCOVOfflineVideoManager.shared() == nil)
        #expect(BCOVOfflineVideoManager.initializationError != nil)
    }

    @Test func `a later launch lists the downloads of the launch before it`() throws {
        try launch()
        app.download(clearFilm)
        loop.runUntilIdle()
        BCOVSimulation.end()
        try launch()
        defer { BCOVSimulation.end() }
        let tokens: [BCOVOfflineVideoToken] = BCOVOfflineVideoManager.shared().offlineVideoTokens
        #expect(tokens == [app.token])
        #expect(state == .stateCompleted)
        BCOVOfflineVideoManager.shared().deleteOfflineVideo(app.token)
        loop.runUntilIdle()
        #expect(BCOVOfflineVideoManager.shared().offlineVideoTokens == [])
        BCOVOfflineVideoManager.shared().deleteOfflineVideo("unknown")
        #expect(BCOVOfflineVideoManager.shared().lastCommandError != nil)
    }
}
