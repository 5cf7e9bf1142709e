import TestSupport
import Testing

/// `playctl watch` in real time, on playlists for which the server does not respond.
@Suite struct HeldPlaylistTests {
    private static let main = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="1",DEFAULT=YES,AUTOSELECT=YES,URI="a1.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="2",URI="a2.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="3",URI="a3.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=800000,AUDIO="a"
        v.m3u8

        """
    private static let live = """
        #EXTM3U
        #EXT-X-TARGETDURATION:2
        #EXT-X-MEDIA-SEQUENCE:1
        #EXTINF:2,
        1.ts

        """

    @Test func `held playlists do not delay the requests for another playlist`() throws {
        let list = Array(Self.live.utf8)
        let server = try OriginServer(
            .memory([
                "/index.m3u8": Array(Self.main.utf8), "/v.m3u8": list, "/a1.m3u8": list,
                "/a2.m3u8": list, "/a3.m3u8": list,
            ]))
        let gate = OriginGate()
        for name in ["/a1.m3u8", "/a2.m3u8", "/a3.m3u8"] { server.order(.hold(gate), at: name) }
        let run = try Playctl.run("watch", server.url("/index.m3u8"), "--length", "6")
        #expect(run.status == 1)
        // An unchanged playlist is requested again after half the target duration.
        let count = server.log.count { $0.path == "/v.m3u8" }
        #expect(count >= 4, "\(count): \(run.output)")
    }
}
