import ContentProtection
import HeadlessPlayback
import Sessions
import TestSupport
import Testing
import Transport
import VirtualTime

/// Licences from a key server of the simulation, over the simulated network.
@Suite struct InProcessKeyServerTests {
    /// The end of a licence request: its time since the start, and its error if it failed.
    private struct End: Equatable {
        let time: Duration
        let failure: String?
    }

    private let server: InProcessKeyServer

    init() throws { server = try Self.server() }

    private static func server(_ fault: KeyPolicy.Fault? = nil) throws -> InProcessKeyServer {
        let keys = KeyServer(
            identity: try Exchange().identity,
            policies: KeyPolicies(["film": KeyPolicy(key: ProtectedMedia.key, fault: fault)]))
        return InProcessKeyServer(keys, latency: .milliseconds(40))
    }

    private func world(_ steps: [NetworkConditions.Step] = []) -> PlaybackWorld {
        var options = PlaybackOptions()
        options.network = NetworkConditions(steps: steps)
        return PlaybackWorld(options: options)
    }

    private func step(_ seconds: Double, _ bitsPerSecond: Int64) -> NetworkConditions.Step {
        .init(start: Instant(sinceStart: .seconds(seconds)), bitsPerSecond: bitsPerSecond)
    }

    /// Requests a licence in a world, and runs the world to its end.
    private func end(
        in world: PlaybackWorld, through proxy: (any AuthorizationProxy)? = nil,
        options: AssetOptions = AssetOptions()
    ) throws -> End {
        let fetcher = ResourceFetcher(world: world, recovery: world.options.recovery)
        let access = AssetAccess(options, location: "index.m3u8", jar: CookieJar())
        let host = ProtectionHost(
            loop: world.loop, source: Source(url: "index.m3u8"), keyTimeout: .seconds(60),
            exchange: { fetcher.exchange($0, access: access, send: $1, completion: $2) }
        ) { request, completion in
            var request = request
            request.access = access
            return fetcher.fetchKey(request, completion: completion)
        } report: { _ in
        }
        var end: End?
        let licensing = FairPlayLicensing(authorizationProxy: proxy ?? server)
        let hold = licensing.requestLicence(
            for: LicenceCounter.key("skd://film"), playlistURL: "https://example.com/index.m3u8",
            terms: PersistentLicenceTerms(), host: host
        ) { result in
            end = End(
                time: Instant.start.duration(to: world.loop.now), failure: result.failureCode)
        }
        world.loop.runUntilIdle()
        withExtendedLifetime(hold) {}
        return try #require(end)
    }

    @Test func `without a connection the licence fails as from a key server over HTTP`() throws {
        let world = world()
        world.device.connection = .none
        let end = try end(in: world)
        #expect(end == End(time: .seconds(3), failure: "FPSAuthProxyErrorDomain 69401"))
        #expect(server.statuses == [])
        let other = self.world()
        other.device.connection = .none
        let proxy = HTTPAuthorizationProxy(
            certificateURL: "https://keys.example.com/certificate",
            keyRequestURL: "https://keys.example.com/licence")
        #expect(try self.end(in: other, through: proxy) == end)
    }

    @Test func `a connection that returns in time delays the licence`() throws {
        let world = world()
        world.device.connection = .none
        let connection = world.loop.schedule(after: .milliseconds(1500)) {
            world.device.connection = .cellular
        }
        // The attempts are made after zero, one and three seconds.
        #expect(try end(in: world) == End(time: .milliseconds(3080), failure: nil))
        #expect(server.statuses == [200])
        withExtendedLifetime(connection) {}
    }

    @Test func `an outage of the network delays the licence to its end`() throws {
        let world = world([step(0, 0), step(4, 0), step(5, 1_000_000)])
        #expect(try end(in: world) == End(time: .milliseconds(5080), failure: nil))
    }

    @Test func `an outage that begins during the request delays the response`() throws {
        let world = world([step(0, 1_000_000), step(0.06, 0), step(5, 1_000_000)])
        #expect(try end(in: world) == End(time: .seconds(5), failure: nil))
        #expect(server.statuses == [200])
    }

    @Test func `an outage without an end fails the licence after all attempts`() throws {
        // Three attempts of ten seconds each, with delays of one and two seconds.
        #expect(
            try end(in: world([step(0, 0)]))
                == End(time: .seconds(33), failure: "FPSAuthProxyErrorDomain 69401"))
        #expect(server.statuses == [])
    }

    @Test func `on a refused network the licence fails as from a key server over HTTP`() throws {
        var options = AssetOptions()
        options.allowsCellularAccess = false
        let proxy = HTTPAuthorizationProxy(
            certificateURL: "https://keys.example.com/certificate",
            keyRequestURL: "https://keys.example.com/licence")
        for proxy: any AuthorizationProxy in [server, proxy] {
            let world = world()
            world.device.connection = .cellular
            let end = try end(in: world, through: proxy, options: options)
            #expect(end.failure == "FPSAuthProxyErrorDomain 69401")
        }
        #expect(server.statuses == [])
        #expect(try end(in: world(), options: options).failure == nil)
    }

    @Test func `a delay that exceeds the time limit of an attempt fails the licence`() throws {
        let slow = try Self.server(.init(.genuine, delay: .seconds(9)))
        #expect(
            try end(in: world(), through: slow) == End(time: .milliseconds(9080), failure: nil))
        // The certificate arrives after 40 ms, and the first attempt ends 10 s later. The server
        // denies the second attempt, because it has already answered this request.
        let tooSlow = try Self.server(.init(.genuine, delay: .seconds(10)))
        #expect(
            try end(in: world(), through: tooSlow)
                == End(time: .milliseconds(11_080), failure: "FPSAuthProxyErrorDomain 69402"))
        #expect(tooSlow.statuses == [409])
    }

    @Test func `the delay and an outage share the time limit of an attempt`() throws {
        let slow = try Self.server(.init(.genuine, delay: .seconds(9)))
        // The first attempt ends in the outage, after 10.04 s. The second one begins 1 s later, and
        // the server denies it, because it has already answered this request.
        let world = world([step(0, 1_000_000), step(9, 0), step(10.5, 1_000_000)])
        #expect(
            try end(in: world, through: slow)
                == End(time: .milliseconds(11_080), failure: "FPSAuthProxyErrorDomain 69402"))
        #expect(slow.statuses == [409])
    }
}
