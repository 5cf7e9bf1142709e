import ContentProtection
import HeadlessPlayback
import OfflineDownloads
import Synchronization
import TestSupport
import Testing
import Transport

@Suite struct VidLoaderTests {
    @Test func `an encrypted asset plays without its key server`() throws {
        let loading = try VidLoading()
        loading.download("film", ProtectedSample.aes128.path)
        loading.run()
        #expect(
            loading.states(of: "film").prefix(4) == [
                .prefetching, .waiting, .running(0), .keyLoaded,
            ])
        let asset = try #require(loading.asset)
        let offline = ScriptedLoader([("key", .failure(.notFound, times: 100))])
        let played = Playback(loader: offline, provider: ProtectedSessionProvider()).play(asset)
        let clear = Playback().play(SampleMedia.single.video())
        #expect(played.ledger?.isSound == true, "\(played.recorder.trace)")
        #expect(played.times(in: .played) == clear.times(in: .played))
        #expect(offline.asked.allSatisfy { !$0.hasSuffix(".key") })
    }

    @Test(arguments: [SampleMedia.single.path, ProtectedSample.aes128.path])
    func `a complete download plays without a connection`(path: String) throws {
        let loading = try VidLoading()
        loading.download("film", path)
        loading.run()
        let asset = try #require(loading.asset)
        loading.device.connection = .none
        loading.world.device.connection = .none
        let chain = ProtectedSessionProvider(
            upstream: OfflineSessionProvider(library: loading.loader.library),
            keySystems: [IdentityKeySystem()])
        for controller in [
            PlaybackController(world: loading.world, provider: chain),
            PlaybackController(world: loading.world),
        ] {
            let recorder = PlaybackRecorder(controller)
            controller.autoPlay = true
            controller.setVideos([asset])
            controller.run()
            #expect(controller.ledgers.last?.hasEnded == true, "\(recorder.trace)")
            #expect(controller.ledgers.last?.ledger.isSound == true, "\(recorder.trace)")
        }
    }

    @Test func `an option reports keys when they have been fetched`() throws {
        let loading = try VidLoading { $0.keyNews = .whenFetched }
        loading.download("film", ProtectedSample.aes128.path)
        loading.run()
        #expect(
            loading.states(of: "film").prefix(4) == [
                .prefetching, .keyLoaded, .waiting, .running(0),
            ])
    }

    @Test func `a clear asset reports no keys`() throws {
        let loading = try VidLoading()
        loading.download("film")
        loading.run()
        #expect(!loading.states(of: "film").contains(.keyLoaded))
    }

    @Test func `fetched licences are reported like fetched keys`() throws {
        let media = try ProtectedMedia.cbcs()
        let server = KeyServer(
            identity: try Exchange().identity,
            policies: KeyPolicies(["film": KeyPolicy(key: ProtectedMedia.key)]))
        let proxy = InProcessKeyServer(server, latency: .milliseconds(40))
        let loading = try VidLoading(
            behind: media.loader, licensing: FairPlayLicensing(authorizationProxy: proxy))
        loading.download("film", SampleMedia.single.path)
        loading.run()
        #expect(
            loading.states(of: "film").prefix(4) == [
                .prefetching, .waiting, .running(0), .keyLoaded,
            ])
        #expect(loading.told.last?.state == .completed, "\(loading.trace)")
        #expect(proxy.statuses == [200])
        // The download plays with the stored licence, and without a further request.
        loading.device.connection = .none
        let provider = ProtectedSessionProvider(
            upstream: OfflineSessionProvider(library: loading.loader.library),
            keySystems: [IdentityKeySystem(), FairPlayKeySystem(authorizationProxy: proxy)])
        let controller = PlaybackController(world: loading.world, provider: provider)
        let recorder = PlaybackRecorder(controller)
        controller.autoPlay = true
        controller.setVideos([try #require(loading.asset)])
        controller.run()
        #expect(controller.ledgers.last?.ledger.isSound == true, "\(recorder.trace)")
        #expect(proxy.statuses == [200])
    }

    @Test(arguments: [
        (nil, 351_376), (1, 177_664), (177_665, 247_224), (247_224, 247_224), (9_000_000, 351_376),
    ])
    func `the variant is the lowest that has the required bitrate, or else the highest`(
        minimum: Int?, bandwidth: Int
    ) throws {
        let loading = try VidLoading(network: .unlimited)
        loading.download("film", SampleMedia.transportStream.path) {
            $0.minRequiredBitrate = minimum
        }
        loading.run()
        let top = try #require(loading.files.first { $0.key.hasSuffix("index.m3u8") }?.value)
        #expect(String(decoding: top, as: UTF8.self).contains("BANDWIDTH=\(bandwidth),"))
    }

    // MARK: Identifiers and locations

    @Test
    func `an identifier cannot be used by two downloads at once, but can be reused afterwards`()
        throws
    {
        let loading = try VidLoading()
        loading.download("film")
        loading.download("film", ProtectedSample.aes128.path)
        loading.run()
        let first = try #require(loading.told.last)
        #expect(loading.told.allSatisfy { $0.url == SampleMedia.single.path })
        #expect(loading.loader.state(for: "film") == .unknown)
        loading.download("film", ProtectedSample.aes128.path)
        loading.run()
        let second = try #require(loading.told.last)
        #expect(first.location != second.location)
        for location in [first.location, second.location] {
            let asset = try #require(location.flatMap { loading.loader.asset(location: $0) })
            let provider = ProtectedSessionProvider()
            #expect(Playback(provider: provider).play(asset).ledger?.isSound == true)
        }
    }

    @Test func `only the location of a complete package gives an asset`() throws {
        let loading = try VidLoading()
        loading.download("film")
        loading.run(until: 3.3)
        let token = try #require(loading.files.keys.first?.prefix { $0 != "/" })
        let locations = [
            "packages/\(token)", "packages", "packages/", "packages/..", "packages/../store",
            "/etc", "", "packages/0", "../packages/\(token)", "packages/\(token)/",
        ]
        for location in locations { #expect(loading.loader.asset(location: location) == nil) }
        loading.run()
        #expect(loading.loader.asset(location: locations[0]) != nil)
        for location in locations.dropFirst() {
            #expect(loading.loader.asset(location: location) == nil)
        }
    }

    // MARK: Headers

    /// A loader that records the header fields of the last request for each file name.
    private final class HeaderLoader: ResourceLoader {
        let names = Mutex<[String: [String]]>([:])

        func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
            let name = String(request.url.split(separator: "/").last ?? "")
            let fields = request.headers.map { "\($0.name)=\($0.value)" }.sorted()
            names.withLock { $0[name] = fields }
            return try StandardLoader().load(request)
        }
    }

    @Test(arguments: [true, false])
    func `header fields are sent for playlists and keys, and for segments on request`(
        isWanted: Bool
    ) throws {
        let headers = HeaderLoader()
        let loading = try VidLoading(behind: headers) {
            $0.downloads.headers = [HeaderField(name: "X", value: "all")]
            $0.downloads.sendsOwnHeadersWithSegments = isWanted
        }
        loading.download("film", ProtectedSample.aes128.path) {
            $0.headers = ["B": "2", "A": "1"]
        }
        loading.run()
        let names = headers.names.withLock { $0 }
        #expect(names.count == 8)
        for (name, fields) in names {
            let isSegment = name.hasSuffix(".ts")
            #expect(fields == (isSegment && !isWanted ? ["X=all"] : ["A=1", "B=2", "X=all"]))
        }
    }

    // MARK: The store

    @Test func `a loader needs a folder and at least one download at a time`() throws {
        #expect(throws: OfflineError.self) { try VidLoading(maxConcurrentDownloads: 0) }
        let loading = try VidLoading()
        let error = #expect(throws: OfflineError.self) {
            try VidLoading(scratch: loading.scratch)
        }
        #expect(error?.code == .downloadFailure)
    }

    @Test func `a download that cannot be recorded fails`() throws {
        let loading = try VidLoading()
        let refusal = """
            CREATE TRIGGER refusal BEFORE INSERT ON download
            BEGIN SELECT RAISE(ABORT, 'refused'); END
            """
        let schema = CatalogueSchema(steps: CatalogueSchema.current.steps + [refusal])
        _ = try Catalogue(
            path: loading.scratch.path + "/store/catalogue.sqlite", schema: schema)
        loading.download("film")
        #expect(loading.states(of: "film") == [.prefetching, .failed(.taskNotCreated)])
        #expect(loading.loader.state(for: "film") == .unknown)
    }
}
