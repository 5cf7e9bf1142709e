import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing

/// What servers do wrong costs no more than what they did not send.
@Suite struct FaultTests {
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

    @Test func `a body that ends early is gone on with where it ended`() throws {
        let server = try OriginServer(.memory(film.site()))
        server.order(.times(1, .truncate(after: 60_000)), at: Film.path(2))
        let download = try download(from: server)
        let token = try download.start(server.url(Film.playlist))
        download.live()
        #expect(try download.record(of: token).phase == .completed)
        #expect(download.files(of: token) == (try film.package()))
        #expect(server.ranges(Film.path(2)) == [nil, "bytes=60000-"])
        #expect(server.log.last { $0.path == Film.path(2) }?.ifRange?.hasPrefix("\"") == true)
        #expect(server.requests(of: film) == [1, 1, 2, 1, 1, 1])
    }

    @Test func `a connection that is reset loses nothing that had come`() throws {
        let server = try OriginServer(.memory(film.site()))
        server.order(.times(2, .reset(after: 30_000)), at: Film.path(3))
        let download = try download(from: server)
        let token = try download.start(server.url(Film.playlist))
        download.live()
        #expect(download.files(of: token) == (try film.package()))
        #expect(server.requests(of: film) == [1, 1, 1, 3, 1, 1])
    }

    @Test(arguments: [
        // The server sees that the version is another one, and sends all of it.
        (OriginFault?.none, 2),
        // It does not know ranges, and sends all of it.
        (.ignoreRanges, 2),
        // It does not know If-Range, and sends the rest of the wrong version: refused, and all of
        // the new one is asked for.
        (.ignoreIfRange, 3),
    ])
    func `a version that has changed between tries is fetched as a whole`(
        fault: OriginFault?, requests: Int
    ) throws {
        let server = try OriginServer(.memory(film.site()))
        server.order(.truncate(after: 60_000), at: Film.path(2))
        let download = try download(from: server, retries: 0)
        let token = try download.start(server.url(Film.playlist))
        download.live()
        #expect(try download.record(of: token).phase == .failed)
        let changed = Film(seed: 2).segments[2]
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
        #expect(try download.record(of: token).phase == .completed)
    }

    @Test(arguments: [404, 403, 410, 500, 503])
    func `a refusal ends a download in a failure that can be resumed`(status: Int) throws {
        let server = try OriginServer(.memory(film.site()))
        server.order(.status(status), at: Film.path(4))
        let download = try download(from: server, retries: 1)
        let token = try download.start(server.url(Film.playlist))
        download.live()
        let failed = try download.record(of: token)
        #expect(failed.phase == .failed)
        #expect(failed.errorCode == .downloadFailure)
        #expect(failed.errorReason?.contains("\(status)") == true)
        // What may pass was tried again, and what is final was not.
        #expect(server.ranges(Film.path(4)).count == (status >= 500 ? 2 : 1))
        server.order(at: Film.path(4))
        // Requests that were under way when it failed may have brought more.
        download.settle()
        let before = server.log.count
        let stored = Film.segments(of: download.files(of: token)).count
        download.engine.resume(token)
        download.live()
        #expect(download.files(of: token) == (try film.package()))
        #expect(server.log.count - before == film.segments.count - stored)
        let record = try download.record(of: token)
        #expect(record.phase == .completed)
        #expect(record.errorCode == nil && record.errorReason == nil, "\(record)")
    }

    @Test func `a server that is overloaded is left alone as long as it asks`() throws {
        let server = try OriginServer(.memory(film.site()))
        server.order(
            .status(503, times: 1), .times(1, .header("Retry-After", "7")), at: Film.path(5))
        let download = try Download()
        let token = try download.start(server.url(Film.playlist))
        download.run()
        #expect(download.world.loop.now == Instant(sinceStart: .seconds(7)))
        #expect(download.files(of: token) == (try film.package()))
    }

    @Test func `nobody waits longer than is allowed for a server that asks for too much`() throws {
        let server = try OriginServer(.memory(film.site()))
        server.order(
            .status(503, times: 1), .times(1, .header("Retry-After", "86400")), at: Film.path(5))
        let download = try download(from: server)
        let token = try download.start(server.url(Film.playlist))
        download.live()
        #expect(download.world.loop.now >= Instant(sinceStart: .milliseconds(60)))
        #expect(download.files(of: token) == (try film.package()))
    }

    @Test func `what has moved is followed`() throws {
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
        // Locations in a playlist are relative to where it was in the end.
        server.order(.redirect(to: "/elsewhere/index.m3u8", status: 301), at: Film.playlist)
        let moved = try download.start(server.url(Film.playlist))
        download.live()
        #expect(download.files(of: moved) == (try film.package()))
        #expect(server.requests(of: film) == [1, 1, 1, 1, 1, 1])
    }

    @Test func `a server that points to itself for ever is given up`() throws {
        let server = try OriginServer(.memory(film.site()))
        server.order(.redirectForever, at: Film.path(4))
        let download = try download(from: server)
        let token = try download.start(server.url(Film.playlist))
        download.live()
        #expect(try download.record(of: token).errorReason?.contains("redirected") == true)
    }
}
