import Broadcasts
import HeadlessPlayback
import LiveOrigin
import TestSupport
import Testing
import Transport
import VirtualTime

/// Sessions that play a broadcast whose playlist begins to fail, or stops changing.
@Suite struct RedundantStreamTests {
    /// Several servers of one broadcast, whose playlists may fail.
    ///
    /// The media playlists of the server `empty` list no segments.
    private struct Servers: ResourceLoader {
        let origin: BroadcastLoader
        /// The further servers whose streams the multivariant playlist lists.
        let backups: [String]
        /// Whether the streams of a further server have audio of the same server.
        let haveAudio: Bool
        /// The starts of the locations that fail, with the times of their failures in seconds.
        let failures: [String: Range<Double>]
        let status: Int
        /// The starts of the locations that stop changing at 20 s, even if there is no failure.
        let stale: [String]

        func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
            let now = request.access?.instant ?? .start
            for (place, time) in failures where request.url.contains(".m3u8") {
                guard request.url.contains(place),
                    time.contains(Instant.start.duration(to: now) / .seconds(1))
                else { continue }
                throw TransportError(url: request.url, cause: .status(status))
            }
            var own = request
            for server in backups {
                own.url = own.url.replacing("/\(server)/", with: "/news/")
            }
            if request.url.contains(".m3u8"), stale.contains(where: request.url.contains) {
                own.access?.instant = min(now, .start.advanced(by: .seconds(20)))
            }
            var response = try origin.load(own)
            response.url = request.url
            if request.url.contains("/empty/") {
                response.body = ResourceBody(Array("#EXTM3U\n#EXT-X-TARGETDURATION:4\n".utf8))
            }
            guard request.url.hasSuffix("news/index.m3u8") else { return response }
            let text = String(decoding: try response.body.bytes(), as: UTF8.self)
            let lines = text.split(separator: "\n").map(String.init)
            let listed = lines + lines.indices.flatMap { copies(of: lines, at: $0) }
            response.body = ResourceBody(Array(listed.joined(separator: "\n").utf8))
            return response
        }

        /// Returns the lines of the further servers that correspond to a line of the first one.
        private func copies(of lines: [String], at index: Int) -> [String] {
            let line = lines[index]
            return backups.flatMap { server -> [String] in
                let folder = "https://live.test/\(server)/"
                let own =
                    haveAudio ? line.replacing("\"audio\"", with: "\"audio-\(server)\"") : line
                if line.hasPrefix("#EXT-X-STREAM-INF") { return [own, folder + lines[index + 1]] }
                return own == line ? [] : [own.replacing("URI=\"", with: "URI=\"\(folder)")]
            }
        }
    }

    private func play(
        with backups: [String] = ["second"], haveAudio: Bool = false,
        _ failures: [String: Range<Double>] = [:], status: Int = 404, stale: [String] = [],
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
            backups: backups, haveAudio: haveAudio, failures: failures, status: status,
            stale: stale)
        let playback = Playback(loader: servers)
        playback.controller.setVideos([Video(url: "https://live.test/news/index.m3u8")])
        playback.run(until: end)
        return playback
    }

    private func replacements(_ playback: Playback) -> [String] {
        playback.ledger?.remarks.filter { $0.kind == .replacedVariant }.map(\.text) ?? []
    }

    @Test(arguments: [("v", 404), ("v", 503), ("a", 404)])
    func `a redundant stream replaces one whose playlist begins to fail`(
        kind: String, status: Int
    ) throws {
        let playback = try play(
            haveAudio: kind == "a", ["/news/\(kind)": 20..<1000], status: status, until: 80)
        let ledger = try #require(playback.ledger)
        #expect(ledger.clock.time(in: .rebuffering) == .zero)
        #expect(ledger.isSound, "\(ledger)")
        let texts = replacements(playback)
        #expect(texts.count == 2)
        #expect(texts.first?.contains("\(status)") == true)
        #expect(texts.last?.hasPrefix("reloads failed, and there is a redundant stream") == true)
    }

    @Test(arguments: ["v", "a"])
    func `a redundant stream replaces one whose playlist stops changing`(kind: String) throws {
        let playback = try play(haveAudio: kind == "a", stale: ["/news/\(kind)"], until: 80)
        let ledger = try #require(playback.ledger)
        #expect(ledger.clock.time(in: .rebuffering) == .zero)
        #expect(ledger.isSound, "\(ledger)")
        let texts = replacements(playback)
        #expect(texts.count == 2)
        #expect(texts.last?.hasPrefix("a playlist stopped changing, and there is a") == true)
    }

    @Test func `a redundant stream that stopped changing as well replaces none`() throws {
        let playback = try play(stale: ["/news/v", "/second/v"], until: 80)
        #expect(replacements(playback).isEmpty)
        #expect(playback.controller.currentSession?.failure == nil)
    }

    @Test func `a redundant stream without segments is passed over`() throws {
        let playback = try play(with: ["empty", "second"], ["/news/v": 20..<1000], until: 80)
        let ledger = try #require(playback.ledger)
        #expect(ledger.clock.time(in: .rebuffering) == .zero)
        #expect(ledger.isSound, "\(ledger)")
        #expect(
            replacements(playback).contains {
                $0.contains("redundant stream: https://live.test/second/")
            })
    }

    @Test(arguments: ["v", "a"])
    func `reloads continue if no redundant stream has another playlist`(kind: String) throws {
        let playback = try play(
            with: kind == "v" ? [] : ["second"], ["/news/\(kind)": 20..<1000], until: 80)
        #expect(replacements(playback).isEmpty)
        let ledger = try #require(playback.ledger)
        #expect(ledger.clock.time(in: .rebuffering) > .seconds(30))
        #expect(playback.controller.currentSession?.failure == nil)
    }

    @Test func `reloads continue if the redundant stream fails as well`() throws {
        let playback = try play(["/news/v": 20..<34, "/second/v": 0..<1000], until: 80)
        let texts = replacements(playback)
        #expect(texts.count == 1)
        #expect(texts.first?.contains("switched") == false)
        let ledger = try #require(playback.ledger)
        #expect(ledger.clock.time(in: .rebuffering) < .seconds(20))
        #expect(playback.controller.currentSession?.failure == nil)
    }
}
