import Containers
import Synchronization
import TestSupport
import Transport
import VirtualTime

/// An asset with the same sizes and durations as an asset of the recordings.
///
/// The media is a clip of four, two or one seconds without audio. The clip is repeated, moved to
/// the position of each segment, and filled up with null packets or a free box to the recorded
/// size. A policy thus sees the media as it was recorded: bytes, durations, containers and segment
/// boundaries.
final class RecordedAsset: ResourceLoader {
    /// The folders of the audio renditions, with the default rendition first.
    private static let languages: [(folder: String, tag: String)] = [
        ("a", "en"), ("b", "de"), ("c", "fr"),
    ]

    /// The number of bytes in the head of each origin response.
    static let headByteCount = NetworkConditions.usualHeadByteCount

    /// Returns whether a file is the last segment of an audio rendition and too short for a clip.
    ///
    /// Such a segment lasts some milliseconds.
    static func isTail(_ name: String, _ sizes: [String: Int]) -> Bool {
        languages.contains { name.hasPrefix("\($0.folder)/s") } && (sizes[name] ?? 0) < 1000
    }

    private let sizes: [String: Int]
    private let refused: String?
    /// The validator of each response; `nil` if responses have none.
    private let version: String?
    /// The durations of a segment and of a clip, in seconds.
    private let seconds: (segment: Int, clip: Int)
    private let clip: Clip
    /// A clip of silence, for audio renditions.
    private let silence: Clip
    private let made = Mutex<[String: [UInt8]]>([:])

    /// A clip in each of its containers; empty for a container that the clip does not have.
    private struct Clip {
        var transport: [UInt8] = []
        var fragment: [UInt8] = []
        var section: [UInt8] = []
    }

    /// Creates an asset.
    ///
    /// - Parameters:
    ///   - sizes: The sizes of its files.
    ///   - seconds: The duration of a segment in seconds, an even number except in MPEG-2 TS.
    ///   - refused: The file that is answered with status 404; `nil` if there is none.
    ///   - isVersioned: Whether responses name the version of the resource.
    /// - Throws: When the clip cannot be read.
    init(
        _ sizes: [String: Int], seconds: Int = 4, refusing refused: String? = nil,
        isVersioned: Bool = false
    ) throws {
        let clipLength = [4, 2].first { seconds % $0 == 0 } ?? 1
        self.seconds = (segment: seconds, clip: clipLength)
        self.sizes = sizes.filter { !Self.isTail($0.key, sizes) }
        self.refused = refused
        version = isVersioned ? "\"1\"" : nil
        func read(_ name: String) throws -> [UInt8] {
            try StandardLoader().load(
                ResourceRequest(url: "\(RecordedRuns.folder)/\(name)", kind: .segment)
            ).body.bytes()
        }
        let name = clipLength == 4 ? "clip" : "clip-\(clipLength)"
        if clipLength == 1 {
            silence = Clip(transport: try read("\(name)-audio.ts"))
            clip = Clip(transport: try read("\(name).ts"))
        } else {
            silence = Clip(
                fragment: try read("\(name)-audio.m4s"), section: try read("clip-audio-init.mp4"))
            clip = Clip(
                transport: try read("\(name).ts"), fragment: try read("\(name).m4s"),
                section: try read("\(name)-init.mp4"))
        }
    }

