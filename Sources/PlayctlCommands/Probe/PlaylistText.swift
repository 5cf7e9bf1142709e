import Formats
import HeadlessPlayback
import Playlists

/// The lines that describe variants and renditions.
enum MultivariantText {
    static func line(of variant: VariantStream) -> String {
        var parts = ["\(variant.bandwidth) b/s"]
        if let size = variant.resolution { parts.append("\(size.width)x\(size.height)") }
        if let rate = variant.frameRate { parts.append("\(rate) fps") }
        if !variant.codecs.isEmpty { parts.append(variant.codecs.joined(separator: ",")) }
        if let group = variant.audioGroup { parts.append("audio \(group)") }
        if let group = variant.subtitlesGroup { parts.append("subtitles \(group)") }
        parts.append(SafeText.url(variant.uri))
        return parts.joined(separator: "  ")
    }

    static func line(of rendition: Rendition) -> String {
        var parts = [rendition.kind.rawValue.lowercased(), rendition.groupID, rendition.name]
        if let language = rendition.language { parts.append(language) }
        if rendition.isDefault { parts.append("default") }
        if rendition.isForced { parts.append("forced") }
        if let uri = rendition.uri { parts.append(SafeText.url(uri)) }
        return parts.joined(separator: "  ")
    }
}

/// The lines that describe a media playlist.
struct MediaPlaylistText {
    private let playlist: MediaPlaylist

    init(_ playlist: MediaPlaylist) {
        self.playlist = playlist
    }

    var lines: [String] {
        let target = playlist.targetDuration.map { "\($0) s" } ?? "missing"
        let type = playlist.playlistType?.rawValue ?? (playlist.hasEndList ? "ended" : "live")
        var lines = [
            "  segments   \(playlist.segments.count) from \(playlist.mediaSequence),"
                + " \(playlist.duration) s, target duration \(target), \(type)"
        ]
        if !playlist.hasEndList {
            lines.append(
                "  note       no EXT-X-ENDLIST: the listed segments are played as the whole asset")
        }
        let discontinuities = playlist.segments.count(where: \.startsDiscontinuity)
        if discontinuities > 0 { lines.append("  markers    \(discontinuities) discontinuities") }
        let gaps = playlist.segments.count(where: \.isGap)
        if gaps > 0 { lines.append("  markers    \(gaps) gaps") }
        let cues = playlist.segments.reduce(0) { $0 + $1.cueMarkers.count }
        if cues > 0 { lines.append("  markers    \(cues) cue tags") }
        if !playlist.dateRanges.isEmpty {
            lines.append("  markers    \(playlist.dateRanges.count) date ranges")
        }
        let methods = Set(playlist.segments.lazy.flatMap(\.keys).map(\.method.rawValue)).sorted()
        if !methods.isEmpty {
            lines.append("  encrypted  \(methods.joined(separator: ", "))")
        }
        return lines
    }
}
