import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing

/// Tests of the delegate's methods and decisions, except the progress reports.
@Suite struct OfflineDelegateTests {
    private static let slow = NetworkConditions(bitsPerSecond: 400_000)

    /// A delegate that configures the session, and receives both reports of a download's end.
    private final class Delegate: OfflineVideoManagerDelegate {
        var configurations = 0
        private(set) var ends: [String] = []

        func didCreateSharedBackgroundSessionConfiguration(
            _ configuration: inout DownloadOptions
        ) {
            configurations += 1
            configuration.concurrentDownloads = 1
        }

        func offlineVideoToken(
            _ token: OfflineVideoToken, didFinishDownloadWithError error: OfflineError?
        ) {
            ends.append("download \(error?.code.rawValue ?? 0)")
        }

        func offlineVideoToken(
            _ token: OfflineVideoToken, didFinishAggregateDownloadWithError error: OfflineError?
        ) {
            ends.append("aggregate \(error?.code.rawValue ?? 0)")
        }
    }

    private func environment(_ world: PlaybackWorld, _ scratch: ScratchFolder) -> OfflineEnvironment
    {
        OfflineEnvironment(world: world, store: scratch.path + "/store")
    }

    @Test func `the delegate configures the session before the first download`() throws {
        var options = PlaybackOptions()
        options.network = Self.slow
        let world = PlaybackWorld(options: options)
        let scratch = ScratchFolder()
        let delegate = Delegate()
        let manager = try OfflineVideoManager(
            delegate: delegate, environment: environment(world, scratch))
        for media in [SampleMedia.single, .transportStream] {
            manager.requestVideoDownload(media.video()) { _, _ in }
        }
        world.loop.run(until: Instant(sinceStart: .seconds(3.9)))
        // The second download waits for the first, which is half complete by now.
        #expect(manager.offlineVideoStatus.last?.downloadState == .requested)
        world.loop.runUntilIdle()
        #expect(manager.offlineVideoStatus.map(\.downloadState) == [.completed, .completed])
        let times = manager.offlineVideoStatus.map(\.downloadEndTime)
        #expect(times.first ?? 0 < times.last ?? 0)
        #expect(delegate.configurations == 1)
        #expect(delegate.ends == ["download 0", "aggregate 0", "download 0", "aggregate 0"])
    }

    @MainActor @Test func `an app has one manager, whose delegate and options can change`() throws {
        let world = PlaybackWorld()
        let scratch = ScratchFolder()
        #expect(OfflineVideoManager.shared == nil)
        let (first, second) = (Delegate(), Delegate())
        try OfflineVideoManager.initialize(
            delegate: first, environment: environment(world, scratch))
        let manager = try #require(OfflineVideoManager.shared)
        #expect(!manager.options.allowsCellularDownload)
        try OfflineVideoManager.initialize(
            delegate: second, options: OfflineVideoOptions(allowsCellularDownload: true),
            environment: environment(PlaybackWorld(), ScratchFolder()))
        #expect(OfflineVideoManager.shared === manager)
        #expect(manager.delegate === second && manager.options.allowsCellularDownload)
        #expect(first.configurations == 1 && second.configurations == 0)
        OfflineVideoManager.discardShared()
        #expect(OfflineVideoManager.shared == nil)
    }

    @Test func `a download with its own configuration calls other delegate methods`() throws {
        let app = try OfflineApp(network: Self.slow)
        app.manager.requestVideoDownload(
            SampleMedia.transportStream.video(),
            downloadConfiguration: DownloadSelection(bitrate: .highest, audio: .tags(["fr"]))
        ) { app.write("requestVideoDownload", $0, $1) }
        app.run(until: 8)
        let before = app.recorder.lines.count
        #expect(app.recorder.lines.contains { $0.hasSuffix("willDownloadVariants #1 [351376]") })
        #expect(app.recorder.lines.contains { $0.contains("assetDownloadTask didProgressTo") })
        // The download keeps its configuration when the app is launched again.
        try app.relaunch(after: .crash)
        app.run()
        let after = app.recorder.lines[before...]
        #expect(after.contains { $0.contains("assetDownloadTask didProgressTo #1 100.0 %") })
        let usual = app.recorder.lines.filter {
            $0.contains(" didProgressTo") && !$0.contains("assetDownloadTask")
        }
        #expect(usual == [])
        #expect(after.contains { $0.hasSuffix("didFinishMediaSelectionDownload #1 audio fr") })
        #expect(after.last?.hasSuffix("didFinishDownload #1 no error") == true)
    }

