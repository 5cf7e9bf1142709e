import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing
import Transport

/// Tokens of an origin expire in simulated time, and the delegate renews them.
@Suite struct TokenRenewalTests {
    private let film = Film()
    private let server: OriginServer
    private let app: OfflineApp

    init() throws {
        server = try OriginServer(.memory(film.site(query: "?token=old")))
        var rule = FaultRule(RequestPattern("*.ts"), fault: .status(403))
        rule.expiry = TokenExpiry(after: .seconds(2))
        app = try OfflineApp(
            network: NetworkConditions(bitsPerSecond: 1_000_000), faults: [rule]
        ) {
            $0.connections = 1
        }
    }

    private func download(
        _ options: AssetOptions = AssetOptions(), query: String = "?token=old"
    ) -> OfflineVideoStatus? {
        var video = Video(hlsURL: server.url(Film.playlist + query))
        video.assetOptions = options
        app.download(video)
        app.run()
        return app.manager.offlineVideoStatus.first
    }

    @Test func `a download completes with locations that the delegate renews`() {
        var renewals = 0
        app.recorder.location = { [film, server] _ in
            renewals += 1
            server.offer(film.text(query: "?token=\(renewals)"), at: Film.playlist)
            return server.url(Film.playlist + "?token=\(renewals)")
        }
        #expect(download()?.downloadState == .completed)
        #expect((1...10).contains(renewals))
        let segments = server.log.filter { $0.path.hasSuffix(".ts") }
        #expect(Set(segments.flatMap(\.query)).count == renewals + 1)
        // The server answers each request for a segment once, so the renewals keep stored files.
        #expect(Set(segments.map(\.path)).count == segments.count)
    }

    @Test func `a download that starts again once completes if each renewal leads to progress`() {
        let film = Film(segments: 20)
        let location = "?version=1&token=old"
        for (path, bytes) in film.site(query: location) { server.offer(bytes, at: path) }
        var renewals = 0
        app.recorder.location = { [server] _ in
            renewals += 1
            let query = "?version=\(renewals < 5 ? 1 : 2)&token=\(renewals)"
            server.offer(film.text(query: query), at: Film.playlist)
            return server.url(Film.playlist + query)
        }
        #expect(download(query: location)?.downloadState == .completed)
        #expect(renewals > 5 + DownloadOptions().refreshes)
        #expect(server.requests(of: film).first == 2)
    }

    @Test func `a download that starts again after each renewal fails at last`() {
        var renewals = 0
        app.recorder.location = { [film, server] _ in
            renewals += 1
            server.offer(film.text(query: "?version=\(renewals)"), at: Film.playlist)
            return server.url(Film.playlist + "?version=\(renewals)")
        }
        #expect(download()?.downloadState == .error)
        #expect((1...10).contains(renewals))
    }

    @Test func `a download that started again too often can be resumed`() throws {
        var renewals = 0
        var hasFinalFiles = false
        app.recorder.location = { [film, server] _ in
            renewals += 1
            let query = "?version=\(hasFinalFiles ? 0 : renewals)&token=\(renewals)"
            server.offer(film.text(query: query), at: Film.playlist)
            return server.url(Film.playlist + query)
        }
        let status = try #require(download())
        #expect(status.downloadState == .error)
        hasFinalFiles = true
        app.manager.resumeVideoDownload(status.offlineVideoToken)
        app.run()
        #expect(app.manager.offlineVideoStatus.map(\.downloadState) == [.completed])
    }

    @Test
    func `without a renewed location the download fails, and the error states the HTTP status`() {
        let status = download()
        #expect(status?.downloadState == .error)
        #expect(status?.error?.reason.contains("403") == true)
    }

    @Test func `all requests of a download carry its asset options`() throws {
        let calm = try OfflineApp()
        var options = AssetOptions()
        options.headerFields = [HeaderField(name: "X-Token", value: "t")]
        options.cookies = [AssetCookie(name: "c", value: "v")]
        options.userAgent = "Agent/1"
        var video = Video(hlsURL: server.url(Film.playlist + "?token=old"))
        video.assetOptions = options
        calm.download(video)
        calm.run()
        #expect(calm.manager.offlineVideoStatus.first?.downloadState == .completed)
        #expect(server.log.count == 7)
        for request in server.log {
            #expect(request.headers["x-token"] == "t")
            #expect(request.headers["cookie"] == "c=v")
            #expect(request.headers["user-agent"] == "Agent/1")
        }
    }
}
