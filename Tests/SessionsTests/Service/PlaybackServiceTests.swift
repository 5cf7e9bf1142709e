import HeadlessPlayback
import Sessions
import TestSupport
import Testing
import Transport
import VirtualTime

/// Tests of the playback service over real connections, in simulated time.
@Suite struct PlaybackServiceTests {
    private let server: OriginServer
    private let world: PlaybackWorld
    private var account: PlaybackServiceAccount

    init() throws {
        server = try OriginServer(.folder(SampleMedia.folder))
        world = PlaybackWorld()
        account = PlaybackServiceAccount(id: "1", policyKey: "SECRET-KEY", baseURL: server.url)
        offer("5", at: "/accounts/1/videos/5")
    }

    private func entry(_ id: String) -> String {
        """
        {"id": "\(id)", "duration": 20000, "manifest_url_ttl": 60,
         "sources": [{"src": "\(server.url("/single/index.m3u8"))",
                      "type": "application/x-mpegURL"}]}
        """
    }

    private func offer(_ id: String, at path: String) {
        server.offer(Array(entry(id).utf8), at: path)
    }

    /// Finds an object and returns all results that the completion received, in order.
    private func find(
        _ subject: PlaybackServiceRequest.Subject, token: String? = nil, in world: PlaybackWorld
    ) -> [Result<PlaybackServiceAnswer, PlaybackServiceError>] {
        var results: [Result<PlaybackServiceAnswer, PlaybackServiceError>] = []
        let service = PlaybackService(account, in: world)
        let request = service.find(subject, authToken: token) { results.append($0) }
        #expect(results.isEmpty)
        world.loop.runUntilIdle()
        withExtendedLifetime(request) {}
        return results
    }

    private func error(
        _ subject: PlaybackServiceRequest.Subject, in world: PlaybackWorld? = nil
    ) -> PlaybackServiceError? {
        let results = find(subject, in: world ?? self.world)
        #expect(results.count == 1)
        guard case .failure(let error)? = results.first else { return nil }
        return error
    }

    @Test func `a video is found, and plays`() throws {
        let video = try #require(try find(.video(id: "5"), in: world).first?.get().video)
        let request = try #require(server.log.first)
        #expect(request.method == "GET")
        #expect(request.path == "/accounts/1/videos/5")
        #expect(request.headers["bcov-policy"] == "SECRET-KEY")
        #expect(request.headers["authorization"] == nil)
        let playback = Playback(in: world, provider: BasicSessionProvider())
        playback.play(video)
        #expect(playback.controller.ledgers.last?.hasEnded == true)
        // Only requests to the service contain the key, although the media is on the same server.
        #expect(server.log.dropFirst().allSatisfy { $0.headers["bcov-policy"] == nil })
        #expect(!playback.recorder.trace.contains("SECRET"))
    }

    @Test func `a token replaces the policy key`() throws {
        _ = try find(.video(id: "5"), token: "a.b.c", in: world).first?.get()
        let request = try #require(server.log.first)
        #expect(request.headers["authorization"] == "Bearer a.b.c")
        #expect(request.headers["bcov-policy"] == nil)
    }

