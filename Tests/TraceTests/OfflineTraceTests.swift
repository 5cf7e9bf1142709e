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

    /// What a licence holds: from its request, and from the first playback, in seconds.
    private struct Term {
        let name: String
        let parameters: OfflineVideoParameters
        /// The times to look at: before, at and after each end.
        let looks: [Double]
    }

    @Test func `a licence lets a film play until it ends, in every combination`() throws {
        let terms = [
            Term(name: "purchase", parameters: .init(purchase: true), looks: [1e8]),
            Term(
                name: "rental", parameters: .init(rentalDuration: 3600), looks: [3500, 3600, 3700]),
            Term(
                name: "purchase, play duration",
                parameters: .init(purchase: true, playDuration: 600),
                looks: [500, 1100, 1101]),
            Term(
                name: "rental, shorter play duration",
                parameters: .init(rentalDuration: 3600, playDuration: 600),
                looks: [500, 1100, 1101]),
            Term(
                name: "rental, longer play duration",
                parameters: .init(rentalDuration: 3600, playDuration: 7200),
                looks: [3000, 3599, 3600]),
        ]
        var trace = ""
        for term in terms {
            for playsEarly in [false, true] {
                let (app, video) = try protectedApp(network: .unlimited)
                app.download(video, term.parameters)
                app.run()
                let token = try #require(app.manager.offlineVideoTokens.first)
                trace += "\(term.name), \(playsEarly ? "first" : "not") played after 500 s\n"
                if playsEarly {
                    app.run(until: 500)
                    trace += "    500 s: \(app.outcome(of: token))\n"
                }
                // From here on nobody could ask for a licence.
                app.device.connection = .none
                for look in term.looks where !playsEarly || look > 600 {
                    app.run(until: look)
                    trace += "    \(look) s: \(app.outcome(of: token))\n"
                }
            }
        }
        try GoldenTrace.expect(trace, is: "offline-expiry")
    }

    @Test func `a licence that ends during playback does not stop it`() throws {
        let (app, video) = try protectedApp(network: .unlimited)
        app.download(video, .init(rentalDuration: 10))
        app.run(until: 5)
        let token = try #require(app.manager.offlineVideoTokens.first)
        let (controller, recorder) = app.player()
        controller.setVideos([try #require(app.manager.videoObject(from: token))])
        app.run()
        #expect(app.world.loop.now.sinceStart > .seconds(10))
        #expect(recorder.lifecycle.contains(.end))
        controller.setVideos([])
        #expect(app.outcome(of: token).hasPrefix("OfflineVideoManagerErrorDomain 69303"))
        try app.manager.invalidateFairPlayLicense(token)
        #expect(app.outcome(of: token).hasPrefix("OfflineVideoManagerErrorDomain 69304"))
    }

    @Test func `a film that is played while it comes keeps its download waiting`() throws {
        let app = try OfflineApp(network: NetworkConditions(bitsPerSecond: 400_000))
        app.download(SampleMedia.transportStream.video())
        app.run(until: 5)
        let token = try #require(app.manager.offlineVideoTokens.first)
        let (controller, player) = app.player()
        app.recorder.note("-- play")
        let video = try #require(app.manager.videoObject(from: token))
        #expect(video.offline && !video.playableOffline)
        controller.setVideos([video])
        app.run()
        app.recorder.note("-- played, and still there")
        app.noteStates()
        controller.setVideos([])
        app.recorder.note("-- let go")
        app.run()
        app.noteStates()
        let complete = app.manager.videoObject(from: token)
        #expect(complete?.playableOffline == true)
        try GoldenTrace.expect(
            app.recorder.trace + player.trace, is: "offline-play-while-downloading")
    }

    @Test func `without a network a film plays to the end of what is stored`() throws {
        let app = try OfflineApp(network: NetworkConditions(bitsPerSecond: 400_000))
        app.download(SampleMedia.transportStream.video())
        app.run(until: 5)
        app.device.connection = .none
        let token = try #require(app.manager.offlineVideoTokens.first)
        let (controller, player) = app.player()
        controller.setVideos([try #require(app.manager.videoObject(from: token))])
        app.run()
        try GoldenTrace.expect(player.trace, is: "offline-stored-part")
    }
}
