import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The media of the ten-minute assets, encoded once and kept in the folder for temporary files.
///
/// Two parts are encoded, 180 s of a film and 30 s of an advertisement, each of them in three sizes
/// and with audio in two languages. FFmpeg cuts them into segments, once as MPEG-TS and once as
/// CMAF. The audio of the film ends 10.7 ms after its video, in a segment of a single frame. The
/// audio of the advertisement ends about 10 ms before its video. The video of the advertisement
/// needs its own initialization section, because its time scale and its entropy coding differ from
/// the video of the film.
public enum TenMinuteMedia {
    /// The folder of the media; `nil` when FFmpeg is missing or fails.
    public static let folder: String? = make()

    /// The streams of each part, in the order in which they are encoded.
    static let streams = ["low", "mid", "high", "en", "de"]
    /// The sizes of the pictures, in the order of the variant streams.
    static let sizes = ["96x54", "128x72", "160x90"]

    private static let script = #"""
        set -e
        ff() { ffmpeg -nostdin -hide_banner -loglevel error -y -threads 1 "$@"; }
        part() {
            local name=$1 seconds=$2 sound=$3 pattern=$4 place=0 stream outputs=()
            ff -f lavfi -i "$pattern=size=160x90:rate=25:duration=$seconds" \
                -f lavfi -i "sine=frequency=440:sample_rate=48000:duration=$sound" \
                -f lavfi -i "sine=frequency=550:sample_rate=48000:duration=$sound" \
                -filter_complex "[0:v]split=3[x][y][high];[x]scale=96:54[low];[y]scale=128:72[mid]" \
                -map "[low]" -map "[mid]" -map "[high]" -map 1:a -map 2:a \
                -c:v libx264 -preset ultrafast $5 -threads 1 -pix_fmt yuv420p -bf 2 -g 150 \
                -keyint_min 150 -sc_threshold 0 -b:v:0 40k -b:v:1 60k -b:v:2 90k \
                -c:a aac -b:a 24k -ac 1 -fflags +bitexact -flags:v +bitexact -flags:a +bitexact \
                "$name.mp4"
            for stream in low mid high en de; do
                mkdir -p "ts/$stream" "cmaf/$stream"
                outputs+=(-map "0:$place" -c copy -fflags +bitexact -output_ts_offset 10
                    -muxdelay 0 -muxpreload 0 -f hls -hls_time 6 -hls_playlist_type vod
                    -hls_segment_filename "ts/$stream/$name-%d.ts" "ts/$stream/$name.m3u8"
                    -map "0:$place" -c copy -fflags +bitexact -f hls -hls_time 6
                    -hls_playlist_type vod -hls_segment_type fmp4
                    -hls_segment_options "movflags=+cmaf:video_track_timescale=$6" -hls_fmp4_init_filename "$name.mp4"
                    -hls_segment_filename "cmaf/$stream/$name-%d.m4s" "cmaf/$stream/$name.m3u8")
                place=$((place + 1))
            done
            ff -i "$name.mp4" "${outputs[@]}"
            rm "$name.mp4"
        }
        part film 180 180 testsrc2 "" 12800 &
        film=$!
        part advertisement 30 29.99 testsrc "-coder 1 -refs 3" 90000
        wait $film
        """#

    private static func make() -> String? {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in script.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let target = "/tmp/headless-playback-ten-minutes-\(getuid())-\(String(hash, radix: 16))"
        if isOurs(target) { return target }
        var template = Array("/tmp/headless-playback-making-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { return nil }
        let place = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let file = "\(place)/make"
        let isWritten = FileManager.default.createFile(
            atPath: file, contents: Data(script.utf8))
        guard isWritten, ShellCommand.succeeds("cd '\(place)' && bash ./make") else {
            try? FileManager.default.removeItem(atPath: place)
            return nil
        }
        // Another process may have made the same media in the meantime. Its folder is then kept.
        if unsafe rename(place, target) != 0 { try? FileManager.default.removeItem(atPath: place) }
        return isOurs(target) ? target : nil
    }

    /// Returns whether a folder exists that no other user can have created.
    private static func isOurs(_ path: String) -> Bool {
        var facts = stat()
        guard unsafe lstat(path, &facts) == 0 else { return false }
        return facts.st_mode & S_IFMT == S_IFDIR && facts.st_uid == getuid()
    }
}
