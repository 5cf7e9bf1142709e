import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing
import VirtualTime

/// Downloads that are paused, cut off or cancelled in the middle of a file resume there.
@Suite struct InterruptionTests {
    private let film = Film()
    private let gate = OriginGate()
    private let meter = ArrivalMeter()

    /// Returns a server that stops sending in the middle of a segment.
    private func stallingServer() throws -> OriginServer {
        let server = try OriginServer(.memory(film.site()))
        server.order(.times(1, .stall(after: 60_000, gate)), at: Film.path(3))
        return server
    }

    /// Returns a download that lacks only the rest of the segment at which the server stalls.
    private func stalledDownload(
        from server: OriginServer
    ) throws -> (Download, OfflineVideoToken) {
        let download = try Download(loader: meter) { $0.hurry() }
        let token = try download.start(server.url(Film.playlist))
        download.live { hasAllBut(3, download, token) }
        return (download, token)
    }

    /// Returns whether all files are stored except one segment that has arrived in part.
    private func hasAllBut(
        _ number: Int, _ download: Download, _ token: OfflineVideoToken
    ) -> Bool {
        Film.segments(of: download.files(of: token)).count == film.segments.count - 1
            && meter.byteCount(Film.path(number)) == 60_000
    }

    private func expectWhole(
        _ download: Download, _ token: OfflineVideoToken, from server: OriginServer
    ) throws {
        #expect(try download.record(of: token).state == .completed)
        #expect(download.files(of: token) == (try film.package()))
        #expect(server.ranges(Film.path(3)) == [nil, "bytes=60000-"])
        #expect(server.requests(of: film) == [1, 1, 1, 2, 1, 1])
    }

    @Test func `a download paused in the middle of a file resumes there`() throws {
        let server = try stallingServer()
        let (download, token) = try stalledDownload(from: server)
        download.engine.pause(token)
        download.live()
        #expect(try download.record(of: token).state == .suspended)
        download.engine.resume(token)
        download.live()
        try expectWhole(download, token, from: server)
    }

    @Test func `pausing and resuming at once fetches nothing twice`() throws {
        let server = try stallingServer()
        let (download, token) = try stalledDownload(from: server)
        for _ in 0..<20 {
            download.engine.pause(token)
            download.engine.resume(token)
        }
        download.live()
        try expectWhole(download, token, from: server)
    }

    @Test func `a download resumes where it stopped when its lost connection returns`() throws {
        let server = try stallingServer()
        let (download, token) = try stalledDownload(from: server)
        download.device.connection = .none
        download.live()
        #expect(download.lines.last?.contains("noConnection") == true)
        download.device.connection = .cellular
        download.live()
        #expect(server.ranges(Film.path(3)).count == 1)
        download.device.connection = .wifi
        download.live()
        try expectWhole(download, token, from: server)
    }

    @Test func `a cancelled download keeps its files and requests nothing more`() throws {
        let server = try stallingServer()
        let (download, token) = try stalledDownload(from: server)
        let count = server.log.count
        download.engine.cancel(token)
        gate.open()
        download.live()
        #expect(try download.record(of: token).state == .cancelled)
        #expect(server.log.count == count)
        let whole = try film.package()
        for (name, bytes) in download.files(of: token) where !name.contains(".part") {
            #expect(whole[name] == bytes)
        }
        try download.engine.delete(token)
        #expect(download.files(of: token).isEmpty)
    }

    @Test func `a download deleted in the middle of a file leaves nothing`() throws {
        let server = try stallingServer()
        let (download, token) = try stalledDownload(from: server)
        try download.engine.delete(token)
        let again = try download.start(server.url(Film.playlist))
        download.live()
        #expect(again != token)
        #expect(download.files(of: again) == (try film.package()))
        #expect(download.files(of: token).isEmpty)
        #expect(server.requests(of: film) == [2, 2, 2, 2, 2, 2])
    }

    @Test
    func `a second engine resumes the file that the first engine was fetching when it closed`()
        throws
    {
        let server = try stallingServer()
        let scratch = ScratchFolder()
        let token: OfflineVideoToken
        do {
            let download = try Download(scratch: scratch, loader: meter) { $0.hurry() }
            token = try download.start(server.url(Film.playlist))
            download.live { hasAllBut(3, download, token) }
            download.engine.close()
        }
        let next = try Download(scratch: scratch) { $0.hurry() }
        #expect(try next.engine.restore(after: .crash).isEmpty)
        next.live()
        try expectWhole(next, token, from: server)
    }

    @Test func `a slow download may be paused and resumed at any time`() throws {
        let server = try OriginServer(.memory(film.site()))
        server.order(.slow(bytesPerSecond: 400_000), below: "/film/")
        let download = try Download(loader: meter) { $0.hurry() }
        let token = try download.start(server.url(Film.playlist))
        var random = SeededRandom(seed: 7)
        for _ in 0..<12 {
            let end = download.world.loop.now.advanced(
                by: .milliseconds(Int64(random.next() % 40)))
            download.live { download.world.loop.now >= end }
            download.engine.pause(token)
            download.engine.resume(token)
        }
        download.live()
        #expect(try download.record(of: token).state == .completed)
        #expect(download.files(of: token) == (try film.package()))
    }

    @Test func `a download resumes after a restart of the server`() throws {
        let first = try OriginServer(.memory(film.site()))
        first.order(.holdBody(after: 60_000, gate), at: Film.path(3))
        let port = first.port
        let download = try Download(loader: meter) { $0.hurry(retries: 10_000) }
        let token = try download.start(first.url(Film.playlist))
        download.live { hasAllBut(3, download, token) }
        first.stop()
        // The request is retried in vain while no server answers.
        let wait = download.world.loop.now.advanced(by: .milliseconds(100))
        download.live { download.world.loop.now >= wait }
        let second = try OriginServer(.memory(film.site()), port: port)
        download.live()
        #expect(download.files(of: token) == (try film.package()))
        #expect(second.log.map(\.path) == [Film.path(3)])
        #expect(second.log.first?.range == "bytes=60000-")
    }
}
