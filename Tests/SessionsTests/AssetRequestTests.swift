import HeadlessPlayback
import TestSupport
import Testing
import Transport
import VirtualTime

/// The requests of a session carry the options of its asset, in simulated time.
@Suite struct AssetRequestTests {
    private let server: OriginServer

    init() throws {
        server = try OriginServer(.folder(SampleMedia.folder))
    }

    private func video(
        _ path: String, _ change: (inout AssetOptions) -> Void = { _ in }
    ) -> Video {
        var video = Video(url: server.url(path))
        change(&video.assetOptions)
        return video
    }

    private func failure(_ playback: Playback) -> String? {
        playback.controller.ledgers.last?.failure.map { "\($0)" }
    }

    @Test func `the options of a source take precedence over the options of its video`() {
        var video = video("/single/index.m3u8") {
            $0.userAgent = "video"
            $0.cookies = [AssetCookie(name: "a", value: "1")]
        }
        video.sources[0].assetOptions.userAgent = "source"
        Playback().play(video)
        #expect(server.log.count == 6)
        #expect(server.log.allSatisfy { $0.headers["user-agent"] == "source" })
        #expect(server.log.allSatisfy { $0.headers["cookie"] == "a=1" })
    }

    @Test func `a broadcast of a server is refused in virtual time`() throws {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\na.ts\n"
        let server = try OriginServer(.memory(["/live.m3u8": Array(text.utf8)]))
        let playback = Playback().play(Video(url: server.url("/live.m3u8")))
        #expect(failure(playback)?.contains("is a broadcast") == true)
        #expect(playback.controller.world.loop.now == .start)
        #expect(server.log.count == 1)
    }

    @Test func `each video of a queue carries its own options`() {
        Playback().play(
            video("/single/index.m3u8") { $0.headerFields = [HeaderField(name: "X", value: "1")] },
            video("/packed-audio/index.m3u8"))
        for request in server.log {
            #expect(request.headers["x"] == (request.path.hasPrefix("/single") ? "1" : nil))
        }
        #expect(Set(server.log.map { $0.path.split(separator: "/")[0] }).count == 2)
    }

    @Test func `cookies of a server expire in virtual time`() {
        server.order(.header("Set-Cookie", "s=1; Path=/; Max-Age=3"), at: "/single/index.m3u8")
        Playback { $0.network = NetworkConditions(bitsPerSecond: 300_000) }
            .play(video("/single/index.m3u8"))
        let cookies = server.log.map { $0.headers["cookie"] }
        #expect(cookies.count == 6)
        #expect(cookies[0] == nil)
        #expect(cookies[1] == "s=1")
        #expect(cookies[5] == nil)
    }

    @Test func `sessions of one simulation share cookies, and separate simulations do not`() {
        server.order(.header("Set-Cookie", "s=1; Path=/"), at: "/single/index.m3u8")
        Playback().play(video("/single/index.m3u8"), video("/packed-audio/index.m3u8"))
        #expect(server.log.dropFirst().allSatisfy { $0.headers["cookie"] == "s=1" })
        let count = server.log.count
        Playback().play(video("/packed-audio/index.m3u8"))
        #expect(server.log.dropFirst(count).allSatisfy { $0.headers["cookie"] == nil })
    }

    @Test func `a load over a network that the asset forbids fails with its reason`() {
        let playback = Playback()
        playback.controller.world.connectionTraits = [.constrained]
        playback.play(video("/single/index.m3u8") { $0.allowsConstrainedNetworkAccess = false })
        #expect(
            failure(playback)?.contains("the asset does not allow a constrained network") == true)
        #expect(server.log.isEmpty)
        playback.play(video("/single/index.m3u8"))
        #expect(server.log.count == 6)
    }

    // MARK: Media types

    @Test(arguments: [
        ("/progressive/movie.mp4", "video/mp4", true),
        ("/progressive/movie.mp4", "application/vnd.apple.mpegurl", false),
        ("/progressive/movie.mp4", "video/mp2t", false),
        ("/progressive/movie.mp4", "video/x-unknown", false),
        ("/single/segment-0.ts", "video/mp2t", true), ("/single/segment-0.ts", "video/mp4", false),
        ("/single/index.m3u8", "application/x-mpegURL; charset=utf-8", true),
        ("/single/index.m3u8", "video/mp4", false),
    ])
    func `only the overriding media type decides the format`(
        path: String, type: String, plays: Bool
    ) throws {
        // The extension of the location does not decide how its content is read.
        for ending in ["", ".mpd", ".mp4", ".m3u8"] {
            let playback = Playback()
            let location = "\(path)\(ending)"
            if !ending.isEmpty {
                let file = ResourceRequest(url: SampleMedia.folder + path, kind: .segment)
                server.offer(try StandardLoader().load(file).body.bytes(), at: location)
            }
            playback.play(video(location) { $0.overrideMIMEType = type })
            let ledger = playback.controller.ledgers.last
            let isSound =
                ledger?.hasEnded == true && ledger?.failure == nil
                && ledger?.ledger.isSound == true
            #expect(isSound == plays, "\(location): \(failure(playback) ?? "no failure")")
        }
    }
}
