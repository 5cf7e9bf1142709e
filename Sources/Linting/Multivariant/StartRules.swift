import Playlists
import VirtualTime

/// The rules about the positions that `EXT-X-START` states.
struct StartRules {
    let asset: LintedAsset

    /// Checks the tag of a multivariant playlist, and compares the tags of media playlists with it.
    func check(_ log: inout BreachLog) {
        guard let start = asset.main.multivariant?.start, let tag = asset.main.text.first(.start)
        else { return }
        let variants = asset.mediaPlaylists.compactMap { playlist -> MediaPlaylist? in
            guard case .variant = playlist.role else { return nil }
            return playlist.media
        }
        // The variants of a presentation have about the same length.
        if let longest = variants.max(by: { $0.duration < $1.duration }) {
            Self.check(start, tag, in: asset.main.url, of: longest, &log)
        }
        for playlist in asset.mediaPlaylists {
            guard let own = playlist.media?.start, let written = playlist.text.first(.start),
                own.offset != start.offset || own.isPrecise != start.isPrecise
            else { continue }
            log.note(
                "media.start-differs", in: playlist.url, line: written.line,
                column: written.column(of: "TIME-OFFSET"),
                "EXT-X-START is \(Self.words(own)), and that of the multivariant playlist"
                    + " \(Self.words(start))", expected: "one start position, or one tag")
        }
    }

    /// Checks the position of a tag against the length of a media playlist.
    ///
    /// - Parameters:
    ///   - start: The position.
    ///   - tag: The tag that states the position.
    ///   - url: The location of the playlist with the tag.
    ///   - media: The media playlist to which the position applies.
    ///   - log: Receives the breach.
    static func check(
        _ start: StartPoint, _ tag: WrittenTag, in url: String, of media: MediaPlaylist,
        _ log: inout BreachLog
    ) {
        guard !media.segments.isEmpty else { return }
        let column = tag.column(of: "TIME-OFFSET")
        let length = media.duration
        let distance = start.offset.magnitude
        if distance > length, media.hasEndList {
            log.note(
                "media.start-beyond-end", in: url, line: tag.line, column: column,
                "TIME-OFFSET is \(start.offset) s, and the playlist has \(length) s",
                expected: "an offset within the playlist")
        } else if !media.hasEndList, let target = media.targetDuration,
            (start.offset < .zero ? distance : length - start.offset) < target * 3
        {
            log.note(
                "media.start-near-live-edge", in: url, line: tag.line, column: column,
                "TIME-OFFSET is within three target durations of the live edge",
                expected: "an offset of at least \(target * 3) s from the end")
        }
    }

    private static func words(_ start: StartPoint) -> String {
        "\(start.offset) s\(start.isPrecise ? ", precise" : "")"
    }
}
