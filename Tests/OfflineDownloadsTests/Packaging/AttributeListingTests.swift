import HeadlessPlayback
import OfflineDownloads
import Playlists
import Testing

@Suite struct AttributeListingTests {
    private func playlist() throws -> MultivariantPlaylist {
        let text = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Deutsch",LANGUAGE="de",URI="de.m3u8",X-OWN="1"
            #EXT-X-STREAM-INF:BANDWIDTH=2000,RESOLUTION=640x360,CODECS="avc1.4d401e,mp4a.40.2",FRAME-RATE=29.970,SUBTITLES="s",PROGRAM-ID=1
            b.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=1000,AVERAGE-BANDWIDTH=900,CLOSED-CAPTIONS=NONE
            a.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=2000
            c.m3u8
            """
        guard case .multivariant(let playlist) = try Playlist(parsing: text) else {
            throw OfflineError(.invalidParameter, "not multivariant")
        }
        return playlist
    }

    @Test func `bitrates are sorted and distinct`() throws {
        #expect(try playlist().variantBitrates == [1000, 2000])
    }

    @Test func `variants are listed with the attributes of the playlist`() throws {
        let variants = try playlist().variantAttributes
        #expect(
            variants == [
                [
                    "BANDWIDTH": "2000", "RESOLUTION": "640x360", "FRAME-RATE": "29.97",
                    "CODECS": "avc1.4d401e,mp4a.40.2", "SUBTITLES": "s", "PROGRAM-ID": "1",
                ],
                ["BANDWIDTH": "1000", "AVERAGE-BANDWIDTH": "900", "CLOSED-CAPTIONS": "NONE"],
                ["BANDWIDTH": "2000"],
            ])
    }

    @Test func `renditions are listed with the attributes of the playlist`() throws {
        #expect(
            try playlist().alternativeRenditionAttributes == [
                [
                    "TYPE": "SUBTITLES", "GROUP-ID": "s", "NAME": "Deutsch", "LANGUAGE": "de",
                    "URI": "de.m3u8", "DEFAULT": "NO", "AUTOSELECT": "NO", "FORCED": "NO",
                    "X-OWN": "1",
                ]
            ])
    }
}
