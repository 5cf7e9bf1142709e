import ContentProtection
import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing
import VirtualTime

@Suite struct OfflineVideoManagerTests {
    private func refusal(
        _ video: Video, _ parameters: OfflineVideoParameters? = nil,
        preloads: Bool = false
    ) throws -> OfflineError? {
        let media = try ProtectedMedia.cbcs()
        let app = try OfflineApp(
            loader: media.loader,
            policies: KeyPolicies(["film": KeyPolicy(key: ProtectedMedia.key)]))
        var refusal: OfflineError?
        let completion: OfflineVideoManager.Completion = { _, error in refusal = error }
        if preloads {
            app.manager.preloadFairPlayLicense(
                video, parameters: parameters ?? .init(), completion: completion)
        } else {
            app.manager.requestVideoDownload(
                video, parameters: parameters, completion: completion)
        }
        app.run()
        if preloads { #expect(app.manager.offlineVideoTokens == []) }
        return refusal ?? app.manager.offlineVideoStatus.last?.error
    }

    @Test func `a licence without purchase needs a rental duration`() throws {
        let film = try ProtectedMedia.cbcs().video
        #expect(try refusal(film)?.code == .invalidParameter)
        #expect(try refusal(film, .init(purchase: false))?.code == .invalidParameter)
        #expect(try refusal(film, .init(rentalDuration: 0))?.code == .invalidParameter)
        #expect(try refusal(film, .init(rentalDuration: -1))?.code == .invalidParameter)
        #expect(try refusal(film, .init(rentalDuration: .nan))?.code == .invalidParameter)
        #expect(
            try refusal(film, .init(purchase: true, playDuration: 0))?.code == .invalidParameter)
        #expect(try refusal(film, .init(purchase: true)) == nil)
        #expect(try refusal(film, .init(rentalDuration: 60)) == nil)
    }

