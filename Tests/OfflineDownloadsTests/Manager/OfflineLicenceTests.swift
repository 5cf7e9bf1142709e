import ContentProtection
import HeadlessPlayback
import OfflineDownloads
import Playlists
import Sessions
import TestSupport
import Testing
import VirtualTime

/// Licences as the manager presents them to an app.
@Suite struct OfflineLicenceTests {
    private typealias Key = Video.PropertyKey

    private func app(
        latency: Duration = .zero
    ) throws -> (OfflineApp, Video, ScriptedLoader) {
        let media = try ProtectedMedia.cbcs()
        var network = NetworkConditions.unlimited
        if latency > .zero { network = NetworkConditions(steps: [], latency: latency) }
        let app = try OfflineApp(
            loader: media.loader, network: network,
            policies: KeyPolicies(["film": KeyPolicy(key: ProtectedMedia.key)]))
        return (app, media.video, media.loader)
    }

    /// Downloads a film with a licence.
    private func downloaded(
        _ parameters: OfflineVideoParameters
    ) throws -> (OfflineApp, Video, OfflineVideoToken, ScriptedLoader) {
        let (app, video, loader) = try app()
        app.download(video, parameters)
        app.run()
        #expect(app.manager.offlineVideoStatus.map(\.downloadState) == [.completed])
        return (app, video, try #require(app.manager.offlineVideoTokens.first), loader)
    }

    /// Renews a licence and returns the result.
    private func renewal(
        _ app: OfflineApp, _ token: OfflineVideoToken, _ video: Video? = nil,
        _ parameters: OfflineVideoParameters
    ) -> (token: OfflineVideoToken?, error: OfflineError?)? {
        var result: (OfflineVideoToken?, OfflineError?)?
        app.manager.renewFairPlayLicense(token, video: video, parameters: parameters) {
            result = ($0, $1)
        }
        app.run()
        return result
    }

    private func date(_ seconds: Int64) -> LicenseExpiration {
        .at(DateTime(millisecondsSince1970: 1_000_000_000_000 + seconds * 1000))
    }

    // MARK: The background

    @Test func `a licence exchange fails the download when the app enters the background`() throws {
        let (app, video, _) = try app()
        app.download(video, .init(purchase: true))
        app.run(until: 0.02)
        #expect(app.manager.offlineVideoStatus.map(\.downloadState) == [.requested])
        app.device.appState = .background
        app.run(until: 1)
        let status = try #require(app.manager.offlineVideoStatus.first)
        #expect(status.downloadState == .error && status.error?.code == .downloadFailure)
        #expect(status.licenseRequestTime == nil)
        // After the app has returned to the foreground, the resumed download uses the stored part.
        app.device.appState = .foreground
        app.manager.resumeVideoDownload(status.offlineVideoToken)
        app.run()
        #expect(app.manager.offlineVideoStatus.map(\.downloadState) == [.completed])
    }

    @Test func `a licence exchange in the background fails a preload and a renewal`() throws {
        let (app, video, _) = try app()
        var ends: [OfflineError.Code?] = []
        app.manager.preloadFairPlayLicense(video, parameters: .init(purchase: true)) {
            ends.append($1?.code)
        }
        app.run(until: 0.02)
        app.device.appState = .background
        app.run(until: 1)
        #expect(ends == [.downloadFailure] && app.manager.offlineVideoTokens == [])
        app.device.appState = .foreground
        app.download(video, .init(rentalDuration: 60))
        app.run(until: 10)
        let token = try #require(app.manager.offlineVideoTokens.first)
        let before = app.manager.fairPlayLicenseExpiration(token)
        app.manager.renewFairPlayLicense(token, parameters: .init(purchase: true)) {
            ends.append($1?.code)
        }
        app.run(until: 10.02)
        app.device.appState = .background
        app.run(until: 20)
        #expect(ends == [.downloadFailure, .downloadFailure])
        #expect(before != nil && app.manager.fairPlayLicenseExpiration(token) == before)
    }

    @Test func `a download that has its licence continues in the background`() throws {
        let (app, video, _) = try app(latency: .milliseconds(100))
        app.download(video, .init(purchase: true))
        app.run(until: 0.25)
        let status = try #require(app.manager.offlineVideoStatus.first)
        #expect(status.licenseRequestTime != nil && status.downloadTask != nil)
        app.device.appState = .background
        app.run()
        #expect(app.manager.offlineVideoStatus.map(\.downloadState) == [.completed])
    }

    // MARK: Without a connection

    @Test func `without a connection no licence is renewed`() throws {
        let (app, _, token, _) = try downloaded(.init(rentalDuration: 60))
        let before = app.manager.fairPlayLicenseExpiration(token)
        app.world.device.connection = .none
        let result = renewal(app, token, nil, .init(purchase: true))
        #expect(result?.error?.code == .downloadFailure)
        #expect(app.keyServer.statuses == [200])
        #expect(before != nil && app.manager.fairPlayLicenseExpiration(token) == before)
        app.world.device.connection = .wifi
        #expect(renewal(app, token, nil, .init(purchase: true))?.error == nil)
        #expect(app.keyServer.statuses == [200, 200])
    }

    @Test func `on a network that the asset does not allow, no licence is renewed`() throws {
        let (app, film, _) = try app()
        var video = film
        video.assetOptions.allowsCellularAccess = false
        app.download(video, .init(rentalDuration: 60))
        app.run()
        let token = try #require(app.manager.offlineVideoTokens.first)
        app.world.device.connection = .cellular
        #expect(
            renewal(app, token, nil, .init(purchase: true))?.error?.code == .downloadFailure)
        #expect(app.keyServer.statuses == [200])
        app.world.device.connection = .wifi
        #expect(renewal(app, token, nil, .init(purchase: true))?.error == nil)
    }

