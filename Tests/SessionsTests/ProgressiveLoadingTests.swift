import HeadlessPlayback
import TestSupport
import Testing
import VirtualTime

/// A single file is read from a server in windows, and every request and byte is accounted for.
@Suite struct ProgressiveLoadingTests {
    private static let path = "/a.mp4"

    private let movie = GeneratedMovie(seconds: 30)
    private let server: OriginServer

    init() throws {
        server = try OriginServer(.memory([Self.path: movie.bytes]))
    }

    @discardableResult
    private func play(
        workers: Workers = .shared, _ configure: (inout PlaybackOptions) -> Void = { _ in }
    ) -> Playback {
        Playback(workers: workers, configure).play(Video(url: server.url(Self.path)))
    }

    private func requests(_ playback: Playback) throws -> RequestAccount {
        let ledger = try #require(playback.ledger)
        #expect(ledger.imbalances.isEmpty)
        return ledger.requests
    }

    private var ranges: [String?] { server.log.map { $0.headers["range"] } }

    @Test(arguments: [false, true])
    func `every byte is loaded once, with the index at either end`(hasIndexFirst: Bool) throws {
        let movie = GeneratedMovie(seconds: 30, hasIndexFirst: hasIndexFirst)
        server.offer(movie.bytes, at: Self.path)
        let playback = play()
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == true)
        let requests = try requests(playback)
        #expect(requests.issued == server.log.count)
        #expect(requests.used.requests == server.log.count)
        #expect(requests.used.bytes == movie.bytes.count)
        #expect(Set(ranges).count == ranges.count)
    }

    @Test func `requests do not depend on the number of threads`() {
        play(workers: Workers(count: 1))
        let once = ranges
        play(workers: Workers(count: 4))
        #expect(ranges == once + once)
    }

    @Test func `a byte window of a file is retried like a segment, and reading continues there`()
        throws
    {
        server.order(.later(.status(503, times: 2), after: 3), at: Self.path)
        let playback = play()
        #expect(playback.recorder.lifecycle.last == .end)
        let requests = try requests(playback)
        #expect(requests.issued == server.log.count)
        #expect(requests.retried.requests == 2)
        #expect(requests.failed.requests == 0)
        #expect(requests.used.bytes == movie.bytes.count)
        #expect(playback.ledger?.clock.time(in: .startup) == .seconds(3))
        #expect(Set(ranges).count == ranges.count - 2)
    }

    @Test func `the bytes of error pages and of broken responses are counted`() throws {
        server.order(.status(503), at: Self.path)
        let refused = try requests(play())
        #expect(refused.failed.requests == 1)
        #expect(refused.failed.bytes == "status 503".utf8.count)
        #expect(refused.retried.bytes == refused.retried.requests * "status 503".utf8.count)
        server.order(.truncate(after: 1000), at: Self.path)
        #expect(try requests(play()).failed.bytes == 1000)
    }

    @Test func `a permanently truncated byte window fails the load, and its bytes count as wasted`()
        throws
    {
        server.order(.later(.truncate(after: 1000), after: 3), at: Self.path)
        let playback = play()
        #expect(playback.recorder.lifecycle.last == .fail)
        let requests = try requests(playback)
        #expect(requests.issued == 7)
        #expect(requests.issued == server.log.count)
        #expect(requests.retried.requests == 3)
        #expect(requests.failed.requests == 1)
        #expect(requests.wasted.requests == 3)
        #expect(requests.used.requests == 0)
    }

    @Test func `a file that changes during reading fails the load, without a retry`()
        throws
    {
        server.order(
            .header("ETag", "\"one\""), .later(.header("ETag", "\"two\""), after: 2), at: Self.path)
        let playback = play()
        #expect(playback.recorder.lifecycle.last == .fail)
        #expect(server.log.count == 3)
        #expect(try requests(playback).issued == 3)
        #expect("\(playback.recorder.errors)".contains("changed while it was read"))
    }

    @Test func `a redirect is followed once, and all windows are loaded from its target`() throws {
        server.order(.redirect(to: Self.path), at: "/b.mp4")
        let playback = Playback().play(Video(url: server.url("/b.mp4")))
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(server.log.filter { $0.path == "/b.mp4" }.count == 1)
        #expect(try requests(playback).issued == server.log.count - 1)
    }

    @Test func `at the playlist verification level only the index of a file is read`() throws {
        let playback = play { $0.verification = .playlist }
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.times(in: .played).values.first == .seconds(30))
        #expect(ranges.count == 2)
        #expect(ranges.last == "bytes=5242880-\(movie.bytes.count - 1)")
        #expect(try requests(playback).issued == 2)
    }

    @Test func `the account of an interrupted session covers all bytes of the file`() throws {
        let playback = Playback()
        playback.controller.setVideos([Video(url: server.url(Self.path))])
        playback.run(until: 10)
        let early = try #require(playback.controller.currentSession?.ledger.requests)
        #expect(early.issued == server.log.count)
        #expect(early.settled == server.log.count)
        #expect(early.used.bytes > 0)
        #expect(early.wasted.bytes > 0)
        #expect(early.used.bytes + early.wasted.bytes == movie.bytes.count)
    }

    @Test func `a file starts to play before all of it has passed through the network`() throws {
        let bitsPerSecond = Int64(GeneratedMovie.bytesPerSecond * 8 * 2)
        let playback = play { $0.network = NetworkConditions(bitsPerSecond: bitsPerSecond) }
        #expect(playback.recorder.lifecycle.last == .end)
        #expect(playback.ledger?.isSound == true)
        let startup = try #require(playback.ledger?.clock.time(in: .startup))
        #expect(startup > .seconds(2))
        #expect(startup < .seconds(15))
    }
}
