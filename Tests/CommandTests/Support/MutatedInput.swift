import Foundation
import HeadlessPlayback
import TestSupport
import Testing

/// A file that a command reads, to be changed at random.
struct MutatedInput: CustomTestStringConvertible, Sendable {
    /// The name of the input.
    let name: String
    /// The path of the file, relative to the folder of the inputs.
    let file: String
    /// The command line, with paths relative to the folder of the inputs.
    let command: String
    /// The exit code of the command while the file is unchanged.
    let code: Int32
    /// Whether a level of media verification above the default may find more problems.
    var isMedia: Bool {
        command.hasPrefix("play") && [".ts", ".mp4", ".aac"].contains { file.hasSuffix($0) }
    }

    var testDescription: String { name }

    /// One input for every kind of file and every verb that reads it.
    ///
    /// Each line has the name, the file, the command and the exit code, which is 0 where it is
    /// omitted.
    static let all: [MutatedInput] = #"""
        media playlist | single/index.m3u8 | play %
        media playlist, probed | id3/index.m3u8 | probe %
        multivariant playlist | ts-multivariant/index.m3u8 | probe % --json
        playlist with markers | markers/high/index.m3u8 | cues markers/index.m3u8 --json
        playlist, rewritten | ts-multivariant/index.m3u8 | rewrite % -o out --text-track \#
        src=a.vtt,lang=en,label=a,duration=10
        playlist, downloaded | single/index.m3u8 | offline download % --store fresh
        transport stream | single/segment-1.ts | play single/index.m3u8
        transport stream, packets | id3/segment-0.ts | probe % --packets
        fragments | cmaf-byteranges/video-180p/media.mp4 | play \#
        cmaf-byteranges/video-180p/index.m3u8
        progressive file | progressive/movie.mp4 | play %
        packed audio | packed-audio/segment-1.aac | play packed-audio/index.m3u8
        encrypted fragments | protected-cbcs/audio-en/segment-1.m4s | probe \#
        protected-cbcs/audio-en/index.m3u8 --packets --key KEY
        WebVTT | a.vtt | probe % --json
        WebVTT, played | a.vtt | play ts-multivariant/index.m3u8 --text-track \#
        src=a.vtt,lang=en,label=a,duration=10 --subtitles en --show-cues
        cue points | cues.json | play single/index.m3u8 --cue-points %
        sheet of cue points | cues.csv | verify single/index.m3u8 --cue-points % --json out.json
        catalogue | film.json | play %
        network trace | network.txt | play single/index.m3u8 --network-trace %
        certificate | keys/certificate.der | play protected-cbcs/index.m3u8 --certificate % \#
        --key-server http://127.0.0.1:1 | 1
        policies | keys/policies.json | keyserver --store keys --listen 127.0.0.1:PORT | 2
        account of a service | shop/account.json | catalogue --store shop --listen \#
        127.0.0.1:PORT | 1
        video of a service | shop/videos/5.json | catalogue --store shop --listen \#
        127.0.0.1:PORT | 1
        scenario of a service | service.play.yaml | run %
        scenario | a.play.yaml | run % --json out.json --tap out.tap
        results | results.json | report merge % --html out.html --junit out.xml | 1
        JUnit | results.xml | report merge % --junit out.xml | 1
        golden trace | kept/a.trace | report merge results.json --golden kept | 1
        earlier results | costs.json | run . --list --costs %
        catalogue of a store | store/catalogue.sqlite | offline list --json --store store
        stored playlist | STORED | offline play TOKEN --store store
        playlist with markers, linted | markers/high/index.m3u8 | lint markers/index.m3u8 \#
        --html out.html --sarif out.sarif
        multivariant playlist, linted | ts-multivariant/index.m3u8 | lint % --junit out.xml
        transport stream, linted | id3/segment-0.ts | lint id3/index.m3u8 --json
        fragments, linted | cmaf-byteranges/video-180p/media.mp4 | lint \#
        cmaf-byteranges/index.m3u8 --profile apple | 1
        encrypted segment, linted | protected-aes128/segment-3.ts | lint \#
        protected-aes128/index.m3u8
        configuration of lint | lint.yaml | lint single/index.m3u8 --config %
        known findings | known.txt | lint single/index.m3u8 --baseline %
        asset, compared | cmaf-byteranges/video-360p/index.m3u8 | compare \#
        cmaf-byteranges/index.m3u8 cmaf-byteranges/index.m3u8
        sweep | id3/index.m3u8 | sweep --faults % --only *:404
        """#
        .split(separator: "\n").map { line in
            let columns = line.split(separator: "|").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            return MutatedInput(
                name: columns[0], file: columns[1], command: columns[2],
                code: columns.count > 3 ? Int32(columns[3]) ?? -1 : 0)
        }
}

/// A generator of random changes to bytes; the same seed leads to the same changes.
struct Mutator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    /// Returns the next random number below a bound.
    mutating func below(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state >> 11) % max(1, bound)
    }

    private static let words = [
        "-1", "0", "999999999999999999999", "1e309", "-0.0", "NaN", "\u{0}", "\u{FEFF}", "\"", "\n",
        "{", "}", "[[[[", "<", "&#0;", "../../", "%00", "#EXT-X-GAP\n", "#EXT-X-ENDLIST\n",
        "#EXT-X-DISCONTINUITY\n", "-->", "::", ",", "null", "http://127.0.0.1:9/", "\u{1F3AC}",
    ]

    /// Returns the bytes with one to four changes.
    mutating func mutated(_ original: [UInt8]) -> [UInt8] {
        var bytes = original
        for _ in 0...below(4) { change(&bytes) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let place = below(bytes.count)
        let length = min(bytes.count - place, 1 + below([4, 64, 1024, 16384][below(4)]))
        switch below(9) {
        case 0 where !bytes.isEmpty: bytes[place] ^= UInt8(1 << below(8))
        case 1 where !bytes.isEmpty: bytes[place] = UInt8(below(256))
        case 2: bytes.removeSubrange(place..<place + length)
        case 3:
            bytes.insert(contentsOf: Array(bytes[place..<place + length]), at: below(bytes.count))
        case 4:
            for index in place..<place + length { bytes[index] = 0 }
        case 5: bytes.removeLast(bytes.count - place)
        case 6: bytes.insert(contentsOf: Self.words[below(Self.words.count)].utf8, at: place)
        case 7:
            let noise = (0..<length).map { _ in UInt8(below(256)) }
            bytes.replaceSubrange(place..<place + length, with: noise)
        default:
            // Changes a number, because parsers trust numbers most.
            guard let digit = bytes[place...].firstIndex(where: { (0x30...0x39).contains($0) })
            else { return }
            let text = ["0", "9999999999", "-5", "4294967296", "1.5"][below(5)]
            bytes.replaceSubrange(digit...digit, with: text.utf8)
        }
    }
}