    // MARK: Preloads

    @Test(arguments: [false, true])
    func `continuing a preload downloads its media`(
        inAnotherProcess: Bool
    ) throws {
        let (app, video, loader) = try app()
        app.preload(video, .init(purchase: true))
        app.run()
        let token = try #require(app.manager.offlineVideoTokens.first)
        guard inAnotherProcess else {
            try app.manager.engine.goOn(with: token)
            app.run()
            #expect(app.manager.offlineVideoStatus(for: token)?.downloadState == .completed)
            return
        }
        app.manager.engine.close()
        let download = try Download(scratch: app.scratch, loader: loader)
        try download.engine.goOn(with: token)
        download.run()
        #expect(try download.engine.record(of: token).state == .completed)
    }

    @Test func `a download starts at the time of its request, not of its preload`() throws {
        let (app, video, _) = try app()
        app.preload(video, .init(rentalDuration: 3600))
        app.run(until: 100)
        app.download(video)
        app.run()
        let status = try #require(app.manager.offlineVideoStatus.first)
        #expect(status.downloadStartTime == 21_692_900)
        #expect(status.licenseRequestTime ?? 0 < 21_692_801)
        // The rental starts at the licence request.
        #expect(app.manager.fairPlayLicenseExpiration(status.offlineVideoToken) == date(3600))
    }

    /// Downloads a film after a preload, and returns its tracks.
    private func tracks(
        preloaded: OfflineVideoParameters, _ parameters: OfflineVideoParameters?,
        _ selections: OfflineMediaSelections? = nil
    ) throws -> (tracks: [String], bandwidth: Int64?, sideband: [String]?) {
        let key = "#EXT-X-KEY:\(ProtectedMedia.licenceTag)\n#EXTINF"
        let loader = ScriptedLoader([
            (
                "video-234p/index.m3u8",
                .changed { Self.replacingFirst("#EXTINF", with: key, in: $0) }
            ),
            (
                "video-540p/index.m3u8",
                .changed { Self.replacingFirst("#EXTINF", with: key, in: $0) }
            ),
        ])
        let app = try OfflineApp(
            loader: loader, policies: KeyPolicies(["film": KeyPolicy(key: ProtectedMedia.key)]))
        let video = SampleMedia.transportStream.video()
        app.preload(video, preloaded)
        app.run()
        #expect(app.manager.offlineVideoStatus.map(\.downloadState) == [.licensePreloaded])
        app.download(video, parameters, selections: selections)
        app.run()
        #expect(app.manager.offlineVideoStatus.map(\.downloadState) == [.completed])
        let token = try #require(app.manager.offlineVideoTokens.first)
        let plan = try #require(try app.manager.engine.catalogue.plan(of: token))
        let object = app.manager.videoObject(from: token)
        var sideband: [String]?
        if case .array(let list)? = object?.properties[Key.offlineVideoManagerSubtitleLanguages] {
            sideband = list.compactMap(\.string)
        }
        return (
            plan.tracks.map { "\($0.kind.rawValue) \($0.language ?? "")" }, plan.variantBandwidth,
            sideband
        )
    }

    private static func replacingFirst(
        _ text: String, with other: String, in bytes: [UInt8]
    ) -> [UInt8] {
        var playlist = String(decoding: bytes, as: UTF8.self)
        if let range = playlist.firstRange(of: text) {
            playlist.replaceSubrange(range, with: other)
        }
        return Array(playlist.utf8)
    }

