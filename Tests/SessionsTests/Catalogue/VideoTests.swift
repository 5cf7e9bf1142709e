import HeadlessPlayback
import Testing

@Suite struct VideoTests {
    @Test(
        arguments: [
            ("https://example.com/a.m3u8", .hls), ("https://example.com/a.M3U8?x=.mp4", .hls),
            ("/films/a.mp4", .mp4), ("a?b.mp4", .mp4), ("file:///a.ts?x=1", .file),
            ("https://example.com/a.MP4#t=1", .mp4), ("a.mpd", .dash),
            ("https://example.com/a", .hls), ("a.3gp", .mp4), ("a.3g2", .mp4), ("a.m4b", .mp4),
            ("a.ISMV", .mp4), ("a.m4s", .mp4), ("a#1?x.ts", .file), ("a.aac", .file),
            ("a.mp3", .file), ("a.ac3", .file), ("a.ec3", .file), ("a.vtt", .file),
            ("a.ts.m3u8", .hls), ("a.ts/b", .hls),
        ] as [(String, Source.DeliveryMethod)])
    func `the extension of an address determines the delivery method`(
        url: String, method: Source.DeliveryMethod
    ) {
        #expect(Video(url: url).sources == [Source(url: url, deliveryMethod: method)])
    }

    @Test(
        arguments: [
            ("HTTPS://example.com/", "https"), ("data:,x", "data"), ("a/b.m3u8", nil),
            ("/a:b", nil),
            ("1a:b", nil), ("", nil), (":x", nil),
        ] as [(String, String?)])
    func `an address has a scheme by the rules of RFC 3986`(url: String, scheme: String?) {
        #expect(Source(url: url).scheme == scheme)
    }

    @Test func `updating a video does not change the original`() {
        let video = Video(hlsURL: "a.mp4")
        let changed = video.updating {
            $0.name = "A"
            $0.textTracks.append(["src": "a.vtt"])
        }
        #expect(video.properties.isEmpty)
        #expect(video.sources.first?.deliveryMethod == .hls)
        #expect(changed.properties == ["name": "A", "text_tracks": [["src": "a.vtt"]]])
    }

    @Test func `a custom video is ad-supported and cannot be downloaded by default`() {
        var video = Video(url: "a.m3u8")
        #expect(video.economics == .adSupported)
        #expect(!video.canBeDownloaded)
        video.economics = .payMedia
        video.canBeDownloaded = true
        #expect(video.properties == ["economics": "PAY_MEDIA", "offline_enabled": true])
    }

    @Test func `the standard policy prefers sources in the documented order`() {
        let ladder = [
            Source(url: "https://e.com/a", deliveryMethod: .hls),
            Source(url: "http://e.com/b", deliveryMethod: .hls),
            Source(url: "https://e.com/c", deliveryMethod: .mp4),
            Source(url: "https://e.com/d", deliveryMethod: .dash),
        ]
        for start in ladder.indices {
            let video = Video(sources: ladder[start...].reversed())
            #expect(SourceSelectionPolicy.standard.source(for: video) == ladder[start])
        }
        #expect(SourceSelectionPolicy.standard.source(for: Video(sources: [])) == nil)
    }

    @Test func `a scheme is a preference and not a filter`() {
        let sources = [Source(url: "https://e.com/a"), Source(url: "http://e.com/b")]
        let video = Video(sources: sources)
        #expect(SourceSelectionPolicy.hls(scheme: "HTTP").source(for: video) == sources[1])
        #expect(SourceSelectionPolicy.hls(scheme: "ftp").source(for: video) == sources[0])
        #expect(SourceSelectionPolicy.hls.source(for: video) == sources[0])
    }

    @Test func `a custom policy may reject a video`() {
        let policy = SourceSelectionPolicy { $0.name == "A" ? $0.sources.first : nil }
        #expect(policy.source(for: Video(url: "a.m3u8")) == nil)
        #expect(policy.source(for: Video(url: "a.m3u8").updating { $0.name = "A" }) != nil)
    }
}
