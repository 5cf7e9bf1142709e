import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing

/// A download whose location expires requests a new location, and keeps its stored files.
@Suite struct ExpiryTests {
    private let film = Film()

    /// Returns a server whose token has expired for some segments.
    private func server(expiresAt first: Int) throws -> OriginServer {
        let server = try OriginServer(.memory(film.site(query: "?token=old")))
        for number in film.segments.indices {
            let token = number < first ? "old" : "new"
            server.order(.requireToken(token), at: Film.path(number))
        }
        return server
    }

    private func download(from server: OriginServer) throws -> (Download, OfflineVideoToken) {
        // Segments are fetched one after another, so that all segments before the expired location
        // have arrived when that location is requested.
        let download = try Download {
            $0.hurry()
            $0.connections = 1
        }
        return (download, try download.start(server.url(Film.playlist + "?token=old")))
    }

    @Test(arguments: [false, true])
    func `a new location is requested, and stored files are not fetched again`(
        isLive: Bool
    ) throws {
        let server = try server(expiresAt: 3)
        let (download, token) = try download(from: server)
        var asked: [OfflineVideoToken] = []
        download.engine.refresh = { [film] record, answer in
            asked.append(record.token)
            server.offer(film.text(query: "?token=new"), at: Film.playlist)
            answer(server.url(Film.playlist + "?token=new"))
        }
        if isLive { download.live() } else { download.run() }
        #expect(asked == [token])
        #expect(try download.record(of: token).state == .completed)
        #expect(download.files(of: token) == (try film.package()))
        #expect(server.requests(of: film) == [1, 1, 1, 2, 1, 1])
        let playlists = server.log.filter { $0.path == Film.playlist }.map(\.query)
        #expect(playlists == [["token=old"], ["token=new"]])
    }

    @Test func `without another location the download fails and keeps its files`()
        throws
    {
        let server = try server(expiresAt: 3)
        let (download, token) = try download(from: server)
        download.engine.refresh = { _, answer in answer(nil) }
        download.live()
        // The file before the refused file may not be on the disk yet.
        download.settle()
        let record = try download.record(of: token)
        #expect(record.state == .error)
        #expect(record.errorReason?.contains("403") == true)
        #expect(Film.segments(of: download.files(of: token)) == Array(film.segments[..<3]))
        // The download continues once the app provides a new location.
        download.engine.refresh = { [film] _, answer in
            server.offer(film.text(query: "?token=new"), at: Film.playlist)
            answer(server.url(Film.playlist + "?token=new"))
        }
        download.engine.resume(token)
        download.live()
        #expect(download.files(of: token) == (try film.package()))
        #expect(server.requests(of: film) == [1, 1, 1, 3, 1, 1])
    }

    @Test func `a location that expires repeatedly fails the download`() throws {
        let server = try server(expiresAt: 0)
        let (download, token) = try download(from: server)
        var asked = 0
        download.engine.refresh = { _, answer in
            asked += 1
            answer(server.url(Film.playlist + "?token=old"))
        }
        download.live()
        #expect(try download.record(of: token).state == .error)
        #expect(asked == DownloadOptions().refreshes)
    }

    @Test func `a repair that loads all files again may renew the location for each file`() throws {
        let server = try server(expiresAt: film.segments.count)
        let (download, token) = try download(from: server)
        download.run()
        let engine = download.engine
        let package = try #require(try engine.folder.package(token))
        let names = download.files(of: token).keys.filter { $0.hasSuffix(".ts") }.sorted()
        for name in names.prefix(2) { try package.remove(name) }
        // The first missing file arrives unchanged, and the second one with other bytes.
        let changed = Film(seed: 2).segments[1]
        server.offer(changed, at: Film.path(1))
        for number in 2..<film.segments.count {
            server.order(.requireToken("\(number)"), at: Film.path(number))
        }
        var renewals = 1
        engine.refresh = { [film] _, answer in
            renewals += 1
            server.offer(film.text(query: "?token=\(renewals)"), at: Film.playlist)
            answer(server.url(Film.playlist + "?token=\(renewals)"))
        }
        let report = try PackageVerification(of: token, in: engine.folder, by: engine.catalogue)
            .run()
        try engine.repair(try #require(report))
        download.run()
        #expect(try download.record(of: token).state == .completed)
        #expect(renewals == film.segments.count - 1)
        #expect(Film.segments(of: download.files(of: token))[1] == changed)
    }

    @Test func `a changed file and changed playlists are one restart`() throws {
        let server = try server(expiresAt: film.segments.count)
        let download = try Download {
            $0.hurry()
            $0.connections = 1
            $0.refreshes = 1
        }
        let token = try download.start(server.url(Film.playlist + "?token=old"))
        download.run()
        let engine = download.engine
        let package = try #require(try engine.folder.package(token))
        let names = download.files(of: token).keys.filter { $0.hasSuffix(".ts") }
        try package.remove(try #require(names.min()))
        // The location of the missing file has expired. The file at the renewed location has
        // changed, and by then the playlist at this location lists another film.
        server.order(.requireToken("new"), at: Film.path(0))
        server.offer(Film(seed: 2).segments[0], at: Film.path(0))
        let other = Film(segments: 4, of: 50_000, seed: 3)
        let film = film
        engine.refresh = { _, answer in
            server.offer(film.text(query: "?token=new"), at: Film.playlist)
            answer(server.url(Film.playlist))
        }
        engine.observer = { _, event in
            guard case .report(let report) = event, report.stage == .running else { return }
            if server.requests(of: film)[0] < 2 { return }
            for (path, bytes) in other.site() {
                server.offer(bytes, at: path)
                server.order(at: path)
            }
        }
        let report = try PackageVerification(of: token, in: engine.folder, by: engine.catalogue)
            .run()
        try engine.repair(try #require(report))
        download.run()
        let record = try download.record(of: token)
        #expect(record.state == .completed, "\(record.errorReason ?? "")")
        #expect(download.files(of: token) == (try other.package()))
    }

    @Test func `another film at the new location replaces the stored one`() throws {
        let server = try server(expiresAt: 3)
        let (download, token) = try download(from: server)
        let other = Film(segments: 4, of: 50_000, seed: 3)
        download.engine.refresh = { _, answer in
            for (path, bytes) in other.site() {
                server.offer(bytes, at: path)
                server.order(at: path)
            }
            answer(server.url(Film.playlist))
        }
        download.live()
        #expect(try download.record(of: token).state == .completed)
        #expect(download.files(of: token) == (try other.package()))
    }

    @Test(arguments: [false, true])
    func `a shorter film at the new location keeps no file of the previous film`(isLive: Bool)
        throws
    {
        let server = try server(expiresAt: 5)
        let (download, token) = try download(from: server)
        let other = Film(segments: 2, of: 50_000, seed: 3)
        download.engine.refresh = { _, answer in
            for (path, bytes) in other.site() {
                server.offer(bytes, at: path)
                server.order(at: path)
            }
            answer(server.url(Film.playlist))
        }
        if isLive { download.live() } else { download.run() }
        let record = try download.record(of: token)
        #expect(record.state == .completed, "\(record.errorReason ?? "")")
        #expect(download.files(of: token) == (try other.package()))
    }
}
