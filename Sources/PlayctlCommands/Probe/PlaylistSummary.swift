import Formats
import HeadlessPlayback
import PlaybackCommands
import Playlists

/// The summary of one playlist: the counts of its variant streams, segments and other contents.
struct PlaylistSummary {
    private let playlist: Playlist

    init(_ playlist: Playlist) {
        self.playlist = playlist
    }

    /// The summary as a JSON object on one line, with its line break.
    var jsonLine: [UInt8] {
        var json = JSONText()
        json.object { json in write(&json) }
        json.endLine()
        return json.bytes
    }

    /// Writes the members of the object; both kinds of playlist have the same members.
    ///
    /// A property that a kind of playlist cannot have is 0 if it is a count, and otherwise `null`.
    func write(_ json: inout JSONText) {
        switch playlist {
        case .multivariant(let playlist):
            json.member("kind", "multivariant")
            json.member("version", playlist.version)
            write(playlist, MediaPlaylist(), &json)
        case .media(let playlist):
            json.member("kind", "media")
            json.member("version", playlist.version)
            write(MultivariantPlaylist(), playlist, &json)
        }
        json.key("problems")
        json.array { json in
            for problem in playlist.problems {
                json.object {
                    $0.member("line", problem.line)
                    $0.member("tag", problem.tag)
                    $0.member("rule", problem.rule.rawValue)
                    $0.member("section", problem.rule.section)
                    $0.member("text", "\(problem)")
                }
            }
        }
    }

    private func write(
        _ multivariant: MultivariantPlaylist, _ media: MediaPlaylist, _ json: inout JSONText
    ) {
        json.member("variants", multivariant.variants.count)
        json.member("iFrameVariants", multivariant.iFrameVariants.count)
        json.key("renditions")
        json.object { json in
            for kind in Rendition.Kind.allCases {
                json.member(kind.rawValue, multivariant.renditions.count { $0.kind == kind })
            }
        }
        json.member("segments", media.segments.count)
        writeHeader(&json)
        json.member(
            "keyMethods",
            unique(multivariant.sessionKeys.map(\.method.rawValue) + keyMethods(of: media)))
        json.member("maps", maps(of: media))
        json.member("byteRanges", media.segments.count { $0.byteRange != nil })
        json.member("discontinuities", media.segments.count(where: \.startsDiscontinuity))
        json.member("dateRanges", media.dateRanges.count)
        json.member("gaps", media.segments.count(where: \.isGap))
        json.member(
            "parts", media.segments.reduce(media.trailingParts.count) { $0 + $1.parts.count })
    }

    private func writeHeader(_ json: inout JSONText) {
        guard case .media(let playlist) = playlist else {
            for key in [
                "duration", "targetDuration", "mediaSequence", "discontinuitySequence", "endList",
                "playlistType",
            ] {
                json.key(key)
                json.null()
            }
            return
        }
        json.member("duration", playlist.duration)
        json.key("targetDuration")
        if let target = playlist.targetDuration { json.value(target) } else { json.null() }
        json.member("mediaSequence", playlist.mediaSequence)
        json.member("discontinuitySequence", playlist.discontinuitySequence)
        json.member("endList", playlist.hasEndList)
        json.optional("playlistType", playlist.playlistType?.rawValue)
    }

    private func keyMethods(of playlist: MediaPlaylist) -> [String] {
        unique(playlist.segments.lazy.flatMap(\.keys).map(\.method.rawValue))
    }

    /// Returns the number of different initialization sections.
    private func maps(of playlist: MediaPlaylist) -> Int {
        var last: InitializationSection?
        var seen: [InitializationSection] = []
        for segment in playlist.segments {
            guard let section = segment.initializationSection, section != last else { continue }
            last = section
            if !seen.contains(section) { seen.append(section) }
        }
        return seen.count
    }

    private func unique(_ names: some Sequence<String>) -> [String] {
        var result: [String] = []
        for name in names where !result.contains(name) { result.append(name) }
        return result
    }

    /// The summary as human-readable text.
    var text: String {
        var lines: [String] = []
        switch playlist {
        case .multivariant(let playlist):
            lines.append("multivariant playlist, version \(playlist.version)")
            lines += playlist.variants.map { "  variant    \(MultivariantText.line(of: $0))" }
            lines += playlist.iFrameVariants.map { "  I-frames   \(MultivariantText.line(of: $0))" }
            lines += playlist.renditions.map { "  rendition  \(MultivariantText.line(of: $0))" }
        case .media(let playlist):
            lines.append("media playlist, version \(playlist.version)")
            lines += MediaPlaylistText(playlist).lines
        }
        lines += playlist.problems.map { "  problem    \($0)" }
        return lines.map { SafeText.joinedLines($0) + "\n" }.joined()
    }
}
