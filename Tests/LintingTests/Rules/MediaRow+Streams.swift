import Linting
import VirtualTime

extension MediaRow {
    /// Changes the codecs that the film's variants declare.
    private static func declare(_ media: inout MeasuredFixture, _ codec: String, for old: String) {
        media.text("main", "all:\(old)", codec)
    }

    static let codecs: [MediaRow] = [
        // HE-AAC media that does not signal the extension states half the sample rate.
        row("variant.codecs-profile") { media in
            declare(&media, "mp4a.40.5", for: "mp4a.40.2")
            for name in ["en", "de"] {
                for index in 0..<8 {
                    media.change(name, index) {
                        $0.isTransportStream = true
                        $0.tracks[0].sampleRate = 24_000
                    }
                }
            }
        } severe: { media in
            declare(&media, "mp4a.40.5", for: "mp4a.40.2")
            for index in 0..<8 { media.change("en", index) { $0.isTransportStream = true } }
        },
        row("variant.codecs-profile") { media in
            declare(&media, "mp4a.40.29", for: "mp4a.40.2")
            for name in ["en", "de"] { media.tracks(name) { $0.codec = "mp4a.40.5" } }
        } severe: { media in
            for name in ["en", "de"] { media.tracks(name) { $0.codec = "mp4a.40.5" } }
        },
        row("variant.codecs-mismatch") { media in
            declare(&media, "mp4a.6B", for: "mp4a.40.2")
            for name in ["en", "de"] { media.tracks(name) { $0.codec = "mp4a.40.34" } }
        } severe: { media in
            for name in ["en", "de"] { media.tracks(name) { $0.codec = "mp4a.40.34" } }
        },
        row("variant.codecs-profile") { media in
            declare(&media, "hvc1.1.6.L93.B0", for: "avc1.64001F")
            all(&media) { $0.codec = "hev1.1.6.L90.90" }
        } severe: { media in
            declare(&media, "hvc1.1.6.L93.B0", for: "avc1.64001F")
            all(&media) { $0.codec = "hvc1.2.4.L93.B0" }
        },
        row("variant.codecs-profile") { media in
            declare(&media, "hvc1.1.6.L93.B0", for: "avc1.64001F")
            all(&media) { $0.codec = "hvc1.1.6.L93.90" }
        } severe: { media in
            declare(&media, "hvc1.1.6.L93.B0", for: "avc1.64001F")
            all(&media) { $0.codec = "hvc1.1.6.L120.90" }
        },
        row("variant.codecs-profile") { media in
            declare(&media, "av01.0.08M.10", for: "avc1.64001F")
            all(&media) { $0.codec = "av01.0.05M.10" }
        } severe: { media in
            declare(&media, "av01.0.08M.10", for: "avc1.64001F")
            all(&media) { $0.codec = "av01.0.05M.08" }
        },
        row("variant.codecs-profile") { media in
            declare(&media, "vp09.00.31.08", for: "avc1.64001F")
            all(&media) { $0.codec = "vp09.00.30.08" }
        } severe: { media in
            declare(&media, "vp09.00.31.08", for: "avc1.64001F")
            all(&media) { $0.codec = "vp09.00.40.08" }
        },
        row("audio.he-aac-implicit-sbr") { media in
            declare(&media, "mp4a.40.5", for: "mp4a.40.2")
            for name in ["en", "de"] { media.tracks(name) { $0.codec = "mp4a.40.5" } }
        } severe: { media in
            declare(&media, "mp4a.40.5", for: "mp4a.40.2")
        },
        row("imsc.image-profile") { media in
            declare(&media, "stpp.ttml.im1t", for: "wvtt")
        } severe: { media in
            declare(&media, "stpp.ttml.im1i", for: "wvtt")
        },
        row("variant.imsc-not-in-codecs") { media in
            declare(&media, "stpp.ttml.im1t", for: "wvtt")
            subtitles(&media, "stpp")
        } severe: {
            subtitles(&$0, "stpp")
        },
        // The codec of the subtitles is read from the subtitle files.
        row("variant.codecs-mismatch") {
            subtitles(&$0, "wvtt")
        } severe: { media in
            declare(&media, "stpp.ttml.im1t", for: "wvtt")
        },
        row("audio.he-aac-over-64k") { media in
            media.tracks("en") { $0.codec = "mp4a.40.5" }
        } severe: { media in
            media.tracks("en") { $0.codec = "mp4a.40.5" }
            for index in 0..<8 { media.change("en", index) { $0.byteCount = 60_000 } }
        },
    ]

