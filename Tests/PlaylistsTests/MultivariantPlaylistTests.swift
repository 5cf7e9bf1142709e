import Playlists
import Testing
import VirtualTime

@Suite struct MultivariantPlaylistTests {
    @Test func `every attribute of a variant stream is read`() throws {
        let playlist = try multivariant(
            """
            #EXTM3U
            #EXT-X-VERSION:12
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="English",LANGUAGE="en"
            #EXT-X-STREAM-INF:BANDWIDTH=2560000,AVERAGE-BANDWIDTH=2000000,CODECS="avc1.640028,mp4a.40.2",SUPPLEMENTAL-CODECS="dvh1.08.07/db4h",RESOLUTION=1920x1080,FRAME-RATE=29.970,HDCP-LEVEL=TYPE-1,VIDEO-RANGE=PQ,SCORE=2.5,STABLE-VARIANT-ID="v1",PATHWAY-ID="CDN-A",ALLOWED-CPC="com.example:A/B",REQ-VIDEO-LAYOUT="CH-STEREO",AUDIO="aac",CLOSED-CAPTIONS=NONE,NAME="HD",X-OWN=7
            http://example.com/mid.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=65000
            http://example.com/audio-only.m3u8
            """)
        let variant = playlist.variants[0]
        #expect(variant.bandwidth == 2_560_000)
        #expect(variant.averageBandwidth == 2_000_000)
        #expect(variant.codecs == ["avc1.640028", "mp4a.40.2"])
        #expect(variant.supplementalCodecs == ["dvh1.08.07/db4h"])
        #expect(variant.resolution == .init(width: 1920, height: 1080))
        #expect(variant.frameRate == 29.97)
        #expect(variant.hdcpLevel == "TYPE-1")
        #expect(variant.videoRange == "PQ")
        #expect(variant.score == 2.5)
        #expect(variant.stableID == "v1")
        #expect(variant.pathwayID == "CDN-A")
        #expect(variant.allowedCPC == "com.example:A/B")
        #expect(variant.requiredVideoLayout == "CH-STEREO")
        #expect(variant.audioGroup == "aac")
        #expect(variant.closedCaptions == VariantStream.ClosedCaptions.none)
        #expect(variant.closedCaptionsGroup == nil)
        #expect(variant.name == "HD")
        #expect(variant.otherAttributes == [Attribute("X-OWN", .unquoted("7"))])
        #expect(playlist.variants[1].uri == "http://example.com/audio-only.m3u8")
        #expect(playlist.problems.isEmpty)
    }

