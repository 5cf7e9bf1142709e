import Linting
import VirtualTime

extension MediaRow {
    static let claims: [MediaRow] = [
        row("variant.peak-off") {
            scale(&$0, 109)
        } severe: {
            scale(&$0, 120)
        },
        row("variant.peak-above") {
            scale(&$0, 91)
        } severe: {
            scale(&$0, 80)
        },
        row("variant.average-off") {
            scale(&$0, 109)
        } severe: {
            scale(&$0, 120)
        },
        row("variant.average-above") {
            scale(&$0, 91)
        } severe: {
            scale(&$0, 80)
        },
        row("variant.peak-over-twice-average") {
            scale(&$0, 150)
        } severe: {
            $0.change("low", 0) { $0.byteCount *= 3 }
        },
        row("variant.bandwidth-sum") { media in
            for index in 0..<8 { media.change("de", index) { $0.byteCount = 61_000 } }
        } severe: { media in
            for index in 0..<8 { media.change("de", index) { $0.byteCount = 480_000 } }
        },
        // The stream of the audio-only variant is also a rendition in that variant's audio group.
        row("variant.bandwidth-sum") {
            addSound(&$0)
        } severe: { media in
            addSound(&media)
            for index in 0..<8 { media.change("en", index) { $0.byteCount *= 2 } }
        },
        row("variant.average-off") {
            addSound(&$0)
        } severe: { media in
            addSound(&media)
            for index in 0..<8 { media.change("en", index) { $0.byteCount *= 2 } }
        },
        row("variant.codecs-mismatch") {
            $0.tracks { $0.codec = "avc3.64001F" }
        } severe: {
            $0.tracks { $0.codec = "hvc1.1.6.L93.B0" }
        },
        row("variant.codecs-profile") {
            $0.tracks { $0.codec = "avc1.64001E" }
        } severe: {
            $0.tracks { $0.codec = "avc1.640028" }
        },
        row("variant.codecs-incomplete") {
            $0.tracks("de") { $0.codec = "mp4a.40.1" }
        } severe: {
            $0.tracks("de") { $0.codec = "ac-3" }
        },
        row("variant.resolution-mismatch") { media in
            media.text("main", "RESOLUTION=640x360,FRAME", "RESOLUTION=638x360,FRAME")
            media.tracks { $0.width = 638 }
        } severe: {
            $0.tracks { $0.width = 638 }
        },
        // In the severe case, only the pictures between two discontinuities have another size.
        row("variant.resolution-mismatch") {
            $0.track("low", 3) { $0.width = nil }
        } severe: { media in
            for index in 3...4 { media.track("low", index) { $0.width = 320 } }
        },
        row("variant.frame-rate-mismatch") { media in
            for index in 3...4 { media.track("low", index) { $0.frameRate = 12.5 } }
        } severe: { media in
            for index in 3...4 { media.track("low", index) { $0.frameRate = 50 } }
        },
        row("variant.codecs-mismatch") {
            add(&$0, 0)
        } severe: { media in
            add(&media, 0)
            for index in 3...4 { media.change("low", index) { $0.tracks.removeLast() } }
        },
        // All variants may be without audio, but not one of them.
        row("rendition.track-missing") {
            $0.text("main", "all:,AUDIO=\"sound\"", "")
        } severe: {
            $0.text("main", ",AUDIO=\"sound\"", "")
        },
        row("rendition.channels-mismatch") { media in
            for index in 3...4 { media.track("de", index) { $0.channels = 1 } }
        } severe: { media in
            for index in 3...4 { media.track("de", index) { $0.channels = 6 } }
        },
        row("av.length") { media in
            cut(&media, 500)
        } severe: { media in
            // The audio is too short between two discontinuities, and too long after the last
            // discontinuity.
            add(&media, 0)
            media.change("low", 4) { $0.tracks[1].end = $0.tracks[1].end - .seconds(1) }
            media.change("low", 7) { $0.tracks[1].end = $0.tracks[1].end + .seconds(1) }
        },
        row("variant.frame-rate-mismatch") { media in
            media.text("main", "all:FRAME-RATE=25.000", "FRAME-RATE=29.970")
            for name in ["mid", "high", "low", "tiny", "cell"] {
                media.tracks(name) { $0.frameRate = 30_000.0 / 1001 }
            }
        } severe: { media in
            media.text("main", "all:FRAME-RATE=25.000", "FRAME-RATE=30.000")
            media.tracks { $0.frameRate = 30_000.0 / 1001 }
        },
        row("variant.frame-rate-mismatch") {
            $0.tracks { $0.frameRate = 25.01 }
        } severe: {
            $0.tracks { $0.frameRate = 50 }
        },
        row("variant.muxed-audio-alternatives") { media in
            media.text("main", "all:AUDIO=\"sound\",", "")
            add(&media, 0)
        } severe: {
            add(&$0, 0)
        },
        // A variant stream with only audio has no video from which the audio could be separated.
        row("variant.muxed-audio") { media in
            media.text("main", "all:AUDIO=\"sound\",", "")
            media.tracks { $0.kind = .audio }
        } severe: { media in
            media.text("main", "all:AUDIO=\"sound\",", "")
            add(&media, 0)
        },
        // Varieties of one language may share their media, but not different languages.
        row("rendition.language-differs") { media in
            media.text("main", "LANGUAGE=\"de\"", "LANGUAGE=\"en-GB\"")
            media.text("main", "URI=\"de.m3u8\"", "URI=\"en.m3u8\"")
        } severe: {
            $0.text("main", "URI=\"de.m3u8\"", "URI=\"en.m3u8\"")
        },
        // Segments may be shared, such as an introduction, but not all segments of a rendition.
        row("rendition.language-differs") { media in
            for index in 0..<8 {
                media.change("en", index) { $0.digest = UInt64(index) }
                media.change("de", index) { $0.digest = UInt64(index) }
            }
            media.change("de", 7) { $0.digest = 70 }
        } severe: { media in
            for index in 0..<8 {
                media.change("en", index) { $0.digest = UInt64(index) }
                media.change("de", index) { $0.digest = UInt64(index) }
            }
        },
        // Codes of different standards name one language, and a tag may name a variety of it.
        row("rendition.language-differs") { media in
            media.text("main", "LANGUAGE=\"de\"", "LANGUAGE=\"de-CH\"")
            for (index, code) in ["deu", "ger", "de", "gsw", "und"].enumerated() {
                media.track("de", index) { $0.language = code }
            }
            media.tracks("en") { $0.language = "eng" }
        } severe: {
            $0.track("de", 7) { $0.language = "eng" }
        },
        // The audio of a rendition without a URI is in the variant streams.
        row("rendition.language-differs") { media in
            media.text("main", "LANGUAGE=\"de\"", "LANGUAGE=\"no\"")
            media.tracks("de") { $0.language = "nob" }
        } severe: { media in
            media.text("main", ",URI=\"en.m3u8\"", "")
            add(&media, 0)
            media.change("low") { $0.tracks[1].language = "fra" }
        },
        // A stream that was announced but not read may be the missing track.
        row("rendition.track-missing") { media in
            for index in 0..<8 {
                media.change("de", index) {
                    $0.tracks[0].kind = .video
                    $0.unread = ["a stream of the type 0xAC"]
                }
            }
        } severe: {
            $0.tracks("de") { $0.kind = .video }
        },
        row("rendition.track-missing") { media in
            for index in 0..<8 { media.change("de", index) { $0.tracks[0].kind = .video } }
            for index in 0..<8 { media.change("de", index) { $0.isLost = true } }
        } severe: { media in
            for index in 0..<8 { media.change("de", index) { $0.tracks = [] } }
        },
        row("rendition.track-missing") { media in
            media.text("main", "all:TYPE=AUDIO", "TYPE=VIDEO")
            for name in ["de", "en"] { media.tracks(name) { $0.kind = .video } }
        } severe: {
            $0.text("main", "all:TYPE=AUDIO", "TYPE=VIDEO")
        },
        // The audio of a rendition without a URI is in each variant that names its group.
        row("rendition.track-missing") { media in
            media.text("main", ",URI=\"de.m3u8\"", "")
            for name in ["mid", "high", "low", "tiny", "cell"] {
                media.tracks(name) { $0.kind = .audio }
            }
        } severe: {
            $0.text("main", ",URI=\"de.m3u8\"", "")
        },
        row("rendition.channels-mismatch") {
            $0.tracks("de") { $0.channels = nil }
        } severe: {
            $0.tracks("de") { $0.channels = 6 }
        },
        row("rendition.sample-rate-mismatch") {
            $0.tracks("de") { $0.sampleRate = 44_100 }
        } severe: {
            $0.text("main", "CHANNELS=\"2\"", "CHANNELS=\"2\",SAMPLE-RATE=44100")
        },
        row("set.audio-sample-rate") {
            add(&$0, 0)
        } severe: { media in
            media.change("mid", 0) { segment in
                var track = segment.tracks[0]
                track.kind = .audio
                track.sampleRate = 44_100
                segment.tracks.append(track)
            }
            media.change("low", 0) { segment in
                var track = segment.tracks[0]
                track.kind = .audio
                track.sampleRate = 48_000
                segment.tracks.append(track)
            }
        },
    ]

    /// Adds a variant that consists of the German audio.
    private static func addSound(_ media: inout MeasuredFixture) {
        media.text(
            "main", "#EXT-X-I-FRAME-STREAM-INF",
            "#EXT-X-STREAM-INF:BANDWIDTH=64000,AVERAGE-BANDWIDTH=64000,CODECS=\"mp4a.40.2\""
                + ",AUDIO=\"sound\"\nde.m3u8\n#EXT-X-I-FRAME-STREAM-INF")
    }
}