    @Test func `the lifetime of a video counts from the response in virtual time`() throws {
        var options = PlaybackOptions()
        options.faults = [FaultRule(RequestPattern(kinds: [.other]), fault: .delay(.seconds(7)))]
        let world = PlaybackWorld(options: options)
        let video = try #require(
            try find(.video(id: "5"), token: "t", in: world).first?.get().video)
        #expect(world.loop.now == .seconds(7))
        #expect(video.provenance?.instant == .seconds(7))
        #expect(video.provenance?.account == account)
        #expect(video.provenance?.authToken == "t")
        #expect(video.manifestExpiry == .seconds(67))
        let live = video.updating { $0.properties["duration"] = nil }
        #expect(live.manifestExpiry == nil)
    }

    @Test func `each video of a playlist keeps the account of its service`() throws {
        server.offer(
            Array(#"{"id": "9", "videos": [\#(entry("1")), \#(entry("2"))]}"#.utf8),
            at: "/accounts/1/playlists/ref:top")
        var videos: [Video]?
        let service = PlaybackService(account, in: world)
        let request = service.findPlaylist(.playlistReference("top"), parameters: ["limit": "2"]) {
            videos = try? $0.get().videos
        }
        world.loop.runUntilIdle()
        withExtendedLifetime(request) {}
        #expect(videos?.map(\.id) == ["1", "2"])
        #expect(videos?.allSatisfy { $0.provenance?.account == account } == true)
        #expect(server.log.map(\.query) == [["limit=2"]])
    }

    @Test func `finding a playlist by a request for a video is an error`() {
        var result: Result<VideoPlaylist, PlaybackServiceError>?
        let service = PlaybackService(account, in: world)
        let request = service.findPlaylist(.video(id: "5")) { result = $0 }
        world.loop.runUntilIdle()
        withExtendedLifetime(request) {}
        guard case .failure(let error)? = result else {
            Issue.record("found")
            return
        }
        #expect(error.cause == .mismatch(expected: "a list of videos", found: "a video"))
    }

    @Test(arguments: [401, 403, 404, 408, 429, 500, 503])
    func `every HTTP error is a refusal, and nothing is retried`(status: Int) {
        server.order(.status(status), at: "/accounts/1/videos/5")
        #expect(error(.video(id: "5"))?.cause == .api(status: status, []))
        #expect(server.log.count == 1)
    }

    @Test(arguments: [403, 502])
    func `error codes in an HTTP error response are read, even with a temporary status`(status: Int)
    {
        let world = PlaybackWorld(loader: Refusal(status: status))
        let refusal = PlaybackServiceRefusal(code: "CODE", subcode: "SUB")
        #expect(error(.video(id: "5"), in: world)?.cause == .api(status: status, [refusal]))
    }

    /// A service that refuses everything.
    private struct Refusal: ResourceLoader {
        let status: Int

        func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
            let text = #"[{"error_code": "CODE", "error_subcode": "SUB"}]"#
            return ResourceResponse(
                url: request.url, status: status, body: ResourceBody(Array(text.utf8)))
        }
    }

    @Test func `a missing video is reported as not found`() {
        #expect(error(.video(id: "77"))?.reason == .notFound)
    }

    @Test func `a failed connection is not a refusal`() {
        server.order(.hangUp, at: "/accounts/1/videos/5")
        let error = error(.video(id: "5"))
        #expect(error?.code == 1)
        #expect(error?.reason == nil)
    }

    @Test func `a service that never responds times out in virtual time`() {
        var options = PlaybackOptions()
        options.faults = [FaultRule(RequestPattern(kinds: [.other]), fault: .hang)]
        let world = PlaybackWorld(options: options)
        let error = error(.video(id: "5"), in: world)
        guard case .connection(let cause)? = error?.cause else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(cause.cause == .timedOut)
        #expect(world.loop.now == .seconds(10))
    }

    @Test func `a request that cannot be sent fails and sends nothing`() {
        #expect(error(.video(id: ""))?.code == 0)
        #expect(server.log.isEmpty)
    }

    @Test(arguments: [false, true])
    func `releasing the request cancels it`(isReleased: Bool) {
        var options = PlaybackOptions()
        options.faults = [FaultRule(RequestPattern(kinds: [.other]), fault: .delay(.seconds(7)))]
        let world = PlaybackWorld(options: options)
        let service = PlaybackService(account, in: world)
        var calls = 0
        var request: Hold? = service.find(.video(id: "5")) { _ in calls += 1 }
        world.loop.run(until: .seconds(1))
        #expect(request != nil)
        if isReleased { request = nil }
        world.loop.runUntilIdle()
        withExtendedLifetime(request) {}
        #expect(calls == (isReleased ? 0 : 1))
        // Nothing waits for the answer to a cancelled request.
        #expect(world.loop.now == (isReleased ? .seconds(1) : .seconds(7)))
    }

    @Test func `a request keeps its service alive`() {
        var calls = 0
        let request = PlaybackService(account, in: world).find(.video(id: "5")) { _ in calls += 1 }
        world.loop.runUntilIdle()
        withExtendedLifetime(request) {}
        #expect(calls == 1)
    }

    @Test func `no secrets are sent to the other server that a redirect leads to`() throws {
        var account = account
        account.additionalFields = [HeaderField(name: "X-Key", value: "SECRET-FIELD")]
        let other = try OriginServer(.memory(["/5": Array(entry("5").utf8)]))
        server.order(.redirect(to: other.url("/5")), at: "/accounts/1/videos/5")
        var video: Video?
        let request = PlaybackService(account, in: world).findVideo(.video(id: "5")) {
            video = try? $0.get()
        }
        world.loop.runUntilIdle()
        withExtendedLifetime(request) {}
        #expect(video?.id == "5")
        #expect(server.log.first?.headers["bcov-policy"] == "SECRET-KEY")
        #expect(server.log.first?.headers["x-key"] == "SECRET-FIELD")
        #expect(other.log.count == 1)
        #expect(other.log.first?.headers["bcov-policy"] == nil)
        #expect(other.log.first?.headers["x-key"] == nil)
    }

    @Test func `the log of requests has no secret`() throws {
        world.requestLog = RequestLog()
        _ = try find(.video(id: "5"), token: "SECRET-TOKEN", in: world).first?.get()
        let log = try #require(world.requestLog)
        #expect(log.records.map(\.kind) == [.other])
        #expect(!log.records.contains { "\($0)".contains("SECRET") })
    }
}
