import Foundation
import HeadlessPlayback
import TestSupport
import Testing
import Verification

/// A file that a command reads, to be changed at random.
struct MutatedInput: CustomTestStringConvertible, Sendable {
    /// What the file is.
    let name: String
    /// The path of the file below the folder.
    let file: String
    /// The command line, below the folder.
    let command: String
    /// Whether a media level above the default may find more.
    var isMedia = false

    var testDescription: String { name }

    /// One for every kind of input and every verb that reads it.
    static let all = [
        MutatedInput(name: "media playlist", file: "single/index.m3u8", command: "play %"),
        MutatedInput(name: "media playlist, probed", file: "id3/index.m3u8", command: "probe %"),
        MutatedInput(
            name: "multivariant playlist", file: "ts-multivariant/index.m3u8",
            command: "probe % --json"),
        MutatedInput(
            name: "playlist with markers", file: "markers/high/index.m3u8",
            command: "cues markers/index.m3u8 --json"),
        MutatedInput(
            name: "playlist, rewritten", file: "ts-multivariant/index.m3u8",
            command: "rewrite % -o out --text-track src=a.vtt,lang=en,label=a,duration=10"),
        MutatedInput(
            name: "playlist, downloaded", file: "single/index.m3u8",
            command: "offline download % --store fresh"),
        MutatedInput(
            name: "transport stream", file: "single/segment-1.ts",
            command: "play single/index.m3u8", isMedia: true),
        MutatedInput(
            name: "transport stream, packets", file: "id3/segment-0.ts",
            command: "probe % --packets"),
        MutatedInput(
            name: "fragments", file: "cmaf-byteranges/video-180p/media.mp4",
            command: "play cmaf-byteranges/index.m3u8 --max-bitrate 200k", isMedia: true),
        MutatedInput(
            name: "progressive file", file: "progressive/movie.mp4", command: "play %",
            isMedia: true),
        MutatedInput(
            name: "packed audio", file: "packed-audio/segment-1.aac",
            command: "play packed-audio/index.m3u8", isMedia: true),
        MutatedInput(
            name: "encrypted fragments", file: "protected-cbcs/audio-en/segment-1.m4s",
            command: "probe protected-cbcs/audio-en/index.m3u8 --packets --key KEY"),
        MutatedInput(name: "WebVTT", file: "a.vtt", command: "probe % --json"),
        MutatedInput(
            name: "WebVTT, played", file: "a.vtt",
            command: "play single/index.m3u8 --text-track src=a.vtt,lang=en,label=a --subtitles en"
                + " --show-cues"),
        MutatedInput(
            name: "cue points", file: "cues.json",
            command: "play single/index.m3u8 --cue-points %"),
        MutatedInput(
            name: "sheet of cue points", file: "cues.csv",
            command: "verify single/index.m3u8 --cue-points % --json out.json"),
        MutatedInput(name: "catalogue", file: "film.json", command: "play %"),
        MutatedInput(
            name: "network trace", file: "network.txt",
            command: "play single/index.m3u8 --network-trace %"),
        MutatedInput(
            name: "certificate", file: "keys/certificate.der",
            command: "play single/index.m3u8 --certificate %"),
        MutatedInput(
            name: "policies", file: "keys/policies.json",
            command: "keyserver --store keys --listen 127.0.0.1:PORT"),
        MutatedInput(
            name: "scenario", file: "a.play.yaml", command: "run % --json out.json --tap out.tap"),
        MutatedInput(
            name: "results", file: "results.json",
            command: "report merge % --html out.html --junit out.xml"),
        MutatedInput(name: "JUnit", file: "results.xml", command: "report merge % --junit out.xml"),
        MutatedInput(
            name: "golden trace", file: "kept/a.trace",
            command: "report merge results.json --golden kept"),
        MutatedInput(
            name: "earlier results", file: "costs.json", command: "run . --list --costs %"),
        MutatedInput(
            name: "catalogue of a store", file: "store/catalogue.sqlite",
            command: "offline list --json --store store"),
        MutatedInput(
            name: "stored playlist", file: "STORED", command: "offline play TOKEN --store store"),
        MutatedInput(
            name: "sweep", file: "id3/index.m3u8", command: "sweep --faults % --only *:404"),
    ]
}

/// Changes bytes at random, the same ones for the same seed.
struct Mutator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    /// The next number below a bound.
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
            // Numbers are what parsers believe most.
            guard let digit = bytes[place...].firstIndex(where: { (0x30...0x39).contains($0) })
            else { return }
            let text = ["0", "9999999999", "-5", "4294967296", "1.5"][below(5)]
            bytes.replaceSubrange(digit...digit, with: text.utf8)
        }
    }
}
