import TestSupport

/// A film made by FFmpeg: eight seconds in four segments, each of many fragments.
///
/// A test removes some of the fragments.
struct FragmentedFilm {
    /// A recipe for a film: its source, its encoder and the clock of its track.
    struct Recipe: Sendable, CustomStringConvertible {
        let description: String
        /// The FFmpeg options for the source and the encoder.
        let command: String
        /// The duration of a segment, in ticks of the track's clock.
        let span: UInt64
        /// The number of ticks per second of the track's clock.
        let scale: UInt64
        var isEncrypted = false

        /// Returns a recipe for video with a given frame rate, encoded by libx264.
        static func video(
            _ rate: String, _ options: String, span: UInt64, scale: UInt64,
            isEncrypted: Bool = false
        ) -> Recipe {
            Recipe(
                description: "\(rate) pictures a second, \(options)",
                command: "-f lavfi -i testsrc2=s=96x54:r=\(rate):d=9 -c:v libx264 -sc_threshold 0"
                    + " -preset veryfast -pix_fmt yuv420p \(options)",
                span: span, scale: scale, isEncrypted: isEncrypted)
        }

        /// Returns a recipe for 48 kHz audio.
        static func audio(_ codec: String, isEncrypted: Bool = false) -> Recipe {
            Recipe(
                description: codec,
                command: "-f lavfi -i sine=sample_rate=48000:duration=9 -c:a \(codec)",
                span: 96_000, scale: 48_000, isEncrypted: isEncrypted)
        }
    }

    private var initialization: [UInt8] = []
    /// The fragments of each segment.
    var segments: [[[UInt8]]] = []
    private let isEncrypted: Bool
    private var durations: [String] = []

    private static let encryption =
        " -encryption_scheme cenc-aes-ctr -encryption_key 76a6c65c5ea762046bd749a2e632ccbb"
        + " -encryption_kid a7e61c373e219033c21091fa607bf3b8"

    /// Creates the film with FFmpeg; `nil` when FFmpeg fails.
    init?(_ recipe: Recipe) {
        isEncrypted = recipe.isEncrypted
        let folder = ScratchFolder()
        let path = "\(folder.path)/film.mp4"
        let flags = "+empty_moov+default_base_moof+delay_moov+frag_every_frame"
        let made = ShellCommand.succeeds(
            "ffmpeg -v error -nostdin -y \(recipe.command)\(isEncrypted ? Self.encryption : "")"
                + " -movflags \(flags) '\(path)'")
        let bytes = fileBytes(path)
        guard made, !bytes.isEmpty else { return nil }
        var times: [UInt64] = []
        var (place, fragment, first): (Int, [UInt8], UInt64?) = (0, [], nil)
        while place + 8 <= bytes.count {
            let count = max(8, Self.number(bytes, place))
            let box = Array(bytes[place..<min(place + count, bytes.count)])
            place += count
            switch String(decoding: box[4..<8], as: UTF8.self) {
            case "ftyp", "moov": initialization += box
            case "moof": fragment = box
            case "mdat":
                let time = Self.decodeTime(fragment)
                let base = first ?? time
                first = base
                // Keeps four segments of two seconds, and omits everything after them.
                if time >= base + 4 * recipe.span - recipe.span / 1000 {
                    times.append(time)
                    place = bytes.count
                } else if time + recipe.span / 1000 >= base + UInt64(segments.count) * recipe.span {
                    segments.append([fragment + box])
                    times.append(time)
                } else {
                    segments[segments.count - 1].append(fragment + box)
                }
            default: break
            }
        }
        guard segments.count == 4, times.count == 5 else { return nil }
        durations = zip(times, times.dropFirst()).map { one, next in
            let microseconds = (next - one) * 1_000_000 / recipe.scale
            let rest = String(microseconds % 1_000_000)
            return "\(microseconds / 1_000_000)." + String(repeating: "0", count: 6 - rest.count)
                + rest
        }
    }

    /// The film as an asset; its playlist states the durations of the complete segments.
    var asset: MediaAsset {
        let key =
            "#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI=\"data:,\",KEYFORMAT=\"urn:uuid:"
            + "edef8ba9-79d6-4ace-a3c8-27dcd51d21ed\",KEYFORMATVERSIONS=\"1\"\n"
        var text =
            "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXT-X-PLAYLIST-TYPE:VOD\n"
            + "#EXT-X-INDEPENDENT-SEGMENTS\n\(isEncrypted ? key : "")#EXT-X-MAP:URI=\"init.mp4\"\n"
        var files = ["init.mp4": initialization]
        for (index, fragments) in segments.enumerated() {
            text += "#EXTINF:\(durations[index]),\ns\(index).m4s\n"
            files["s\(index).m4s"] = fragments.flatMap(\.self)
        }
        files["index.m3u8"] = Array((text + "#EXT-X-ENDLIST\n").utf8)
        return MediaAsset(files: files)
    }

    private static func number(_ bytes: [UInt8], _ place: Int) -> Int {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns the decode time of the only track of a fragment.
    private static func decodeTime(_ fragment: [UInt8]) -> UInt64 {
        let name = Array("tfdt".utf8)
        guard let place = fragment.indices.first(where: { fragment[$0...].starts(with: name) })
        else { return 0 }
        let isLong = fragment[place + 4] == 1
        return fragment[place + 8..<place + (isLong ? 16 : 12)].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
