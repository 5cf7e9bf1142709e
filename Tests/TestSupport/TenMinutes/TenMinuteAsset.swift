import FoundationEssentials
public import HeadlessPlayback

/// An asset of ten minutes in a folder of its own, whose files a test may change.
///
/// It has three variant streams, a group with audio in two languages, subtitles in two languages in
/// segments of a minute, and breaks of 30 s at 180 and 390 s, marked in every video and audio
/// playlist. Media files are links to ``TenMinuteMedia``.
public final class TenMinuteAsset: Sendable {
    /// The kind of the segments.
    public enum Kind: String, CaseIterable, Sendable {
        /// MPEG-TS.
        case transportStream = "ts"
        /// CMAF: fragmented MP4; film and advertisements have separate initialization sections.
        case fragments = "cmaf"

        var ending: String { self == .transportStream ? "ts" : "m4s" }
    }

    /// The parts in order: the name of the media and the number of the part.
    static let parts = [
        ("film", 1), ("advertisement", 1), ("film", 2), ("advertisement", 2), ("film", 3),
    ]
    /// Returns the length of a part's pictures in seconds.
    static func seconds(of part: String) -> Int { part == "film" ? 180 : 30 }

    /// The kind of the segments.
    public let kind: Kind
    private let scratch = ScratchFolder()

    /// Creates an asset without a mistake.
    ///
    /// - Parameter kind: The kind of the segments.
    /// - Throws: ``MissingMedia`` when FFmpeg is missing.
    public init(_ kind: Kind) throws {
        guard let media = TenMinuteMedia.folder else { throw MissingMedia() }
        self.kind = kind
        let source = "\(media)/\(kind.rawValue)"
        var playlists: [String: String] = [:]
        for stream in TenMinuteMedia.streams {
            let files = try FileManager.default.contentsOfDirectory(atPath: "\(source)/\(stream)")
            scratch.put([], at: "\(stream)/index.m3u8")
            for (part, number) in Self.parts {
                for file in files where file.hasPrefix(part) && !file.hasSuffix(".m3u8") {
                    let name = "\(stream)/" + file.replacing(part, with: "\(part)\(number)")
                    try scratch.link(name, to: "\(source)/\(stream)/\(file)")
                }
            }
            let text = TenMinuteText(kind) { part in
                Self.text("\(source)/\(stream)/\(part).m3u8")
            }
            playlists[stream] = text.playlist
            change("\(stream)/index.m3u8") { _ in text.playlist }
        }
        for language in ["en", "de"] {
            for (number, text) in TenMinuteText.subtitles(kind, language).enumerated() {
                scratch.put(text.utf8, at: "subtitles-\(language)/\(number).vtt")
            }
            scratch.put(
                TenMinuteText.subtitlePlaylist.utf8, at: "subtitles-\(language)/index.m3u8")
        }
        let codecs = Self.videoCodecs(initializationAt: "\(media)/cmaf/high/film.mp4")
        scratch.put(multivariant(playlists, codecs: codecs).utf8, at: "index.m3u8")
    }

    /// The path of the multivariant playlist.
    public var path: String { "\(scratch.path)/index.m3u8" }

    /// The video of the asset, with the expected cue points of the two breaks.
    public var video: Video {
        var video = Video(url: path)
        video.cuePoints = Self.breaks
        return video
    }

    /// The cue points of the two breaks.
    public static let breaks = CuePointCollection(
        [180, 390].map { .at(.seconds($0), type: "AdSlot") })

    /// Returns the name of a segment, counted from 0 over the whole stream.
    ///
    /// - Parameters:
    ///   - number: The number of the segment; segments last about 6 s.
    ///   - stream: The stream: `low`, `mid`, `high`, `en` or `de`.
    /// - Returns: Its path within the folder.
    public func segment(_ number: Int, of stream: String) -> String {
        var rest = number
        for (part, occurrence) in Self.parts {
            let count = Self.seconds(of: part) / 6
            if rest < count { return "\(stream)/\(part)\(occurrence)-\(rest).\(kind.ending)" }
            rest -= count
        }
        fatalError("there is no segment \(number)")
    }

