import ContentProtection
import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing

/// Downloads while the app is not running.
@Suite struct SystemDownloadsTests {
    private static let slow = NetworkConditions(bitsPerSecond: 400_000)

    /// Creates an app with a download in progress.
    private func app() throws -> (OfflineApp, OfflineVideoToken) {
        let app = try OfflineApp(network: Self.slow)
        app.download(SampleMedia.single.video())
        app.run(until: 2)
        return (app, try #require(app.manager.offlineVideoTokens.first))
    }

    private func ends(_ app: OfflineApp) -> [String] {
        app.recorder.lines.filter { $0.contains("didFinish") }
    }

    @Test(arguments: Device.Death.allCases)
    func `the system continues a download after a crash or lack of memory, and not otherwise`(
        _ death: Device.Death
    ) throws {
        let (app, token) = try app()
        app.die(of: death)
        app.run(until: 100)
        #expect(ends(app) == [])
        app.launch()
        // The download has already ended, with or without success, so no time needs to pass.
        let state = app.manager.offlineVideoStatus(for: token)?.downloadState
        #expect(state == (death.isRecoverable ? .completed : .error))
        #expect(
            ends(app).map { $0.hasPrefix("100.000 ") }
                == (death.isRecoverable ? [true, true] : [true]))
        #expect(ends(app).last?.hasSuffix("#1 no error") == death.isRecoverable)
        #expect(app.manager.videoObject(from: token)?.playableOffline == death.isRecoverable)
    }

    @Test func `the app continues a download that the system has not finished`() throws {
        let (app, token) = try app()
        app.die(of: .memoryPressure)
        app.run(until: 4)
        app.launch()
        #expect(app.manager.offlineVideoStatus(for: token)?.downloadTask != nil)
        app.run()
        #expect(ends(app).count == 2)
        #expect(app.manager.offlineVideoStatus(for: token)?.downloadState == .completed)
    }

    @Test func `the system wakes the app in the background some time after the last download`()
        throws
    {
        let (app, token) = try app()
        app.die(of: .memoryPressure, isWoken: true)
        app.run()
        #expect(app.device.appState == .background)
        let woken = try #require(app.recorder.lines.firstIndex { $0.hasSuffix("-- woken") })
        #expect(app.recorder.lines[woken].hasPrefix("904."))
        // The end of a download is reported at once, because the app runs at this moment.
        #expect(app.recorder.lines[(woken + 1)...].map { $0.prefix(4) } == ["904.", "904."])
        #expect(app.manager.offlineVideoStatus(for: token)?.downloadState == .completed)
    }

    @Test func `an app that the user launches before the system wakes it is not woken`() throws {
        let (app, _) = try app()
        app.die(of: .crash, isWoken: true)
        app.run(until: 100)
        app.launch()
        app.run()
        #expect(!app.recorder.lines.contains { $0.hasSuffix("-- woken") })
        #expect(app.device.appState == .foreground)
    }

    @Test func `a restart of the device ends the downloads of the system`() throws {
        let app = try OfflineApp(network: Self.slow)
        app.download(SampleMedia.single.video())
        app.run(until: 2)
        app.download(SampleMedia.transportStream.video())
        app.run(until: 2.5)
        app.die(of: .memoryPressure)
        app.run(until: 8)
        app.die(of: .reboot)
        app.run(until: 100)
        app.launch()
        let states = app.manager.offlineVideoStatus.map(\.downloadState)
        #expect(states == [.completed, .error])
        #expect(ends(app).contains { $0.hasSuffix("didFinishDownload #1 no error") })
        #expect(ends(app).contains { $0.contains("didFinishDownload #2 error 69302") })
    }

    @Test func `a restart of the device wakes no app`() throws {
        let (app, token) = try app()
        app.die(of: .memoryPressure, isWoken: true)
        app.run(until: 100)
        app.die(of: .reboot)
        app.run()
        #expect(!app.recorder.lines.contains { $0.hasSuffix("-- woken") })
        app.launch()
        // The download had ended before the restart.
        #expect(app.manager.offlineVideoStatus(for: token)?.downloadState == .completed)
        #expect(ends(app).count == 2)
    }

