import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing

/// Downloads of whole assets from nginx, a widely used server.
@Suite(.enabled(if: NginxServer.isAvailable, "needs nginx: Scripts/install-dependencies tests"))
struct NginxDownloadTests {
    private let film = Film(segments: 8, of: 700_000)
    private let site = ScratchFolder()
    private let scratch = ScratchFolder()

    init() {
        for (path, bytes) in film.site() {
            site.put(bytes, at: String(path.dropFirst()))
        }
    }

    /// Returns the requests, without the request for the playlist.
    private func segments(_ log: [String]) -> [String] {
        log.filter { !$0.contains(Film.playlist) }
    }

    /// Starts a download, and closes its engine while four files are incomplete.
    private func begin(at server: NginxServer) throws -> OfflineVideoToken {
        let meter = ArrivalMeter()
        let download = try Download(scratch: scratch, loader: meter) { $0.hurry() }
        let token = try download.start(server.url(Film.playlist))
        download.live { meter.byteCount(".ts") > 800_000 }
        download.engine.close()
        download.settle()
        return token
    }

    @Test func `an asset is downloaded whole, each file once`() throws {
        let server = try NginxServer(serving: site.path)
        let download = try Download(scratch: scratch)
        let token = try download.start(server.url(Film.playlist))
        download.live()
        #expect(try download.record(of: token).state == .completed)
        #expect(download.files(of: token) == (try film.package()))
        #expect(
            segments(server.log).sorted()
                == film.segments.indices.map { "\(Film.path($0)) 200 -" })
    }

    @Test func `a download resumes with ranges after its process has ended`() throws {
        // The server is so slow that the download is stopped while four files are incomplete.
        let slow = try NginxServer(serving: site.path, bytesPerSecond: 400_000)
        let token = try begin(at: slow)
        let port = slow.port
        slow.stop()
        let server = try NginxServer(serving: site.path, port: port)
        let next = try Download(scratch: scratch) { $0.hurry() }
        let kept = next.files(of: token)
        let parts = kept.filter { $0.key.hasSuffix(".part") && !$0.value.isEmpty }
        #expect(!parts.isEmpty)
        #expect(try next.engine.restore(after: .crash).isEmpty)
        next.live()
        #expect(try next.record(of: token).state == .completed)
        #expect(next.files(of: token) == (try film.package()))
        let asked = segments(server.log)
        // Stored files are not requested; of the other files, only the missing bytes are requested.
        #expect(asked.count == film.segments.count - Film.segments(of: kept).count)
        for (name, bytes) in parts {
            let number = try #require(Int(name.dropFirst(Film.place.count).prefix { $0 != "." }))
            #expect(asked.contains("\(Film.path(number)) 206 bytes=\(bytes.count)-"))
        }
    }

    @Test func `a file that has changed meanwhile is fetched again`() throws {
        let slow = try NginxServer(serving: site.path, bytesPerSecond: 400_000)
        let token = try begin(at: slow)
        let port = slow.port
        slow.stop()
        let other = Film(segments: 8, of: 701_000, seed: 2)
        for (path, bytes) in other.site() {
            site.put(bytes, at: String(path.dropFirst()))
        }
        let server = try NginxServer(serving: site.path, port: port)
        let next = try Download(scratch: scratch) { $0.hurry() }
        let stored = Film.segments(of: next.files(of: token)).count
        #expect(try next.engine.restore(after: .crash).isEmpty)
        next.live()
        #expect(try next.record(of: token).state == .completed)
        #expect(next.files(of: token) == (try other.package()))
        // A request for a range of the earlier version is answered with the whole current file.
        #expect(segments(server.log).contains { $0.contains(" 200 bytes=") })
        #expect(segments(server.log).count == film.segments.count - stored)
    }
}