    /// Returns the contents of a file.
    public func bytes(_ name: String) -> [UInt8] { scratch.bytes(name) ?? [] }

    /// The texts of all playlists and subtitles.
    public var texts: [String: [UInt8]] {
        scratch.files(in: "").filter { $0.key.hasSuffix(".m3u8") || $0.key.hasSuffix(".vtt") }
    }

    /// Removes a file.
    public func remove(_ name: String) { scratch.remove(name) }

    /// Replaces the contents of a file.
    public func replace(_ name: String, with bytes: [UInt8]) {
        // The link is removed, because the file to which it points is shared by all assets.
        scratch.remove(name)
        scratch.put(bytes, at: name)
    }

    /// Changes the text of a file.
    public func change(_ name: String, _ body: (String) -> String) {
        replace(name, with: Array(body(String(decoding: bytes(name), as: UTF8.self)).utf8))
    }

    private static func text(_ path: String) -> String {
        String(decoding: fileBytes(path), as: UTF8.self)
    }

    /// The error when the media could not be created.
    public struct MissingMedia: Error, CustomStringConvertible {
        /// A message that names the tool to install.
        public var description: String { "the ten-minute media need ffmpeg with libx264" }
    }
}

extension TenMinuteAsset {
    private func multivariant(_ playlists: [String: String], codecs: String) -> String {
        var lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"]
        for (place, (language, name)) in [("en", "English"), ("de", "Deutsch")].enumerated() {
            let tail =
                "NAME=\"\(name)\",LANGUAGE=\"\(language)\",DEFAULT=\(place == 0 ? "YES" : "NO")"
                + ",AUTOSELECT=YES"
            lines.append(
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"sound\",\(tail),CHANNELS=\"1\""
                    + ",URI=\"\(language)/index.m3u8\"")
            lines.append(
                "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"text\""
                    + ",\(tail.replacing("DEFAULT=YES", with: "DEFAULT=NO"))"
                    + ",URI=\"subtitles-\(language)/index.m3u8\"")
        }
        let sound = rates(of: "en", playlists["en"] ?? "")
        for (stream, size) in zip(TenMinuteMedia.streams, TenMinuteMedia.sizes) {
            let picture = rates(of: stream, playlists[stream] ?? "")
            lines.append(
                "#EXT-X-STREAM-INF:BANDWIDTH=\(picture.peak + sound.peak)"
                    + ",AVERAGE-BANDWIDTH=\(picture.average + sound.average)"
                    + ",CODECS=\"\(codecs),mp4a.40.2\",RESOLUTION=\(size),FRAME-RATE=25.000"
                    + ",AUDIO=\"sound\",SUBTITLES=\"text\"")
            lines.append("\(stream)/index.m3u8")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the highest and the average bitrate of a stream's segments.
    private func rates(of stream: String, _ playlist: String) -> (peak: Int, average: Int) {
        var duration = 0.0
        var total = (bits: 0.0, seconds: 0.0)
        var peak = 0.0
        for line in playlist.split(separator: "\n") {
            if line.hasPrefix("#EXTINF:") {
                duration = Double(line.dropFirst("#EXTINF:".count).dropLast()) ?? 6
            } else if !line.hasPrefix("#") {
                let bits = Double(bytes("\(stream)/\(line)").count) * 8
                peak = max(peak, bits / duration)
                total = (total.bits + bits, total.seconds + duration)
            }
        }
        return (Int(peak.rounded(.up)), Int((total.bits / total.seconds).rounded(.up)))
    }

    /// Returns the codec string of the pictures, from the decoder configuration in `avcC`.
    private static func videoCodecs(initializationAt path: String) -> String {
        let bytes = fileBytes(path)
        let name = Array("avcC".utf8)
        let place = bytes.indices.dropLast(8).first { bytes[$0..<$0 + 4].elementsEqual(name) }
        guard let place else { return "avc1.42C01E" }
        let digits = bytes[(place + 5)..<(place + 8)].map {
            ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true)
        }
        return "avc1." + digits.joined()
    }
}