    @Test func `a download that needs a licence waits for the app`() throws {
        let media = try ProtectedMedia.cbcs()
        let app = try OfflineApp(
            loader: media.loader, network: NetworkConditions(bitsPerSecond: 400_000),
            policies: KeyPolicies(["film": KeyPolicy(key: ProtectedMedia.key)]))
        app.download(media.video, .init(purchase: true))
        // The playlists have arrived, and the licence has not.
        app.run(until: 0.03)
        app.die(of: .memoryPressure, isWoken: true)
        app.run(until: 1000)
        #expect(!app.recorder.lines.contains { $0.hasSuffix("-- woken") })
        app.launch()
        #expect(app.manager.offlineVideoStatus.map(\.downloadState) == [.requested])
        app.run()
        #expect(app.manager.offlineVideoStatus.map(\.downloadState) == [.completed])
    }

    @Test func `a download with an expired location launches the app, which renews it`() throws {
        let loader = ScriptedLoader()
        let app = try OfflineApp(loader: loader, network: Self.slow)
        app.recorder.location = { _ in SampleMedia.single.path }
        app.download(SampleMedia.single.video())
        app.run(until: 2)
        let token = try #require(app.manager.offlineVideoTokens.first)
        app.die(of: .memoryPressure, isWoken: true)
        loader.answer(".ts", with: .failure(.status(403), times: 1))
        app.run(until: 100)
        #expect(!app.recorder.lines.contains { $0.contains("manifestURLTTLUpdate") })
        #expect(ends(app) == [])
        app.run()
        #expect(app.recorder.lines.contains { $0.hasSuffix("-- woken") })
        #expect(app.manager.offlineVideoStatus(for: token)?.downloadState == .completed)
    }

    @Test func `a player that died with the app delays no download`() throws {
        let (app, token) = try app()
        let (controller, _) = app.player()
        controller.setVideos([try #require(app.manager.videoObject(from: token))])
        app.run(until: 3)
        app.die(of: .memoryPressure)
        app.run(until: 100)
        controller.setVideos([])
        app.launch()
        #expect(app.manager.offlineVideoStatus(for: token)?.downloadState == .completed)
    }

    @Test func `the system obeys the cellular rules of the download`() throws {
        let (app, token) = try app()
        app.die(of: .memoryPressure)
        app.device.connection = .cellular
        app.run(until: 100)
        app.launch()
        #expect(app.manager.offlineVideoStatus(for: token)?.downloadState != .completed)
        app.device.connection = .wifi
        app.run()
        #expect(app.manager.offlineVideoStatus(for: token)?.downloadState == .completed)
    }

    @Test(arguments: Device.Death.allCases)
    func `a preloaded licence is kept when the app ends for any reason`(_ death: Device.Death)
        throws
    {
        let media = try ProtectedMedia.cbcs()
        let app = try OfflineApp(
            loader: media.loader,
            policies: KeyPolicies(["film": KeyPolicy(key: ProtectedMedia.key)]))
        app.preload(media.video, .init(purchase: true))
        app.run()
        let asked = app.keyServer.statuses.count
        try app.relaunch(after: death)
        #expect(app.manager.offlineVideoStatus.map(\.downloadState) == [.licensePreloaded])
        app.download(media.video)
        app.run()
        #expect(app.manager.offlineVideoStatus.map(\.downloadState) == [.completed])
        #expect(asked > 0 && app.keyServer.statuses.count == asked)
    }

    @Test(arguments: Device.Death.allCases)
    func `a preload that is interrupted because the app ends leaves nothing`(_ death: Device.Death)
        throws
    {
        let media = try ProtectedMedia.cbcs()
        let app = try OfflineApp(
            loader: media.loader, network: NetworkConditions(bitsPerSecond: 1000),
            policies: KeyPolicies(["film": KeyPolicy(key: ProtectedMedia.key)]))
        app.preload(media.video, .init(purchase: true))
        app.run(until: 1)
        #expect(app.manager.offlineVideoTokens.count == 1)
        try app.relaunch(after: death)
        app.run()
        #expect(app.manager.offlineVideoTokens == [])
        #expect(!app.recorder.lines.contains { $0.contains("didFinish") })
    }
}