    private static func all(
        _ media: inout MeasuredFixture, _ body: (inout MeasuredTrack) -> Void
    ) {
        for name in ["mid", "high", "low", "tiny", "cell"] { media.tracks(name, body) }
    }

    private static func subtitles(_ media: inout MeasuredFixture, _ codec: String) {
        for index in 0..<8 {
            media.change("text", index) {
                var track = MeasuredTrack(
                    .text, start: .seconds(Int64(10 + index * 6)),
                    end: .seconds(Int64(16 + index * 6)))
                track.codec = codec
                $0.tracks = [track]
            }
        }
    }

    /// Shifts the times of some segments of a stream, which are all segments by default.
    private static func move(
        _ media: inout MeasuredFixture, _ name: String, from start: Int = 0, to end: Int = 8,
        by milliseconds: Int64
    ) {
        for index in start..<end { media.track(name, index) { shift(&$0, by: milliseconds) } }
    }

    /// Removes all discontinuities of video and audio.
    private static func joinParts(_ media: inout MeasuredFixture) {
        for name in ["mid", "high", "low", "tiny", "cell", "en", "de"] {
            media.text(name, "all:#EXT-X-DISCONTINUITY\n")
        }
    }

    static let streams: [MediaRow] = [
        row("set.start") {
            move(&$0, "low", by: 100)
        } severe: {
            move(&$0, "low", by: 160)
        },
        row("set.start") {
            move(&$0, "en", by: 500)
        } severe: {
            move(&$0, "en", by: 600)
        },
        row("set.timestamps") {
            move(&$0, "low", from: 3, by: 100)
        } severe: {
            move(&$0, "low", from: 3, by: 160)
        },
        row("set.keyframes") {
            $0.track { $0.keyframes[1] = $0.keyframes[1] + .milliseconds(40) }
        } severe: {
            $0.track { $0.keyframes[1] = $0.keyframes[1] + .milliseconds(80) }
        },
        row("set.audio-sample-rate") { media in
            media.tracks("de") { $0.sampleRate = 44_100 }
        } severe: { media in
            media.text(
                "main", "#EXT-X-STREAM-INF",
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"other\",NAME=\"English\",LANGUAGE=\"en\""
                    + ",CHANNELS=\"2\",URI=\"de.m3u8\"\n#EXT-X-STREAM-INF")
            media.tracks("de") { $0.sampleRate = 44_100 }
        },
        row("iframe.bitrate") { media in
            frames(&media, 45_900)
        } severe: { media in
            frames(&media, 47_000)
        },
        // A discontinuity before the first segment counts. Subtitles are not compared.
        row("set.discontinuities") { media in
            joinParts(&media)
            media.text("text", "#EXTINF", "#EXT-X-DISCONTINUITY\n#EXTINF")
        } severe: { media in
            joinParts(&media)
            media.text("low", "#EXTINF", "#EXT-X-DISCONTINUITY\n#EXTINF")
        },
        // An I-frame is missing, or the I-frames are in another order.
        row("segment.extinf-wrong") {
            move(&$0, "fast", from: 5, to: 48, by: 500)
        } severe: {
            move(&$0, "fast", from: 5, to: 48, by: 1000)
        },
        row("segment.extinf-wrong") {
            move(&$0, "fast", from: 5, to: 6, by: -500)
        } severe: {
            move(&$0, "fast", from: 5, to: 6, by: -1000)
        },
        // The declared attributes of I-frame streams are compared with the media of the streams.
        row("variant.peak-off") { media in
            frames(&media, 41_000)
        } severe: { media in
            frames(&media, 45_000)
        },
        row("variant.resolution-mismatch") { media in
            media.track("fast", 1) { $0.width = nil }
        } severe: { media in
            for index in 0..<48 { media.track("fast", index) { $0.width = 320 } }
        },
        row("variant.codecs-mismatch") { media in
            media.track("fast", 1) { $0.codec = nil }
        } severe: { media in
            for index in 0..<48 { media.track("fast", index) { $0.codec = "hvc1.1.6.L93.B0" } }
        },
    ]

    private static func frames(_ media: inout MeasuredFixture, _ count: Int64) {
        for index in 0..<48 { media.change("fast", index) { $0.byteCount = count } }
    }
}