    @Test func `the parameters of a preload apply to a download without parameters`() throws {
        let found = try tracks(
            preloaded: .init(
                requestedBitrate: 400_000, purchase: true, subtitleLanguages: ["fr"]), nil)
        #expect(found.bandwidth == 351_376)
        #expect(found.tracks == ["main ", "audio en", "subtitles fr"])
        #expect(found.sideband == ["fr"])
    }

    @Test func `the parameters of a download override the parameters of its preload`() throws {
        let found = try tracks(
            preloaded: .init(purchase: true), .init(requestedBitrate: 400_000),
            OfflineMediaSelections(audio: .tags(["fr"]), subtitles: .none))
        #expect(found.bandwidth == 351_376)
        #expect(found.tracks == ["main ", "audio fr"])
        let selected = try tracks(
            preloaded: .init(purchase: true), nil,
            OfflineMediaSelections(audio: .all, subtitles: .all))
        #expect(selected.tracks.count == 5)
    }

    // MARK: Renewal

    @Test func `a renewal accepts the terms of a licence and nothing else`() throws {
        let (app, video, token, _) = try downloaded(.init(rentalDuration: 60))
        let offline = try #require(app.manager.videoObject(from: token))
        let wrong: [OfflineVideoParameters] = [
            .init(), .init(purchase: false), .init(purchase: true, playDuration: 60),
            .init(requestedBitrate: 1, purchase: true),
            .init(purchase: true, subtitleLanguages: ["en"]),
        ]
        for parameters in wrong {
            #expect(renewal(app, token, video, parameters)?.error?.code == .invalidParameter)
        }
        #expect(
            renewal(app, token, offline, .init(purchase: true))?.error?.code == .invalidParameter)
        #expect(
            renewal(app, "nobody", video, .init(purchase: true))?.error?.code == .invalidParameter)
        #expect(app.manager.fairPlayLicenseExpiration(token) == date(60))
        #expect(renewal(app, token, video, .init(purchase: true))?.token == token)
        #expect(app.manager.fairPlayLicenseExpiration(token) == .never)
    }

    @Test func `a renewal uses the current location of the video, and fetches no media`() throws {
        let (app, video, token, loader) = try downloaded(.init(rentalDuration: 60))
        let proxy = SourceProxy(app.keyServer)
        app.manager.authProxy = proxy
        let fetched = loader.asked.count
        let fresh = video.updating {
            $0.sources[0].url = "https://fresh.example/index.m3u8?token=2"
        }
        #expect(renewal(app, token, fresh, .init(rentalDuration: 60))?.token == token)
        #expect(renewal(app, token, nil, .init(rentalDuration: 60))?.token == token)
        #expect(
            proxy.sources == [
                "https://fresh.example/index.m3u8?token=2", video.sources[0].url,
            ])
        #expect(loader.asked.count == fetched)
    }

    /// An object that obtains licences through `behind`, and can seal only a given number of them.
    private final class TiredLicensing: PersistentLicensing {
        let behind: any PersistentLicensing
        private var sealsLeft: Int

        init(_ behind: any PersistentLicensing, seals: Int) {
            self.behind = behind
            sealsLeft = seals
        }

        func accepts(_ key: EncryptionKey) -> Bool { behind.accepts(key) }

        func requestLicence(
            for key: EncryptionKey, playlistURL: String, terms: PersistentLicenceTerms,
            host: ProtectionHost,
            completion: @escaping (Result<PersistentLicence, SessionError>) -> Void
        ) -> Hold? {
            behind.requestLicence(
                for: key, playlistURL: playlistURL, terms: terms, host: host,
                completion: completion)
        }

        func makeSealingKey() throws(SessionError) -> [UInt8] { try behind.makeSealingKey() }

        func seal(_ secret: [UInt8], with key: [UInt8]) throws(SessionError) -> [UInt8] {
            sealsLeft -= 1
            return try behind.seal(secret, with: sealsLeft < 0 ? [] : key)
        }

        func open(_ sealed: [UInt8], with key: [UInt8]) throws(SessionError) -> [UInt8] {
            try behind.open(sealed, with: key)
        }
    }

    @Test func `a renewal replaces all licences or none`() throws {
        let (app, _, token, _) = try downloaded(.init(rentalDuration: 60))
        let catalogue = app.manager.engine.catalogue
        let key = try #require(try catalogue.licences(of: token).first?.key)
        try catalogue.setLicenceKeys([key, .init(key.key, playlistURL: "/other")], of: token)
        let before = try catalogue.licences(of: token)
        let licensing = try #require(app.manager.licensing)
        app.manager.licensing = TiredLicensing(licensing, seals: 1)
        let renewal = renewal(app, token, nil, .init(purchase: true))
        #expect(renewal?.token == nil && renewal?.error != nil)
        #expect(try catalogue.licences(of: token) == before)
        #expect(app.manager.fairPlayLicenseExpiration(token) == date(60))
        app.manager.licensing = licensing
        #expect(self.renewal(app, token, nil, .init(purchase: true))?.error == nil)
        #expect(app.manager.fairPlayLicenseExpiration(token) == .never)
    }

    @Test func `an invalidated licence can be renewed`() throws {
        let (app, video, token, _) = try downloaded(.init(purchase: true))
        try app.manager.invalidateFairPlayLicense(token)
        #expect(app.manager.fairPlayLicenseExpiration(token) == nil)
        #expect(app.outcome(of: token).hasPrefix("OfflineVideoManagerErrorDomain 69304"))
        #expect(renewal(app, token, video, .init(rentalDuration: 60))?.token == token)
        #expect(app.outcome(of: token) == "plays")
    }

    @Test func `a renewal replaces the play duration, which starts again`() throws {
        let (app, video, token, _) = try downloaded(.init(rentalDuration: 3600, playDuration: 30))
        #expect(app.manager.fairPlayLicenseExpiration(token) == date(3600))
        app.run(until: 100)
        #expect(app.outcome(of: token) == "plays")
        #expect(app.manager.fairPlayLicenseExpiration(token) == date(130))
        app.run(until: 200)
        #expect(app.outcome(of: token).hasPrefix("OfflineVideoManagerErrorDomain 69303"))
        #expect(renewal(app, token, video, .init(rentalDuration: 3600))?.token == token)
        #expect(app.manager.fairPlayLicenseExpiration(token) == date(3800))
        let properties = try #require(app.manager.videoObject(from: token)?.properties)
        #expect(properties[Key.offlineVideoInitialPlaybackTime] == nil)
        #expect(app.outcome(of: token) == "plays")
    }

    @Test func `the licence of a clear video never expires, an unknown video has none`() throws {
        let app = try OfflineApp()
        app.download(SampleMedia.single.video())
        app.run()
        let token = try #require(app.manager.offlineVideoTokens.first)
        #expect(app.manager.fairPlayLicenseExpiration(token) == .never)
        #expect(app.manager.fairPlayLicenseExpiration("nobody") == nil)
        #expect(renewal(app, token, nil, .init(purchase: true))?.error?.code == .unsupported)
    }

    // MARK: The properties of the video

    @Test func `a video object has the dates of its licence and of its download`() throws {
        let (app, _, token, _) = try downloaded(.init(rentalDuration: 3600, playDuration: 600))
        func value(_ key: String) -> Double? {
            app.manager.videoObject(from: token)?.properties[key]?.number
        }
        // Seconds since the start of 2001; the simulation began at second 21,692,800.
        #expect(value(Key.offlineVideoDownloadStartTime) == 21_692_800)
        #expect(value(Key.offlineVideoLicenseRequestTime) == 21_692_800)
        #expect(value(Key.offlineVideoLicenseAbsoluteExpirationTime) == 21_696_400)
        #expect(value(Key.offlineVideoInitialPlaybackTime) == nil)
        #expect(value(Key.offlineVideoLicenseRentalDuration) == 3600)
        #expect(value(Key.offlineVideoLicensePlayDuration) == 600)
        let video = try #require(app.manager.videoObject(from: token))
        #expect(video.properties[Key.offlineVideoLicensePurchase]?.bool == false)
        let end = try #require(value(Key.offlineVideoDownloadEndTime))
        #expect(end > 21_692_800 && end < 21_692_801)
        app.run(until: 50)
        #expect(app.outcome(of: token) == "plays")
        #expect(value(Key.offlineVideoInitialPlaybackTime) == 21_692_850)
    }
}

/// A proxy that forwards to a key server, and records the source of each request for a key.
private final class SourceProxy: AuthorizationProxy {
    private let behind: InProcessKeyServer
    private(set) var sources: [String] = []

    init(_ behind: InProcessKeyServer) { self.behind = behind }

    func applicationCertificate(
        for request: ContentKeyRequest,
        completion: @escaping (Result<[UInt8], LicenceFailure>) -> Void
    ) -> Hold? {
        behind.applicationCertificate(for: request, completion: completion)
    }

    func encryptedContentKey(
        for contentKeyIdentifier: String, keyRequest: [UInt8], request: ContentKeyRequest,
        completion: @escaping ContentKeyCompletion
    ) -> Hold? {
        sources.append(request.host.source.url)
        return behind.encryptedContentKey(
            for: contentKeyIdentifier, keyRequest: keyRequest, request: request,
            completion: completion)
    }
}
