import ContentProtection
import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing

/// Downloads in virtual time: every path of `Documentation/BrightcoveOffline.md#states`.
@Suite struct OfflineTraceTests {
    private static let slow = NetworkConditions(bitsPerSecond: 400_000)

    /// Creates an app that downloads a film protected by FairPlay.
    private func protectedApp(
        _ policy: KeyPolicy = KeyPolicy(key: ProtectedMedia.key),
        network: NetworkConditions = slow, media: ProtectedMedia? = nil
    ) throws -> (OfflineApp, Video) {
        let media = try media ?? ProtectedMedia.cbcs()
        let app = try OfflineApp(
            loader: media.loader, network: network, policies: KeyPolicies(["film": policy]))
        return (app, media.video)
    }

    private let rental = OfflineVideoParameters(rentalDuration: 3600)

    @Test func `a download reports its states from request to end`() throws {
        let app = try OfflineApp(network: Self.slow)
        app.download(SampleMedia.transportStream.video())
        app.run()
        app.noteStates()
        try RecordedTrace.expect(app.recorder.trace, is: "offline-download")
    }

    @Test func `several tracks have separate progress`() throws {
        let app = try OfflineApp(network: Self.slow)
        app.download(
            SampleMedia.transportStream.video(),
            selections: OfflineMediaSelections(audio: .all, subtitles: .all))
        app.run()
        try RecordedTrace.expect(app.recorder.trace, is: "offline-tracks")
    }

    @Test func `a preloaded licence is used by the download`() throws {
        let (app, video) = try protectedApp()
        app.preload(video, rental)
        app.run()
        app.noteStates()
        // In the background, licences cannot be requested; this download already has its licence.
        app.device.appState = .background
        app.download(video)
        app.run(until: 60)
        app.noteStates()
        app.device.appState = .foreground
        app.run()
        try RecordedTrace.expect(app.recorder.trace, is: "offline-preload")
    }

    @Test func `a download in the background without a licence fails`() throws {
        let (app, video) = try protectedApp()
        app.device.appState = .background
        app.download(video, rental)
        app.run()
        app.noteStates()
        try RecordedTrace.expect(app.recorder.trace, is: "offline-background-licence")
    }

    @Test func `downloads that end in the background are reported when the app is woken`() throws {
        let app = try OfflineApp(network: Self.slow)
        app.download(SampleMedia.single.video())
        app.run(until: 2)
        app.device.appState = .background
        app.run()
        try RecordedTrace.expect(app.recorder.trace, is: "offline-background-wake")
    }

    @Test func `only downloads that allow it use a cellular connection`() throws {
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
        try RecordedTrace.expect(app.recorder.trace, is: "offline-cellular")
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
        try RecordedTrace.expect(app.recorder.trace, is: "offline-licences")
    }

    /// A licence, and the times at which its validity is checked.
    private struct Term {
        let name: String
        let parameters: OfflineVideoParameters
        /// The times of the checks if the film has not been played, in seconds.
        ///
        /// The times are before, at and after the end of the licence.
        let looks: [Double]
        /// The times of the checks if the film was first played after 500 seconds.
        let looksWhenPlayed: [Double]
    }

    private let terms = [
        Term(
            name: "purchase", parameters: .init(purchase: true), looks: [1e8],
            looksWhenPlayed: [1e8]),
        Term(
            name: "rental", parameters: .init(rentalDuration: 3600), looks: [3599, 3600, 3601],
            looksWhenPlayed: [3599, 3600, 3601]),
        Term(
            name: "purchase, play duration",
            parameters: .init(purchase: true, playDuration: 600), looks: [1e8],
            looksWhenPlayed: [1099, 1100, 1101]),
        Term(
            name: "rental, play duration that ends first",
            parameters: .init(rentalDuration: 3600, playDuration: 600),
            looks: [3599, 3600, 3601], looksWhenPlayed: [1099, 1100, 1101]),
        Term(
            name: "rental, play duration that ends at the same time",
            parameters: .init(rentalDuration: 3600, playDuration: 3100),
            looks: [3599, 3600, 3601], looksWhenPlayed: [3599, 3600, 3601]),
        Term(
            name: "rental that ends first, play duration",
            parameters: .init(rentalDuration: 3600, playDuration: 7200),
            looks: [3599, 3600, 3601], looksWhenPlayed: [3599, 3600, 3601]),
    ]

    @Test func `a film plays until its licence ends, under every combination of terms`() throws {
        let media = try ProtectedMedia.cbcs()
        var trace = ""
        for term in terms {
            for isPlayed in [false, true] {
                trace += "\(term.name), \(isPlayed ? "first" : "not") played after 500 s\n"
                for look in isPlayed ? term.looksWhenPlayed : term.looks {
                    // Playing advances the time, so every check needs an app of its own.
                    let (app, video) = try protectedApp(network: .unlimited, media: media)
                    app.download(video, term.parameters)
                    app.run()
                    let token = try #require(app.manager.offlineVideoTokens.first)
                    // From here on no licence can be requested.
                    app.device.connection = .none
                    if isPlayed {
                        app.run(until: 500)
                        #expect(app.outcome(of: token) == "plays")
                    }
                    app.run(until: look)
                    trace += "    \(Int(look)) s: \(app.outcome(of: token))\n"
                }
            }
        }
        try RecordedTrace.expect(trace, is: "offline-expiry")
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

    @Test func `a film that is played during its download delays it`() throws {
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
        try RecordedTrace.expect(
            app.recorder.trace + player.trace, is: "offline-play-while-downloading")
    }

    @Test func `without a network a film plays to the end of its stored part`() throws {
        let app = try OfflineApp(network: NetworkConditions(bitsPerSecond: 400_000)) {
            $0.connections = 1
        }
        app.download(SampleMedia.single.video())
        app.run(until: 3)
        app.device.connection = .none
        let token = try #require(app.manager.offlineVideoTokens.first)
        let (controller, player) = app.player()
        controller.setVideos([try #require(app.manager.videoObject(from: token))])
        app.run()
        try RecordedTrace.expect(player.trace, is: "offline-stored-part")
    }

    @Test func `audio and video are downloaded together`() throws {
        let app = try OfflineApp(network: NetworkConditions(bitsPerSecond: 400_000)) {
            $0.connections = 1
        }
        app.download(SampleMedia.transportStream.video())
        app.run(until: 6)
        app.device.connection = .none
        let token = try #require(app.manager.offlineVideoTokens.first)
        let (controller, player) = app.player()
        controller.setVideos([try #require(app.manager.videoObject(from: token))])
        app.run()
        #expect(player.lifecycle.contains(.ready))
        try RecordedTrace.expect(app.recorder.trace + player.trace, is: "offline-stored-tracks")
    }
}