    /// The location of the asset.
    static let url = "http://recorded.test/index.m3u8"

    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        let name = String(request.url.dropFirst("http://recorded.test/".count))
        guard let size = sizes[name], name != refused else {
            throw TransportError(url: request.url, cause: .status(404))
        }
        if let bytes = made.withLock({ $0[name] }) {
            return ResourceResponse(url: request.url, version: version, body: ResourceBody(bytes))
        }
        do {
            let bytes = try make(name, size)
            precondition(bytes.count == size, "\(name) has \(bytes.count) bytes, not \(size)")
            made.withLock { $0[name] = bytes }
            return ResourceResponse(url: request.url, version: version, body: ResourceBody(bytes))
        } catch {
            throw TransportError(url: request.url, cause: .changed)
        }
    }

    private func make(_ name: String, _ size: Int) throws -> [UInt8] {
        let file = name.split(separator: "/").last.map(String.init) ?? name
        if file == "index.m3u8" { return filled(Array(playlist(name).utf8), to: size) }
        let isAudio = Self.languages.contains { name.hasPrefix("\($0.folder)/") }
        let media = isAudio ? silence : clip
        if file == "init.mp4" { return withFreeBox(media.section, size) }
        let number = Int(file.dropFirst().prefix(2)) ?? 0
        let isFragment = file.hasSuffix(".m4s")
        let clocks = TrackClocks(initialization: media.section)
        var bytes: [UInt8] = []
        for place in 0..<seconds.segment / seconds.clip {
            let start = number * seconds.segment + place * seconds.clip
            let shift = MediaShift(
                by: .seconds(Int64(start)), counters: counters(of: media.transport, after: place))
            bytes +=
                isFragment
                ? try shift.applied(to: unindexed(media.fragment), clocks: clocks)
                : try shift.applied(to: media.transport)
        }
        return isFragment ? withFreeBox(bytes, size) : withNullPackets(bytes, size)
    }

    /// Returns the numbers to add to a clip's continuity counters after `count` earlier clips.
    private func counters(of clip: [UInt8], after count: Int) -> [Int: UInt8] {
        var packets: [Int: Int] = [:]
        for start in stride(from: 0, to: clip.count, by: 188)
        where clip[start + 3] & 0x10 != 0 {
            let high = Int(clip[start + 1] & 0x1F)
            packets[high << 8 | Int(clip[start + 2]), default: 0] += 1
        }
        return packets.mapValues { UInt8(truncatingIfNeeded: $0 * count & 0x0F) }
    }

    /// Returns fragments in which each segment index is replaced by a box that readers ignore.
    ///
    /// The index of a clip describes only one of several clips in a segment.
    private func unindexed(_ bytes: [UInt8]) -> [UInt8] {
        guard seconds.segment > seconds.clip else { return bytes }
        var bytes = bytes
        var start = 0
        while start + 8 <= bytes.count {
            let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            let name = start + 4..<start + 8
            if bytes[name].elementsEqual("sidx".utf8) {
                bytes.replaceSubrange(name, with: "free".utf8)
            }
            guard length >= 8 else { break }
            start += length
        }
        return bytes
    }

    // MARK: Playlists

    private func playlist(_ name: String) -> String {
        let folder = name.dropLast("index.m3u8".count)
        let names = sizes.keys.filter {
            $0.hasPrefix(folder) && !$0.dropFirst(folder.count).contains("/")
        }.sorted()
        let segments = names.filter { $0.hasSuffix(".ts") || $0.hasSuffix(".m4s") }
        if segments.isEmpty { return multivariant }
        var text = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:\(seconds.segment)\n"
        text += "#EXT-X-PLAYLIST-TYPE:VOD\n"
        if names.contains("\(folder)init.mp4") { text += "#EXT-X-MAP:URI=\"init.mp4\"\n" }
        for segment in segments {
            text += "#EXTINF:\(seconds.segment),\n\(segment.dropFirst(folder.count))\n"
        }
        return text + "#EXT-X-ENDLIST\n"
    }

    /// The variant streams of the recorded asset, with the same bandwidths as in the recording.
    private var multivariant: String {
        let renditions = Self.languages.filter { sizes["\($0.folder)/index.m3u8"] != nil }
        if !renditions.isEmpty {
            let lines = renditions.map { folder, tag in
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"\(tag)\","
                    + "DEFAULT=\(folder == "a" ? "YES" : "NO"),AUTOSELECT=YES,"
                    + "URI=\"\(folder)/index.m3u8\"\n"
            }
            return "#EXTM3U\n" + lines.joined()
                + """
                #EXT-X-STREAM-INF:BANDWIDTH=1550000,CODECS="avc1.4d401e,mp4a.40.2",AUDIO="a"
                v/index.m3u8

                """
        }
        return """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=425000,RESOLUTION=320x180
            v400/index.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=1230000,RESOLUTION=640x360
            v1200/index.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=3050000,RESOLUTION=960x540
            v3000/index.m3u8

            """
    }

    // MARK: Filling

    /// Appends a comment to a playlist, so that the playlist has the given size.
    private func filled(_ bytes: [UInt8], to size: Int) -> [UInt8] {
        guard bytes.count < size else { return bytes }
        let comment = "#" + String(repeating: "-", count: size - bytes.count - 2) + "\n"
        return bytes + Array(comment.utf8)
    }

    private func withFreeBox(_ bytes: [UInt8], _ size: Int) -> [UInt8] {
        let rest = size - bytes.count
        guard rest >= 8 else { return bytes }
        let length = (0..<4).map { UInt8(truncatingIfNeeded: rest >> (24 - 8 * $0)) }
        return bytes + length + Array("free".utf8) + [UInt8](repeating: 0, count: rest - 8)
    }

    private func withNullPackets(_ bytes: [UInt8], _ size: Int) -> [UInt8] {
        let packet = [0x47, 0x1F, 0xFF, 0x10] + [UInt8](repeating: 0xFF, count: 184)
        var result = bytes
        result.reserveCapacity(size)
        for _ in 0..<(size - bytes.count) / packet.count { result += packet }
        return result
    }
}