    @Test func `missing videos are reported when the app comes to the front`() throws {
        let app = try OfflineApp()
        app.download(SampleMedia.single.video())
        app.run()
        let token = try #require(app.manager.offlineVideoTokens.first)
        func changes() -> Int {
            app.recorder.lines.filter { $0.contains("offlineVideoStorageDidChange") }.count
        }
        app.device.appState = .background
        app.device.appState = .foreground
        app.run()
        #expect(changes() == 0)
        #expect(app.manager.videoObject(from: token)?.playableOffline == true)
        app.device.appState = .background
        try app.manager.engine.folder.removePackage(token)
        app.run()
        #expect(changes() == 0)
        app.device.appState = .foreground
        app.run()
        #expect(changes() == 1)
        #expect(app.manager.videoObject(from: token)?.playableOffline == false)
        // The same change is not reported again.
        app.device.appState = .background
        app.device.appState = .foreground
        app.run()
        #expect(changes() == 1)
    }

    @Test(arguments: [true, false])
    func `an option decides whether a cancelled download calls didFinishDownload`(isTold: Bool)
        throws
    {
        let app = try OfflineApp(network: Self.slow)
        app.environment.reportsCancelledDownloads = isTold
        try app.relaunch(after: .crash)
        let token = try #require(
            app.download(SampleMedia.single.video()) ?? app.manager.offlineVideoTokens.first)
        app.run(until: 1)
        app.manager.cancelVideoDownload(token)
        app.run()
        let ends = app.recorder.lines.filter { $0.contains("didFinishDownload") }
        #expect(
            ends.map { $0.contains("error 69302: the app cancelled it") } == (isTold ? [true] : []))
        #expect(app.manager.offlineVideoStatus(for: token)?.downloadState == .cancelled)
    }

    @Test func `pictures that the last launch did not obtain are requested again`() throws {
        let loader = ScriptedLoader([("poster.png", .bytes([1, 2, 3]))])
        let app = try OfflineApp(
            loader: loader, network: NetworkConditions(bitsPerSecond: 400_000, latency: .seconds(1))
        )
        app.download(
            SampleMedia.single.video().updating {
                $0.properties["poster"] = "https://images.example/poster.png"
            })
        app.run(until: 0.5)
        try app.relaunch(after: .crash)
        app.run()
        let token = try #require(app.manager.offlineVideoTokens.first)
        #expect(app.scratch.bytes("store/packages/\(token)/images/poster.png") == [1, 2, 3])
        #expect(app.recorder.lines.filter { $0.contains("StaticImages") }.count == 1)
    }

    @Test func `the object of a complete video is cached until it is cleared`() throws {
        let app = try OfflineApp()
        let token = try #require(
            app.download(SampleMedia.single.video()) ?? app.manager.offlineVideoTokens.first)
        // While a download is in progress, its video object is created at each request.
        let early = try #require(app.manager.videoObject(from: token))
        #expect(early.offline && !early.playableOffline)
        app.run()
        #expect(app.manager.videoObject(from: token)?.playableOffline == true)
        try app.manager.engine.folder.removePackage(token)
        #expect(app.manager.videoObject(from: token)?.playableOffline == true)
        app.manager.clearOfflineVideoCache()
        #expect(app.manager.videoObject(from: token)?.playableOffline == false)
        #expect(app.manager.videoObject(from: "nobody") == nil)
    }

    @Test func `an option refuses downloads with plain keys`() throws {
        for keeps in [true, false] {
            let app = try OfflineApp { $0.keepsPlainKeys = keeps }
            app.download(Video(url: ProtectedSample.aes128.path))
            app.run()
            let status = try #require(app.manager.offlineVideoStatus.first)
            #expect(status.downloadState == (keeps ? .completed : .error))
            #expect(status.error?.code == (keeps ? nil : .unsupported))
        }
    }

    @Test func `a video is displayed by its name or token, unless the app gives another name`()
        throws
    {
        let app = try OfflineApp()
        let video = SampleMedia.single.video()
        app.download(video)
        app.download(video.updating { $0.name = "A film" })
        app.download(video.updating { $0.name = "A film" }, .init(displayName: "Some/film"))
        let records = try app.manager.engine.catalogue.records()
        #expect(records.map(\.displayName) == [records[0].token.rawValue, "A film", "Some/film"])
    }
}
