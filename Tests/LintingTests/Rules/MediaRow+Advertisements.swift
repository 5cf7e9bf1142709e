import Linting

extension MediaRow {
    /// Turns a playlist's advertising break into an interstitial with a single variant stream.
    private static func insert(
        _ media: inout MeasuredFixture, codecs: String = "avc1.4D401E,mp4a.40.2",
        size: String = "1024x576", rate: String = "25.000", bandwidth: Int = 190_000
    ) {
        media.text(
            "low", "CLASS=\"break\"",
            "CLASS=\"com.apple.hls.interstitial\",X-ASSET-URI=\"ad.m3u8\"")
        let text =
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=\(bandwidth),CODECS=\"\(codecs)\""
            + ",RESOLUTION=\(size),FRAME-RATE=\(rate)\nad-1.m3u8\n"
        media.sideFile = Array(text.utf8)
    }

    /// Turns a break of 12 s into an interstitial with a media playlist of another duration.
    private static func insert(
        _ media: inout MeasuredFixture, lasting seconds: String, end: String = "#EXT-X-ENDLIST\n"
    ) {
        insert(&media)
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:12\n#EXTINF:\(seconds),\nad.ts\n\(end)"
        media.sideFile = Array(text.utf8)
    }

    static let advertisements: [MediaRow] = [
        row("ad.unreadable") {
            insert(&$0)
        } severe: {
            insert(&$0)
            $0.sideFile = nil
        },
        row("ad.unreadable") {
            insert(&$0)
        } severe: {
            insert(&$0)
            $0.sideFile = Array("<VAST/>".utf8)
        },
        row("ad.duration") {
            insert(&$0, lasting: "11.6")
        } severe: {
            insert(&$0, lasting: "11.4")
        },
        // An interstitial with a limit ends, even if its asset has no end.
        row("ad.duration") {
            insert(&$0, lasting: "12", end: "")
            $0.text("low", "X-ASSET-URI", "X-PLAYOUT-LIMIT=12,X-ASSET-URI")
        } severe: {
            insert(&$0, lasting: "12", end: "")
        },
        row("ad.codecs") {
            insert(&$0, codecs: "avc1.64001F,mp4a.40.5,stpp.ttml.im1t")
        } severe: {
            insert(&$0, codecs: "hvc1.1.6.L93.B0,mp4a.40.2")
        },
        row("ad.aspect") {
            insert(&$0, size: "848x480")
        } severe: {
            insert(&$0, size: "640x480")
        },
        row("ad.frame-rate") {
            insert(&$0, rate: "25.010")
        } severe: {
            insert(&$0, rate: "29.970")
        },
        row("ad.bandwidth") {
            insert(&$0, bandwidth: 198_000)
        } severe: {
            insert(&$0, bandwidth: 199_000)
        },
    ]
}
