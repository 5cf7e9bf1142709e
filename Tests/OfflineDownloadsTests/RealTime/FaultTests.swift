import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing

/// After a server fault, only the bytes that were not sent are requested again.
@Suite struct FaultTests {
    private static let tag = "\"one\""
    private let film = Film()

    private func download(
        from server: OriginServer, retries: Int = 3,
        _ configure: (inout DownloadOptions) -> Void = { _ in }
    ) throws -> Download {
        try Download {
            $0.hurry(retries: retries)
            configure(&$0)
        }
    }

    @Test func `a body that ends early is resumed after its last received byte`() throws {
        let server = try OriginServer(.memory(film.site()))
        server.order(.times(1, .truncate(after: 60_000)), at: Film.path(2))
        let download = try download(from: server)
        let token = try download.start(server.url(Film.playlist))
        download.live()
        #expect(try download.record(of: token).state == .completed)
        #expect(download.files(of: token) == (try film.package()))
        #expect(server.ranges(Film.path(2)) == [nil, "bytes=60000-"])
        #expect(server.log.last { $0.path == Film.path(2) }?.ifRange?.hasPrefix("\"") == true)
        #expect(server.requests(of: film) == [1, 1, 2, 1, 1, 1])
    }

    @Test func `a reset connection loses no received bytes`() throws {
        let server = try OriginServer(.memory(film.site()))
        server.order(.times(2, .reset(after: 30_000)), at: Film.path(3))
        let download = try download(from: server)
        let token = try download.start(server.url(Film.playlist))
        download.live()
        #expect(download.files(of: token) == (try film.package()))
        #expect(server.requests(of: film) == [1, 1, 1, 3, 1, 1])
    }

    @Test(arguments: [
        // Two requests: the server notices that the version has changed, and sends the whole
        // resource.
        (OriginFault?.none, 2),
        // Two requests: the server does not support ranges, and sends the whole resource.
        (.ignoreRanges, 2),
        // Three requests: the server does not support If-Range, and sends the rest of the new
        // version. This rest is refused, and the whole new version is requested.
        (.ignoreIfRange, 3),
        // Three requests: the server sends the rest of the new version with the entity tag of the
        // previous version. The sizes differ, so the rest is refused, too.
        (.validators(entityTag: Self.tag), 3),
    ])
    func `a file that has changed between attempts is fetched from its start`(
        fault: OriginFault?, requests: Int
    ) throws {
        let server = try OriginServer(.memory(film.site()))
        server.order(
            .validators(entityTag: Self.tag), .truncate(after: 60_000), at: Film.path(2))
        let download = try download(from: server, retries: 0)
        let token = try download.start(server.url(Film.playlist))
        download.live()
        #expect(try download.record(of: token).state == .error)
        let changed = Film(of: 100_001, seed: 2).segments[2]
        server.offer(changed, at: Film.path(2))
        server.order(at: Film.path(2))
        if let fault { server.order(fault, at: Film.path(2)) }
        download.engine.resume(token)
        download.live()
        var expected = try film.package()
        let name = try #require(expected.first { $0.value == film.segments[2] }?.key)
        expected[name] = changed
        #expect(download.files(of: token) == expected)
        let ranges = server.ranges(Film.path(2))
        #expect(ranges == [nil, "bytes=60000-", nil].prefix(requests).map { $0 })
        #expect(try download.record(of: token).state == .completed)
    }

    @Test(arguments: [404, 403, 410, 500, 503])
    func `a refusal fails a download, which can be resumed`(status: Int) throws {
        let server = try OriginServer(.memory(film.site()))
        server.order(.status(status), at: Film.path(4))
        let download = try download(from: server, retries: 1)
        let token = try download.start(server.url(Film.playlist))
        download.live()
        let failed = try download.record(of: token)
        #expect(failed.state == .error)
        #expect(failed.errorCode == .downloadFailure)
        #expect(failed.errorReason?.contains("\(status)") == true)
        // A temporary failure was retried, and a permanent failure was not.
        #expect(server.ranges(Film.path(4)).count == (status >= 500 ? 2 : 1))
        server.order(at: Film.path(4))
        // Requests that were in progress when the download failed may still store segments.
        download.settle()
        let before = server.log.count
        let stored = Film.segments(of: download.files(of: token)).count
        download.engine.resume(token)
        download.live()
        #expect(download.files(of: token) == (try film.package()))
        #expect(server.log.count - before == film.segments.count - stored)
        let record = try download.record(of: token)
        #expect(record.state == .completed)
        #expect(record.errorCode == nil && record.errorReason == nil, "\(record)")
    }

    @Test func `an overloaded server is not contacted for the time that it requests`() throws {
        let server = try OriginServer(.memory(film.site()))
        server.order(
            .status(503, times: 1), .times(1, .header("Retry-After", "7")), at: Film.path(5))
        let download = try Download()
        let token = try download.start(server.url(Film.playlist))
        download.run()
        #expect(download.world.loop.now == Instant(sinceStart: .seconds(7)))
        #expect(download.files(of: token) == (try film.package()))
    }

    @Test func `an excessive Retry-After is limited`() throws {
        let server = try OriginServer(.memory(film.site()))
        server.order(
            .status(503, times: 1), .times(1, .header("Retry-After", "86400")), at: Film.path(5))
        let download = try download(from: server)
        let token = try download.start(server.url(Film.playlist))
        download.live()
        #expect(download.world.loop.now >= Instant(sinceStart: .milliseconds(60)))
        #expect(download.files(of: token) == (try film.package()))
    }

    @Test func `redirects are followed`() throws {
        var site = film.site()
        site["/elsewhere/4.ts"] = site.removeValue(forKey: Film.path(4))
        site["/elsewhere/index.m3u8"] = site[Film.playlist]
        for number in [0, 1, 2, 3, 5] {
            site["/elsewhere/\(number).ts"] = site[Film.path(number)]
        }
        let server = try OriginServer(.memory(site))
        server.order(.redirect(to: "/elsewhere/4.ts", status: 307), at: Film.path(4))
        let download = try download(from: server)
        let direct = try download.start(server.url(Film.playlist))
        download.live()
        #expect(download.files(of: direct) == (try film.package()))
        // Locations in a playlist are relative to the playlist's location after redirects.
        server.order(.redirect(to: "/elsewhere/index.m3u8", status: 301), at: Film.playlist)
        let moved = try download.start(server.url(Film.playlist))
        download.live()
        #expect(download.files(of: moved) == (try film.package()))
        #expect(server.requests(of: film) == [1, 1, 1, 1, 1, 1])
    }

    @Test func `an endless redirect fails`() throws {
        let server = try OriginServer(.memory(film.site()))
        server.order(.redirectForever, at: Film.path(4))
        let download = try download(from: server)
        let token = try download.start(server.url(Film.playlist))
        download.live()
        #expect(try download.record(of: token).errorReason?.contains("redirected") == true)
    }
}