    @Test func `a video that cannot be downloaded is refused with the reason`() throws {
        let forbidden = SampleMedia.single.video().updating { $0.canBeDownloaded = false }
        #expect(try refusal(forbidden)?.code == .unsupported)
        #expect(try refusal(SampleMedia.progressive.video())?.code == .unsupported)
        #expect(try refusal(Video(sources: []))?.code == .unsupported)
        #expect(
            try refusal(Video(errorCode: "VIDEO_NOT_PLAYABLE"))?.code == .unsupported)
        #expect(try refusal(Video(hlsURL: "/nowhere/other.m3u8"))?.code == .downloadFailure)
    }

    @Test func `a preload of a clear video fails and adds no token`() throws {
        let app = try OfflineApp()
        app.preload(SampleMedia.single.video(), .init(purchase: true))
        app.run()
        #expect(app.recorder.lines.last?.contains("69301") == true, "\(app.recorder.trace)")
        #expect(app.manager.offlineVideoTokens == [])
    }

    @Test(arguments: [false, true])
    func `a cancelled or deleted preload reports its end`(isDeleted: Bool) throws {
        let media = try ProtectedMedia.cbcs()
        let app = try OfflineApp(
            loader: media.loader, network: NetworkConditions(bitsPerSecond: 1000),
            policies: KeyPolicies(["film": KeyPolicy(key: ProtectedMedia.key)]))
        var ends: [OfflineError?] = []
        app.manager.preloadFairPlayLicense(
            media.video, parameters: OfflineVideoParameters(purchase: true)
        ) { token, error in
            #expect(token == nil)
            ends.append(error)
        }
        app.run(until: 1)
        let token = try #require(app.manager.offlineVideoTokens.first)
        if isDeleted {
            try app.manager.deleteOfflineVideo(token)
        } else {
            app.manager.cancelVideoDownload(token)
        }
        app.run()
        #expect(ends.map { $0?.code } == [.downloadFailure])
        #expect(app.manager.offlineVideoTokens == [])
    }

    @Test func `a status object does not change after it was requested`() throws {
        let app = try OfflineApp()
        let token = app.download(SampleMedia.single.video())
        let before = try #require(app.manager.offlineVideoStatus.first)
        app.run()
        #expect(before.downloadState == .requested && before.downloadEndTime == 0)
        #expect(before.downloadTask != nil)
        let after = try #require(app.manager.offlineVideoStatus.first)
        #expect(after.downloadState == .completed && after.downloadPercent == 100)
        #expect(after.downloadTask == nil && after.receivedByteCount > 0)
        #expect(after.receivedByteCount == after.expectedByteCount)
        // 2001-09-09T01:46:40Z is 21,692,800 seconds into 2001.
        #expect(after.downloadStartTime == 21_692_800)
        #expect(token == before.offlineVideoToken)
        #expect(app.manager.offlineVideoStatus(for: "nobody") == nil)
    }

    @Test func `variants, renditions and download sizes are available before a download`() throws {
        let app = try OfflineApp()
        let video = SampleMedia.transportStream.video()
        var bitrates: [Int64] = []
        var attributes: [[String: String]] = []
        var renditions: [[String: String]] = []
        var sizes: [Double] = []
        app.manager.variantBitrates(of: video) { list, _ in bitrates = list }
        app.manager.variantAttributes(of: video) { list, _ in attributes = list }
        app.manager.alternativeRenditionAttributes(of: video) { list, _ in renditions = list }
        app.manager.estimateDownloadSize(video) { size, _ in sizes.append(size) }
        app.manager.estimateDownloadSize(video, requestedBitrate: 1) { size, _ in
            sizes.append(size)
        }
        app.run()
        #expect(bitrates.count == 3 && bitrates == bitrates.sorted())
        #expect(attributes.compactMap { $0["BANDWIDTH"] }.count == 3)
        #expect(renditions.contains { $0["TYPE"] == "AUDIO" && $0["LANGUAGE"] == "en" })
        #expect(sizes.count == 2 && sizes[0] > sizes[1] && sizes[1] > 0)
        var failure: OfflineError?
        app.manager.estimateDownloadSize(Video(hlsURL: "/nowhere.m3u8")) { size, error in
            #expect(size == 0)
            failure = error
        }
        app.run()
        #expect(failure?.code == .downloadFailure)
    }

    @Test(arguments: [(nil, 0), (0, 0), (1, 0), (1_000_000_000, 2)] as [(Int64?, Int)])
    func `the requested bitrate chooses the variant`(_ bitrate: Int64?, _ index: Int) throws {
        let app = try OfflineApp()
        app.download(
            SampleMedia.transportStream.video(), OfflineVideoParameters(requestedBitrate: bitrate))
        app.run()
        var bitrates: [Int64] = []
        app.manager.variantBitrates(of: SampleMedia.transportStream.video()) { list, _ in
            bitrates = list
        }
        app.run()
        let token = try #require(app.manager.offlineVideoTokens.first)
        let plan = try app.manager.engine.catalogue.plan(of: token)
        #expect(plan?.variantBandwidth == bitrates[index])
    }

    @Test func `poster and thumbnail are stored when they can be obtained`() throws {
        let loader = ScriptedLoader([
            ("poster.png?size=large", .bytes([1, 2, 3])),
            ("tiny.jpg", .failure(.notFound, times: 100)),
        ])
        let app = try OfflineApp(loader: loader)
        let video = SampleMedia.single.video().updating {
            $0.properties["poster"] = "https://images.example/poster.png?size=large"
            $0.properties["thumbnail"] = "https://images.example/tiny.jpg"
        }
        app.download(video)
        app.run()
        let token = try #require(app.manager.offlineVideoTokens.first)
        let record = try #require(try app.manager.engine.catalogue.record(of: token))
        #expect(record.posterName == "images/poster.png" && record.thumbnailName == nil)
        #expect(
            app.scratch.bytes("store/packages/\(token)/images/poster.png") == [1, 2, 3])
        #expect(app.recorder.lines.filter { $0.contains("StaticImages") }.count == 1)
    }

    @Test(arguments: ["/film/index.m3u8", "https://host.example/film/index.m3u8"])
    func `a video from a server cannot store a local file as its poster`(source: String) throws {
        let playlist = """
            #EXTM3U
            #EXT-X-TARGETDURATION:2
            #EXTINF:2,
            only.ts
            #EXT-X-ENDLIST
            """
        let segment = fileBytes(SampleMedia.single.folder + "/segment-0.ts")
        let loader = ScriptedLoader([
            ("index.m3u8", .bytes(Array(playlist.utf8))), ("only.ts", .bytes(segment)),
            ("poster.png", .bytes([1, 2, 3])),
        ])
        let app = try OfflineApp(loader: loader)
        let video = SampleMedia.single.video().updating {
            $0.sources[0].url = source
            $0.properties["poster"] = "file:///somebody/poster.png"
        }
        app.download(video)
        app.run()
        let token = try #require(app.manager.offlineVideoTokens.first)
        let record = try #require(try app.manager.engine.catalogue.record(of: token))
        #expect(record.state == .completed)
        #expect((record.posterName == nil) == source.hasPrefix("https:"))
    }

    @Test func `pictures wait for a connection that their download may use`() throws {
        let loader = ScriptedLoader([("poster.png", .bytes([1, 2, 3]))])
        let app = try OfflineApp(loader: loader)
        app.device.connection = .cellular
        let video = SampleMedia.single.video().updating {
            $0.properties["poster"] = "https://images.example/poster.png"
        }
        app.download(video)
        app.run()
        let token = try #require(app.manager.offlineVideoTokens.first)
        let poster = "store/packages/\(token)/images/poster.png"
        #expect(app.scratch.bytes(poster) == nil)
        #expect(!app.recorder.lines.contains { $0.contains("StaticImages") })
        app.device.connection = .wifi
        app.run()
        #expect(app.scratch.bytes(poster) == [1, 2, 3])
        #expect(app.recorder.lines.filter { $0.contains("StaticImages") }.count == 1)
    }

    @Test func `a picture whose connection is lost is fetched over the next one`() throws {
        let loader = ScriptedLoader([("poster.png", .bytes([1, 2, 3]))])
        let app = try OfflineApp(
            loader: loader, network: NetworkConditions(steps: [], latency: .seconds(1)))
        app.download(
            SampleMedia.single.video().updating {
                $0.properties["poster"] = "https://images.example/poster.png"
            })
        app.run(until: 0.5)
        app.device.connection = .none
        app.run(until: 60)
        let token = try #require(app.manager.offlineVideoTokens.first)
        let poster = "store/packages/\(token)/images/poster.png"
        #expect(app.scratch.bytes(poster) == nil)
        app.device.connection = .wifi
        app.run()
        #expect(app.scratch.bytes(poster) == [1, 2, 3])
        #expect(app.recorder.lines.filter { $0.contains("StaticImages") }.count == 1)
    }

    @Test(arguments: [false, true])
    func `a picture of a video deleted meanwhile is not stored`(
        byAnotherProcess: Bool
    ) throws {
        let loader = ScriptedLoader([("poster.png", .bytes([1, 2, 3]))])
        let app = try OfflineApp(
            loader: loader, network: NetworkConditions(steps: [], latency: .seconds(1))
        ) { $0.takesCommands = true }
        app.download(
            SampleMedia.single.video().updating {
                $0.properties["poster"] = "https://images.example/poster.png"
            })
        app.run(until: 0.5)
        let token = try #require(app.manager.offlineVideoTokens.first)
        if byAnotherProcess {
            try app.manager.engine.catalogue.enqueue(StoreCommand(.delete, token))
        } else {
            try app.manager.deleteOfflineVideo(token)
        }
        app.run(until: 60)
        #expect(app.manager.offlineVideoTokens == [])
        #expect(try app.manager.engine.folder.packageTokens() == [])
        #expect(!app.recorder.lines.contains { $0.contains("StaticImages") })
    }

    @Test func `pictures survive when the media is fetched again`() throws {
        let loader = ScriptedLoader([("poster.png", .bytes([1, 2, 3]))])
        let app = try OfflineApp(
            loader: loader, network: NetworkConditions(bitsPerSecond: 400_000))
        app.download(
            SampleMedia.single.video().updating {
                $0.properties["poster"] = "https://images.example/poster.png"
            })
        app.run(until: 2)
        let token = try #require(app.manager.offlineVideoTokens.first)
        app.manager.forceStopAllDownloadTasks()
        #expect(
            Array(app.scratch.files(in: "store/packages/\(token)").keys) == ["images/poster.png"])
        app.manager.resumeVideoDownload(token)
        app.run()
        let video = try #require(app.manager.videoObject(from: token))
        #expect(video.playableOffline)
        #expect(app.scratch.bytes("store/packages/\(token)/images/poster.png") == [1, 2, 3])
    }

    @Test func `a package that cannot be removed does not prevent a launch`() throws {
        let app = try OfflineApp()
        var folder = "store/packages/stranded"
        for _ in 0..<40 { folder += "/a" }
        app.scratch.put([1], at: folder + "/file")
        try app.relaunch(after: .crash)
        app.download(SampleMedia.single.video())
        app.run()
        #expect(app.manager.offlineVideoStatus.map(\.downloadState) == [.completed])
    }

    // MARK: Certificates

    /// A proxy that forwards to a key server, and counts the requests for its certificate.
    private final class CountingProxy: AuthorizationProxy {
        let behind: InProcessKeyServer
        private(set) var certificateCount = 0

        init(_ behind: InProcessKeyServer) { self.behind = behind }

        func applicationCertificate(
            for request: ContentKeyRequest,
            completion: @escaping (Result<[UInt8], LicenceFailure>) -> Void
        ) -> Hold? {
            certificateCount += 1
            return behind.applicationCertificate(for: request, completion: completion)
        }

        func encryptedContentKey(
            for contentKeyIdentifier: String, keyRequest: [UInt8], request: ContentKeyRequest,
            completion: @escaping ContentKeyCompletion
        ) -> Hold? {
            behind.encryptedContentKey(
                for: contentKeyIdentifier, keyRequest: keyRequest, request: request,
                completion: completion)
        }
    }

    /// Returns the number of certificate requests of a download whose app has a certificate.
    private func certificateRequests(
        _ identifier: String, addsBeforeProxy: Bool = false, removes: Bool = false
    ) throws -> Int {
        let media = try ProtectedMedia.cbcs()
        let app = try OfflineApp(
            loader: media.loader,
            policies: KeyPolicies(["film": KeyPolicy(key: ProtectedMedia.key)]))
        let proxy = CountingProxy(app.keyServer)
        let der = app.keyServer.server.certificate.der
        let add = { (der: [UInt8]?) in
            app.manager.addFairPlayApplicationCertificate(der, identifier: identifier)
        }
        if addsBeforeProxy { add(der) }
        app.manager.authProxy = proxy
        if !addsBeforeProxy { add(der) }
        if removes { add(nil) }
        let video = media.video.updating {
            $0.sources[0].properties["key_systems"] = .object([
                "com.apple.fps.1_0": .object([
                    "certificate_url": "https://keys.example/app.der"
                ])
            ])
        }
        app.download(video, .init(purchase: true))
        app.run()
        #expect(app.manager.offlineVideoStatus.map(\.downloadState) == [.completed])
        return proxy.certificateCount
    }

    @Test func `a certificate that the app has added is not requested`() throws {
        let known = "https://keys.example/app.der"
        #expect(try certificateRequests(known) == 0)
        #expect(try certificateRequests(known, addsBeforeProxy: true) == 0)
        let usual = OfflineVideoManager.defaultFairPlayApplicationCertificateIdentifier
        #expect(try certificateRequests(usual) == 0)
        #expect(try certificateRequests("https://keys.example/other.der") > 0)
        #expect(try certificateRequests(known, removes: true) > 0)
    }

    @Test func `packages without a download are removed, unless the delegate keeps them`()
        throws
    {
        for keeps in [true, false] {
            let app = try OfflineApp()
            app.download(SampleMedia.single.video())
            app.run()
            let token = try #require(app.manager.offlineVideoTokens.first)
            _ = try app.manager.engine.catalogue.delete(token)
            app.recorder.deletesStrandedPackages = !keeps
            try app.relaunch(after: .crash)
            #expect(app.recorder.lines.last?.hasSuffix("shouldDeleteVideoPackage") == true)
            #expect(app.scratch.files(in: "store/packages/\(token)").isEmpty != keeps)
        }
    }

    @Test func `one manager at a time owns a store`() throws {
        let app = try OfflineApp()
        #expect(throws: OfflineError.self) {
            _ = try OfflineVideoManager(
                delegate: nil,
                environment: OfflineEnvironment(
                    world: app.world, store: app.scratch.path + "/store"))
        }
    }

    @Test func `an expired location is requested again`() throws {
        let old = "https://old.example/index.m3u8"
        let new = SampleMedia.transportStream.path
        let loader = ScriptedLoader([("old.example/index.m3u8", .failure(.status(403), times: 100))]
        )
        let app = try OfflineApp(loader: loader)
        app.recorder.location = { _ in new }
        app.download(Video(hlsURL: old))
        app.run()
        #expect(app.manager.offlineVideoStatus.first?.downloadState == .completed)
        #expect(app.recorder.lines.contains { $0.contains("manifestURLTTLUpdate") })
        app.recorder.location = nil
        app.download(Video(hlsURL: old))
        app.run()
        #expect(app.manager.offlineVideoStatus.last?.error?.code == .downloadFailure)
    }

    @Test func `an expired location is renewed by the service that the video came from`() throws {
        let origin = TokenOrigin(.transportStream, lifetime: 10)
        let app = try OfflineApp(loader: origin)
        app.run(until: 100)
        app.download(try origin.video())
        app.run()
        #expect(app.manager.offlineVideoStatus.first?.downloadState == .completed)
        #expect(origin.log.filter { $0.path == "service.test/accounts/1/videos/5" }.count == 1)
        #expect(app.recorder.lines.contains { $0.contains("manifestURLTTLUpdate") })
    }

    @Test(arguments: [nil, "https://media.test/100/index.m3u8"])
    func `a reply to a request for a new location starts no request after the app has crashed`(
        reply: String?
    )
        throws
    {
        let origin = TokenOrigin(.transportStream, lifetime: 10)
        let app = try OfflineApp(loader: origin)
        let keeper = Keeper()
        app.manager.delegate = keeper
        app.run(until: 100)
        app.download(try origin.video())
        app.run()
        let completion = try #require(keeper.completion)
        app.die(of: .crash)
        let count = origin.log.count
        completion(reply)
        app.run()
        #expect(origin.log.count == count)
    }

    /// An app that is asked for a new location of a download, and keeps the completion.
    private final class Keeper: OfflineVideoManagerDelegate {
        var completion: ((String?) -> Void)?

        func manifestURLTTLUpdate(
            for video: Video, token: OfflineVideoToken, completion: @escaping (String?) -> Void
        ) { self.completion = completion }
    }

    @Test func `a download fails when the service refuses to renew its expired location`() throws {
        let origin = TokenOrigin(.transportStream, lifetime: 10)
        origin.refuse(with: 404)
        let app = try OfflineApp(loader: origin)
        app.run(until: 100)
        app.download(try origin.video())
        app.run()
        #expect(app.manager.offlineVideoStatus.first?.error?.code == .downloadFailure)
    }

    @Test func `running downloads can be stopped by force, and complete ones remain`() throws {
        let app = try OfflineApp(network: NetworkConditions(bitsPerSecond: 400_000))
        app.download(SampleMedia.single.video())
        app.run()
        app.download(SampleMedia.transportStream.video())
        app.run(until: 8)
        app.manager.forceStopAllDownloadTasks()
        let states = app.manager.offlineVideoStatus.map(\.downloadState)
        #expect(states == [.completed, .error])
        app.manager.resumeVideoDownload(try #require(app.manager.offlineVideoTokens.last))
        app.run()
        #expect(app.manager.offlineVideoStatus.map(\.downloadState) == [.completed, .completed])
    }

    @Test func `the downloaded media options are available for complete videos only`() throws {
        let app = try OfflineApp(network: NetworkConditions(bitsPerSecond: 4_000_000))
        app.download(
            SampleMedia.transportStream.video(),
            selections: OfflineMediaSelections(audio: .all, subtitles: .all))
        let token = try #require(app.manager.offlineVideoTokens.first)
        #expect(app.manager.mediaSelectionGroup(for: .legible, of: token) == nil)
        app.run()
        let options = app.manager.downloadedMediaSelectionOptions(for: .legible, of: token)
        #expect(!options.isEmpty && options.allSatisfy { $0.languageTag != nil }, "\(options)")
    }
}
