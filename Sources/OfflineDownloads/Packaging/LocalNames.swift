import Playlists

/// The generated names of a package's files.
///
/// A name depends on the original location only through the file extension, which selects one of a
/// few fixed extensions. Therefore no untrusted text reaches the file system.
enum LocalNames {
    /// The extension of a stored file, by the extension of its original location.
    ///
    /// Extensions that players of local playlists refuse are replaced.
    private static let extensions = [
        "ts": "ts", "m4s": "m4s", "mp4": "mp4", "m4a": "m4a", "m4v": "m4v", "aac": "aac",
        "ac3": "ac3", "eac3": "eac3", "ec3": "eac3", "mp3": "mp3", "vtt": "vtt", "webvtt": "vtt",
        "cmfv": "m4s", "cmfa": "m4s", "cmft": "m4s",
    ]

    /// Returns the folder of a track.
    ///
    /// - Parameters:
    ///   - kind: The kind of the track.
    ///   - number: The index of the track among the tracks of its kind, counted from zero.
    /// - Returns: A name such as `video` or `audio0`.
    static func folder(_ kind: PackagePlan.Track.Kind, _ number: Int) -> String {
        kind == .main ? "video" : "\(kind.rawValue)\(number)"
    }

    /// Returns the name of a track's playlist.
    static func playlist(in folder: String) -> String { "\(folder)/\(playlistLeaf)" }

    private static let playlistLeaf = "playlist.m3u8"

    /// Returns whether a file name is the name of a track's playlist.
    static func isPlaylist(_ name: String) -> Bool { name.hasSuffix("/\(playlistLeaf)") }

    /// Returns the name of the file at a relative location in a playlist.
    static func file(_ uri: String, besides playlistName: String) -> String {
        guard let slash = playlistName.lastIndex(of: "/") else { return uri }
        return "\(playlistName[...slash])\(uri)"
    }

    /// Returns the name of a track's initialization section, without the folder.
    static func initialization(_ number: Int) -> String { "init\(number).mp4" }

    /// Returns the name of a track's segment, without the folder.
    ///
    /// - Parameters:
    ///   - number: The index of the segment in the track, counted from zero.
    ///   - url: The location of the segment.
    ///   - kind: The kind of the track.
    ///   - hasInitialization: Whether the segment needs an initialization section.
    /// - Returns: A name such as `000012.ts`.
    static func segment(
        _ number: Int, url: String, kind: PackagePlan.Track.Kind, hasInitialization: Bool
    ) -> String {
        let digits = String(number)
        let padding = String(repeating: "0", count: max(0, 6 - digits.utf8.count))
        let ending =
            ending(of: url)
            ?? (hasInitialization ? "m4s" : kind == .subtitles ? "vtt" : "ts")
        return "\(padding)\(digits).\(ending)"
    }

    private static func ending(of url: String) -> String? {
        guard let text = pathExtension(of: url) else { return nil }
        return extensions[text]
    }

    /// Returns the lower-case extension of a location's last path component.
    ///
    /// The result is `nil` when there is no extension or it is too long.
    static func pathExtension(of url: String) -> String? {
        let tail = URIReference(url).path.utf8.suffix(12)
        guard let dot = tail.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let bytes = tail[tail.index(after: dot)...]
        guard !bytes.isEmpty, bytes.allSatisfy(\.isLetterOrDigit) else { return nil }
        return String(decoding: bytes.map { $0 < 0x41 ? $0 : $0 | 0x20 }, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }
}
