import Recordings
import Testing
import Transport

@Suite struct RecordingMaskTests {
    @Test func `masked URIs of a playlist match the masked locations of their requests`() {
        let list = """
            #EXTM3U
            #EXT-X-KEY:METHOD=AES-128,URI="k.key?auth=abcdefgh",IV=0x00
            #EXT-X-MAP:URI="https://user:pass@cdn.test/i.mp4?token=verysecret"
            #EXTINF:4,
            s1.ts?token=verysecret&n=17
            #EXTINF:4,
            //cdn.test/s2.ts?verysecret

            """
        let masked = String(decoding: RecordingMask.playlist(Array(list.utf8)), as: UTF8.self)
        for secret in ["verysecret", "abcdefgh", "pass"] { #expect(!masked.contains(secret)) }
        #expect(masked.contains("&n=17\n"))
        let lines = masked.split(separator: "\n")
        #expect(
            "https://a.test/live/\(lines[4])"
                == RecordingMask.location("https://a.test/live/s1.ts?token=verysecret&n=17"))
        #expect("https:\(lines[6])" == RecordingMask.location("https://cdn.test/s2.ts?verysecret"))
        #expect(RecordingMask.playlist(Array(masked.utf8)) == Array(masked.utf8))
    }

    @Test func `a reference to a variable is kept, but not a value around it`() {
        let list = "#EXTM3U\n#EXT-X-DEFINE:QUERYPARAM=\"t\"\n#EXTINF:4,\n{$t}/s1.ts?t={$t}&n=1\n"
        #expect(RecordingMask.playlist(Array(list.utf8)) == Array(list.utf8))
        #expect(!RecordingMask.location("s1.ts?t=verysecret{$t}").contains("verysecret"))
    }

    @Test func `a playlist without secrets is not changed`() {
        for text in [
            "#EXTM3U\r\n#EXTINF:4,\r\ns1.ts\r\n", "#EXTM3U", "", "a\n\n", "\u{FEFF}#EXTM3U\n",
        ] {
            #expect(RecordingMask.playlist(Array(text.utf8)) == Array(text.utf8))
        }
    }

    @Test func `data URLs of a playlist are kept, and only the secrets around them are hidden`() {
        let list = """
            #EXTM3U
            #EXT-X-KEY:METHOD=AES-128,URI="data:text/plain;base64,AAECAwQFBgc=?#"
            #EXT-X-DATERANGE:ID="a",X-PICTURE="DATA:image/svg+xml,<a href='http://h/?b=c'/>"
            #EXTINF:4,
            data:video/mp2t;base64,AAAA?#
            #EXTINF:4,
            data:application/x,http://user@host/?a=bcdefgh

            """
        #expect(RecordingMask.playlist(Array(list.utf8)) == Array(list.utf8))
        let other = "#EXT-X-MAP:URI=\"a?token=verysecret\",X-A=\"data:,a?b=kept\""
        let masked = String(decoding: RecordingMask.playlist(Array(other.utf8)), as: UTF8.self)
        #expect(!masked.contains("verysecret"))
        #expect(masked.hasSuffix("X-A=\"data:,a?b=kept\""))
    }

    @Test func `delivery directives are not masked`() {
        let location = "https://a.test/v/index.m3u8?_HLS_msn=1234&_HLS_part=3&_HLS_skip=YES"
        #expect(RecordingMask.location(location) == location)
    }

    @Test func `a relative location with an absolute one in its query has no secrets`() {
        let masked = RecordingMask.location("s1.ts?verysecret&to=http://a.test/")
        #expect(masked.hasPrefix("s1.ts?…"), "\(masked)")
        #expect(RecordingMask.location(masked) == masked)
    }

    @Test func `values of unknown header fields are hidden`() {
        let fields = RecordingMask.fields([
            HeaderField(name: "set-cookie", value: "session=verysecret"),
            HeaderField(name: "age", value: "7"), HeaderField(name: "x-auth", value: "verysecret"),
        ])
        #expect(fields.map(\.value) == ["…", "7", "…"])
        #expect(fields.map(\.name) == ["set-cookie", "age", "x-auth"])
    }
}
