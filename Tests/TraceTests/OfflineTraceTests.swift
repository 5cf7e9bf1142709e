import ContentProtection
import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing

/// The life of downloads in virtual time: every path of the fact sheet's section 2.
@Suite struct OfflineTraceTests {
    private static let slow = NetworkConditions(bitsPerSecond: 400_000)

    /// A film that FairPlay protects, and an app that downloads it.
    private func protectedApp(
        _ policy: KeyPolicy = KeyPolicy(key: ProtectedMedia.key),
        network: NetworkConditions = slow
    ) throws -> (OfflineApp, Video) {
        let media = try ProtectedMedia.cbcs()
        let app = try OfflineApp(
            loader: media.loader, network: network, policies: KeyPolicies(["film": policy]))
        return (app, media.video)
    }

    private let rental = OfflineVideoParameters(rentalDuration: 3600)

    @Test func `a download tells its life from request to end`() throws {
        let app = try OfflineApp(network: Self.slow)
        app.download(SampleMedia.transportStream.video())
        app.run()
        app.noteStates()
        try GoldenTrace.expect(app.recorder.trace, is: "offline-download")
    }

    @Test func `several tracks have a progress each`() throws {
        let app = try OfflineApp(network: Self.slow)
        app.download(
            SampleMedia.transportStream.video(),
            selections: OfflineMediaSelections(audio: .all, subtitles: .all))
        app.run()
        try GoldenTrace.expect(app.recorder.trace, is: "offline-tracks")
    }

    @Test func `a licence that was preloaded serves the download`() throws {
        let (app, video) = try protectedApp()
        app.preload(video, rental)
        app.run()
        app.noteStates()
        // In the background licences cannot be had, and this one need not be.
        app.device.appState = .background
        app.download(video)
        app.run(until: 60)
        app.noteStates()
        app.device.appState = .foreground
        app.run()
        try GoldenTrace.expect(app.recorder.trace, is: "offline-preload")
    }

    @Test func `a download in the background without a licence ends`() throws {
        let (app, video) = try protectedApp()
        app.device.appState = .background
        app.download(video, rental)
        app.run()
        app.noteStates()
        try GoldenTrace.expect(app.recorder.trace, is: "offline-background-licence")
    }

    @Test func `what ends in the background is told when the app is woken`() throws {
        let app = try OfflineApp(network: Self.slow)
        app.download(SampleMedia.single.video())
        app.run(until: 2)
        app.device.appState = .background
        app.run()
        try GoldenTrace.expect(app.recorder.trace, is: "offline-background-wake")
    }

    @Test(arguments: Device.Death.allCases)
    func `a death decides what becomes of a download`(_ death: Device.Death) throws {
        let app = try OfflineApp(network: Self.slow)
        app.download(SampleMedia.transportStream.video())
        app.download(SampleMedia.single.video())
        app.run(until: 3)
        app.manager.pauseVideoDownload(try #require(app.manager.offlineVideoTokens.last))
        try app.relaunch(after: death)
        app.noteStates()
        app.run()
        app.noteStates()
        try GoldenTrace.expect(app.recorder.trace, is: "offline-death-\(death)")
    }

    @Test func `a cellular connection is used by those that may`() throws {
        let app = try OfflineApp(network: Self.slow)
        app.download(SampleMedia.single.video())
        app.manager.options.allowsCellularDownload = true
        app.download(SampleMedia.transportStream.video())
        app.run(until: 1)
        app.device.connection = .cellular
        app.run(until: 20)
        app.noteStates()
        app.device.connection = .none
        app.run(until: 30)
        app.device.connection = .wifi
        app.run()
        app.noteStates()
        try GoldenTrace.expect(app.recorder.trace, is: "offline-cellular")
    }

    @Test func `commands do what they do in each state`() throws {
        let app = try OfflineApp(network: Self.slow) { $0.concurrentDownloads = 1 }
        let (first, second) = (SampleMedia.single.video(), SampleMedia.transportStream.video())
        app.download(first)
        app.download(second)
        let tokens = app.manager.offlineVideoTokens
        func step(_ name: String, _ command: (OfflineVideoToken) -> Void, _ index: Int) {
            app.recorder.note("-- \(name) \(app.recorder.name(of: tokens[index]))")
            command(tokens[index])
            app.noteStates()
        }
        step("pause while requested", app.manager.pauseVideoDownload, 0)
        step("resume", app.manager.resumeVideoDownload, 0)
        app.run(until: 1)
        step("resume while it runs", app.manager.resumeVideoDownload, 0)
        step("pause", app.manager.pauseVideoDownload, 0)
        step("pause again", app.manager.pauseVideoDownload, 0)
        app.run(until: 3)
        step("cancel while held", app.manager.cancelVideoDownload, 0)
        step("resume what was cancelled", app.manager.resumeVideoDownload, 0)
        app.run()
        step("pause what is complete", app.manager.pauseVideoDownload, 1)
        step("cancel what is complete", app.manager.cancelVideoDownload, 1)
        app.recorder.note("-- delete both")
        for token in tokens { try app.manager.deleteOfflineVideo(token) }
        app.noteStates()
        #expect(app.manager.offlineVideoTokens == [])
        #expect(app.scratch.files(in: "store/packages").isEmpty)
        try GoldenTrace.expect(app.recorder.trace, is: "offline-commands")
    }

    @Test func `a licence is renewed, turned into a purchase, and invalidated`() throws {
        let (app, video) = try protectedApp(network: .unlimited)
        app.download(video, rental)
        app.run()
        let token = try #require(app.manager.offlineVideoTokens.first)
        func note(_ text: String) {
            switch app.manager.fairPlayLicenseExpiration(token) {
            case .at(let date)?: app.recorder.note("-- \(text): until \(date.text)")
            case .never?: app.recorder.note("-- \(text): for good")
            case nil: app.recorder.note("-- \(text): no licence")
            }
        }
        note("rental of an hour")
        app.run(until: 1800)
        for (name, parameters) in [
            ("renewed after half an hour", rental),
            ("bought", OfflineVideoParameters(purchase: true)),
        ] {
            app.manager.renewFairPlayLicense(token, parameters: parameters) {
                app.write("renewFairPlayLicense", $0, $1)
            }
            app.run()
            note(name)
        }
        try app.manager.invalidateFairPlayLicense(token)
        note("invalidated")
        try GoldenTrace.expect(app.recorder.trace, is: "offline-licences")
    }
}
