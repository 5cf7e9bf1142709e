import Broadcasts
import HeadlessPlayback
import LiveOrigin
import TestSupport
import Testing
import Transport
import VirtualTime

/// Sessions that play a broadcast whose playlist begins to fail during playback.
@Suite struct RedundantStreamTests {
    /// Two servers of one broadcast, whose playlists of the variant streams may fail.
    private struct Servers: ResourceLoader {
        let origin: BroadcastLoader
        /// Whether the multivariant playlist lists the streams of the second server.
        let listsSecond: Bool
        /// The servers that fail, with the times of their failures in seconds.
        let failures: [String: Range<Double>]
        let status: Int

        func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
            let now = request.access?.instant ?? .start
            for (server, time) in failures where request.url.contains(".m3u8") {
                guard request.url.contains("\(server)v"),
                    time.contains(Instant.start.duration(to: now) / .seconds(1))
                else { continue }
                throw TransportError(url: request.url, cause: .status(status))
            }
            var own = request
            own.url = request.url.replacing("/second/", with: "/news/")
            var response = try origin.load(own)
            response.url = request.url
            guard listsSecond, request.url.hasSuffix("news/index.m3u8") else { return response }
            let text = String(decoding: try response.body.bytes(), as: UTF8.self)
            let lines = text.split(separator: "\n").map(String.init)
            var listed = lines
            for (index, line) in lines.enumerated() where line.hasPrefix("#EXT-X-STREAM-INF") {
                listed += [line, "https://live.test/second/\(lines[index + 1])"]
            }
            response.body = ResourceBody(Array(listed.joined(separator: "\n").utf8))
            return response
        }
    }

    private func play(
        listsSecond: Bool = true, _ failures: [String: Range<Double>], status: Int = 404,
        until end: Double
    ) throws -> Playback {
        let source = try BroadcastSource(
            asset: SampleMedia.transportStream.path, with: StandardLoader())
        let origin = try LiveOrigin(
            programme: Programme(sources: [source.survey], loop: .discontinuity),
            encoder: Encoder(),
            packager: Packager(renditions: source.renditions, window: .length(.seconds(24))),
            multivariant: source.multivariant, ranFor: .seconds(100))
        let servers = Servers(
            origin: BroadcastLoader(
                origin, at: "https://live.test/news", behind: StandardLoader()),
            listsSecond: listsSecond, failures: failures, status: status)
        let playback = Playback(loader: servers)
        playback.controller.setVideos([Video(url: "https://live.test/news/index.m3u8")])
        playback.run(until: end)
        return playback
    }

    private func replacements(_ playback: Playback) -> [String] {
        playback.ledger?.remarks.filter { $0.kind == .replacedVariant }.map(\.text) ?? []
    }

    @Test(arguments: [404, 503])
    func `a redundant stream replaces one whose playlist begins to fail`(status: Int) throws {
        let playback = try play(["/news/": 20..<1000], status: status, until: 80)
        let ledger = try #require(playback.ledger)
        #expect(ledger.clock.time(in: .rebuffering) == .zero)
        #expect(ledger.isSound, "\(ledger)")
        let texts = replacements(playback)
        #expect(texts.count == 2)
        #expect(texts.first?.contains("\(status)") == true)
        #expect(texts.last?.hasPrefix("reloads failed, and there is a redundant stream") == true)
    }

    @Test func `reloads continue if no redundant stream is listed`() throws {
        let playback = try play(listsSecond: false, ["/news/": 20..<1000], until: 80)
        #expect(replacements(playback).isEmpty)
        let ledger = try #require(playback.ledger)
        #expect(ledger.clock.time(in: .rebuffering) > .seconds(30))
        #expect(playback.controller.currentSession?.failure == nil)
    }

    @Test func `reloads continue if the redundant stream fails as well`() throws {
        let playback = try play(["/news/": 20..<34, "/second/": 0..<1000], until: 80)
        let texts = replacements(playback)
        #expect(texts.count == 1)
        #expect(texts.first?.contains("switched") == false)
        let ledger = try #require(playback.ledger)
        #expect(ledger.clock.time(in: .rebuffering) < .seconds(20))
        #expect(playback.controller.currentSession?.failure == nil)
    }
}