    @Test func `image playlists are listed before, between and after other tags`() throws {
        var playlist = try multivariant(
            """
            #EXTM3U
            #EXT-X-DEFINE:NAME="size",VALUE="640"
            #EXT-X-IMAGE-STREAM-INF:BANDWIDTH=1,CODECS="jpeg",URI="320.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1
            #EXT-X-IMAGE-STREAM-INF:BANDWIDTH=2,URI="{$size}.m3u8",RESOLUTION=640x360
            low.m3u8
            #EXT-X-SESSION-DATA:DATA-ID="a",VALUE="b"
            #EXT-X-IMAGE-STREAM-INF:BANDWIDTH=3
            """)
        #expect(playlist.imagePlaylists == ["320.m3u8", "640.m3u8", ""])
        #expect(playlist.variants.map(\.uri) == ["low.m3u8"])
        playlist.replaceImagePlaylists { "a/\($0)" }
        #expect(playlist.imagePlaylists == ["a/320.m3u8", "a/640.m3u8", ""])
        #expect(
            playlist.variants[0].precedingLines[1]
                == "#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=2,URI=\"a/640.m3u8\",RESOLUTION=640x360")
        playlist.replaceImagePlaylists { $0 == "a/320.m3u8" ? $0 : nil }
        #expect(playlist.imagePlaylists == ["a/320.m3u8"])
    }

    @Test func `variables lengthen the URIs of image playlists only up to a limit`() throws {
        let value = String(repeating: "x", count: 40_000)
        let playlist = try multivariant(
            """
            #EXTM3U
            #EXT-X-DEFINE:NAME="long",VALUE="\(value)"
            #EXT-X-IMAGE-STREAM-INF:BANDWIDTH=1,URI="{$unknown}/1.m3u8"
            #EXT-X-IMAGE-STREAM-INF:BANDWIDTH=1,URI="{$long}"
            #EXT-X-IMAGE-STREAM-INF:BANDWIDTH=1,URI="{$long}{$long}"
            #EXT-X-STREAM-INF:BANDWIDTH=1
            low.m3u8
            """)
        #expect(playlist.imagePlaylists == ["{$unknown}/1.m3u8", value, "{$long}{$long}"])
    }

    @Test func `every attribute of a rendition is read`() throws {
        let playlist = try multivariant(
            """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="English",DEFAULT=YES,AUTOSELECT=YES,LANGUAGE="en",ASSOC-LANGUAGE="en-GB",CHANNELS="6/JOC",BIT-DEPTH=24,SAMPLE-RATE=48000,STABLE-RENDITION-ID="r1",URI="main/english-audio.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="Commentary",DEFAULT=NO,AUTOSELECT=NO,LANGUAGE="en",URI="commentary/audio-only.m3u8"
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="Deutsch",FORCED=YES,CHARACTERISTICS="public.accessibility.transcribes-spoken-dialog,public.easy-to-read",URI="de.m3u8"
            #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc",NAME="CC",INSTREAM-ID="SERVICE3"
            #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="aac",SUBTITLES="subs",CLOSED-CAPTIONS="cc"
            low.m3u8
            """)
        let english = playlist.renditions[0]
        #expect(english.isDefault && english.isAutoselect && !english.isForced)
        #expect(english.channelCount == 6)
        #expect(english.bitDepth == 24)
        #expect(english.sampleRate == 48_000)
        #expect(english.associatedLanguage == "en-GB")
        #expect(english.stableID == "r1")
        #expect(
            playlist.renditions(.audio, groupID: "aac").map { $0.name } == [
                "English", "Commentary",
            ])
        #expect(playlist.renditions[2].characteristics.count == 2)
        #expect(playlist.renditions[3].instreamID == "SERVICE3")
        #expect(playlist.variants[0].closedCaptionsGroup == "cc")
        #expect(playlist.problems.isEmpty)
    }

    @Test func `I-frame variants, session data, session keys and steering are read`() throws {
        let playlist = try multivariant(
            """
            #EXTM3U
            #EXT-X-VERSION:5
            #EXT-X-CONTENT-STEERING:SERVER-URI="/steering?video=00012",PATHWAY-ID="CDN-A"
            #EXT-X-SESSION-DATA:DATA-ID="com.example.lyrics",URI="lyrics.json",FORMAT=RAW
            #EXT-X-SESSION-DATA:DATA-ID="com.example.title",LANGUAGE="en",VALUE="This is an example"
            #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://1",KEYFORMAT="com.apple.streamingkeydelivery"
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=86000,RESOLUTION=640x360,URI="low/iframe.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1280000
            low/audio-video.m3u8
            """)
        #expect(playlist.contentSteering?.serverURI == "/steering?video=00012")
        #expect(playlist.sessionData.map { $0.format } == [.raw, .json])
        #expect(playlist.sessionData[1].value == "This is an example")
        #expect(playlist.sessionKeys.first?.method == .sampleAES)
        #expect(playlist.iFrameVariants.first?.uri == "low/iframe.m3u8")
        #expect(playlist.problems.isEmpty)
    }

    @Test func `variables are substituted in URIs and quoted strings`() throws {
        var options = ParsingOptions(importedVariables: ["host": "cdn.example.com"])
        options.uri = "https://example.com/main.m3u8?token=a%2Fb&x=1"
        let playlist = try multivariant(
            """
            #EXTM3U
            #EXT-X-VERSION:11
            #EXT-X-DEFINE:NAME="path",VALUE="v1"
            #EXT-X-DEFINE:IMPORT="host"
            #EXT-X-DEFINE:QUERYPARAM="token"
            #EXT-X-DEFINE:NAME="both",VALUE="{$host}/{$path}"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="{$path}",NAME="{$missing",URI="https://{$both}/a.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="v1"
            https://{$host}/{$path}/low.m3u8?t={$token}
            """, options: options)
        #expect(playlist.variants[0].uri == "https://cdn.example.com/v1/low.m3u8?t=a/b")
        #expect(playlist.renditions[0].uri == "https://cdn.example.com/v1/a.m3u8")
        #expect(playlist.renditions[0].name == "{$missing")
        #expect(playlist.variables["both"] == "cdn.example.com/v1")
        #expect(
            playlist.definitions.map { $0.source } == [
                .value, .imported, .queryParameter, .value,
            ])
        #expect(playlist.problems.isEmpty)
    }

    @Test(arguments: [
        ("#EXT-X-STREAM-INF:BANDWIDTH=1\n{$nobody}.m3u8", 3),
        ("#EXT-X-DEFINE:IMPORT=\"nobody\"", 2),
        ("#EXT-X-DEFINE:QUERYPARAM=\"nobody\"", 2),
        ("#EXT-X-SESSION-DATA:DATA-ID=\"{$nobody}\"", 2),
    ])
    func `an undefined variable is refused with its line`(lines: String, line: Int) throws {
        let error = try #require(refusal(of: "#EXTM3U\n" + lines))
        guard case .undefinedVariable("nobody", _) = error.reason else {
            Issue.record("\(error)")
            return
        }
        #expect(error.line == line)
    }

    @Test(arguments: [("?p", nil), ("?q=1", nil), ("?p=", ""), ("?p&p=1", nil), ("?p=1", "1")])
    func `a query parameter without a value is not imported`(query: String, value: String?) throws {
        let text = "#EXTM3U\n#EXT-X-VERSION:11\n#EXT-X-DEFINE:QUERYPARAM=\"p\"\n#EXTINF:1,\na.ts\n"
        let options = ParsingOptions(uri: "https://example.com/a.m3u8\(query)")
        let playlist = try? Playlist(parsing: Array(text.utf8), options: options)
        guard case .media(let media)? = playlist else {
            #expect(playlist == nil && value == nil)
            return
        }
        #expect(media.definitions.map(\.value) == [value])
    }

    @Test func `exponential expansion of variables is refused with its line`() throws {
        var text = "#EXTM3U\n#EXT-X-DEFINE:NAME=\"a0\",VALUE=\"0123456789\"\n"
        for index in 1...40 {
            let last = "{$a\(index - 1)}"
            text += "#EXT-X-DEFINE:NAME=\"a\(index)\",VALUE=\"\(last)\(last)\"\n"
        }
        let error = try #require(refusal(of: text))
        guard case .limitExceeded = error.reason else {
            Issue.record("\(error)")
            return
        }
        #expect(error.line == 19)
    }
}
