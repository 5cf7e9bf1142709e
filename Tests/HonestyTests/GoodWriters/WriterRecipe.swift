/// A recipe for a valid asset, written by an encoder with options in common use.
struct WriterRecipe: Sendable, CustomStringConvertible {
    let name: String
    /// The lavfi source of the pictures; `nil` for sound without pictures.
    var pictures: String?
    /// The encoder of the pictures, with its options.
    var video = ""
    /// The lavfi source of the sound; `nil` for pictures without sound.
    var sound: String?
    /// The encoder of the sound, with its options.
    var audio = ""
    var isFragmented = false
    /// Further options of the muxer.
    var muxer = ""

    var description: String { name }

    /// The command that writes the asset into the current folder as `index.m3u8`.
    var command: String {
        let inputs = [pictures, sound].compactMap(\.self).map { "-f lavfi -i \"\($0)\"" }
        let segments =
            isFragmented
            ? "-hls_segment_type fmp4 -hls_segment_filename s%d.m4s"
            : "-hls_segment_filename s%d.ts"
        return "ffmpeg -nostdin -loglevel error -y -threads 1 \(inputs.joined(separator: " "))"
            + " \(pictures == nil ? "" : video) \(sound == nil ? "" : audio) -strict -2 -f hls"
            + " -hls_time 2 -hls_playlist_type vod \(segments) \(muxer) index.m3u8"
    }

    private static func pictures(_ rate: String, _ more: String = "") -> String {
        "testsrc2=size=96x54:rate=\(rate):duration=6\(more)"
    }
    private static func sound(_ rate: Int, seconds: String = "6") -> String {
        "sine=frequency=440:sample_rate=\(rate):duration=\(seconds)"
    }
    private static let x264 =
        "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 50 -sc_threshold 0"
    private static let openGroups =
        "-c:v libx264 -preset veryfast -pix_fmt yuv420p"
        + " -x264-params open-gop=1:keyint=50:min-keyint=50:scenecut=0:bframes=3"
    private static let x265 =
        "-c:v libx265 -preset ultrafast -pix_fmt yuv420p -tag:v hvc1"
        + " -x265-params log-level=none:keyint=50"
    private static let seldom = ",select='lt(n\\,75)+gte(n\\,75)*not(mod(n\\,2))'"

    /// All recipes, which cover the codecs, rates, groups of pictures and layouts in use.
    static let all: [WriterRecipe] = {
        var recipes: [WriterRecipe] = []
        func add(
            _ name: String, _ pictures: String?, _ video: String, _ sound: String?,
            _ audio: String, both: Bool = false, isFragmented: Bool = false, _ muxer: String = ""
        ) {
            for fragmented in both ? [false, true] : [isFragmented] {
                recipes.append(
                    WriterRecipe(
                        name: "\(name) in \(fragmented ? "fMP4" : "TS")", pictures: pictures,
                        video: video, sound: sound, audio: audio, isFragmented: fragmented,
                        muxer: muxer))
            }
        }
        let (plain, tone) = (pictures("25"), sound(48_000))
        add("H.264 with B-frames", plain, x264 + " -bf 3", tone, "-c:a aac", both: true)
        add(
            "no edit list", plain, x264 + " -bf 3", tone, "-c:a aac", isFragmented: true,
            "-hls_segment_options use_editlist=0")
        add("open groups of pictures", plain, openGroups, tone, "-c:a aac", both: true)
        add("23.976", pictures("24000/1001"), x264, sound(44_100), "-c:a aac", both: true)
        add("29.97", pictures("30000/1001"), x264, sound(44_100), "-c:a aac", both: true)
        add("HEVC", plain, x265, tone, "-c:a aac", both: true)
        add("MPEG-2", plain, "-c:v mpeg2video -g 12 -bf 2", tone, "-c:a mp2")
        add("AC-3", plain, x264, tone, "-c:a ac3", both: true)
        add("E-AC-3", plain, x264, tone, "-c:a eac3", both: true)
        add("MP3", plain, x264, sound(44_100), "-c:a libmp3lame", both: true)
        add(
            "AV1", plain, "-vf scale=160:90 -c:v libsvtav1 -preset 12 -g 50", tone, "-c:a aac",
            isFragmented: true)
        add(
            "VP9 with Opus", plain, "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -g 50", tone,
            "-c:a libopus", isFragmented: true)
        add("FLAC", plain, x264, tone, "-c:a flac", isFragmented: true)
        add("ALAC", plain, x264, tone, "-c:a alac", isFragmented: true)
        add("sound alone", nil, "", tone, "-c:a aac", both: true)
        add("FLAC alone", nil, "", tone, "-c:a flac", isFragmented: true)
        add("Opus alone", nil, "", tone, "-c:a libopus", isFragmented: true)
        add("pictures alone", plain, x264 + " -bf 2", nil, "", both: true)
        add(
            "changing rate", pictures("25", seldom), "-vsync vfr " + x264, tone, "-c:a aac",
            both: true)
        add("a picture a second", pictures("1"), x264 + " -g 2", tone, "-c:a aac", both: true)
        // libavformat splits a PES packet of more than 200 KiB.
        add(
            "large pictures of four slices",
            "nullsrc=size=1280x720:rate=1:duration=6,geq=random(1)*255:128:128",
            x264 + " -g 2 -x264-params slices=4:qp=8", tone, "-c:a aac")
        add("six channels", plain, x264, tone, "-c:a aac -ac 6", both: true)
        add("22,050 Hz", plain, x264, sound(22_050), "-c:a aac", both: true)
        add("long PES packets", plain, x264, tone, "-c:a aac", "-pes_payload_size 16000")
        add("sound ends early", plain, x264, sound(48_000, seconds: "5.75"), "-c:a aac", both: true)
        add("sound ends late", plain, x264, sound(48_000, seconds: "6.2"), "-c:a aac", both: true)
        add(
            "one file", plain, x264, tone, "-c:a aac",
            "-hls_flags single_file -hls_segment_filename m.ts")
        add(
            "one file", plain, x264, tone, "-c:a aac", isFragmented: true,
            "-hls_flags single_file -hls_segment_filename m.mp4")
        add(
            "cut between keyframes", plain, x264, tone, "-c:a aac",
            "-hls_time 1 -hls_flags split_by_time")
        return recipes
    }()
}
