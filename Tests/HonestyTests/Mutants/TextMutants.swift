/// The mutants of playlists and WebVTT.
enum TextMutants {
    /// The tags whose removal changes or removes segments.
    private static let neededTags = [
        "#EXTM3U", "#EXTINF", "#EXT-X-BYTERANGE", "#EXT-X-MAP", "#EXT-X-KEY",
        "#EXT-X-DISCONTINUITY", "#EXT-X-ENDLIST",
    ]

    /// Returns changes of every line of a media playlist, and of every segment.
    ///
    /// - Parameters:
    ///   - bytes: The playlist.
    ///   - isText: Whether its segments are subtitles.
    /// - Returns: The changes.
    static func media(_ bytes: [UInt8], isText: Bool) -> [TransportMutants.Made] {
        let lines = Lines(bytes)
        var made: [TransportMutants.Made] = []
        var group: [Range<Int>] = []
        let locations = lines.all.indices.filter { lines.all[$0].isLocation }
        for (number, line) in lines.all.enumerated() where !line.isBlank {
            let detail = "line \(number + 1), \(line.text.prefix(60))"
            if line.isLocation {
                let isEdge = number == locations.first || number == locations.last
                let operation: Mutant.Operation =
                    isText ? .cueEntryGone : isEdge ? .edgeEntryGone : .entryGone
                made.append((operation, detail, .remove(group + [line.range])))
                group = []
            } else if line.text.hasPrefix("#EXTINF") || line.text.hasPrefix("#EXT-X-BYTERANGE") {
                group.append(line.range)
            }
            let isNeeded = line.isLocation || neededTags.contains { line.text.hasPrefix($0) }
            made.append((isNeeded ? .tagGone : .sideTagGone, detail, .remove([line.range])))
        }
        return made + blank(lines)
    }

    /// Returns changes of every line and every variant stream of a multivariant playlist.
    static func multivariant(_ bytes: [UInt8]) -> [TransportMutants.Made] {
        let lines = Lines(bytes)
        var made: [TransportMutants.Made] = []
        func kind(_ line: Lines.Line) -> String {
            line.text.split(separator: ",").prefix(2).joined(separator: ",")
        }
        for (number, line) in lines.all.enumerated() where !line.isBlank {
            let detail = "line \(number + 1), \(line.text.prefix(60))"
            if line.text.hasPrefix("#EXT-X-MEDIA:") {
                let count = lines.all.count { kind($0) == kind(line) }
                made.append(
                    (count > 1 ? .renditionGone : .groupGone, detail, .remove([line.range])))
            } else if line.text.hasPrefix("#EXT-X-STREAM-INF"), number + 1 < lines.all.count {
                made.append(
                    (.variantGone, detail, .remove([line.range, lines.all[number + 1].range])))
            } else {
                made.append((.mainTagGone, detail, .remove([line.range])))
            }
        }
        return made + blank(lines)
    }

    /// Returns changes of a playlist as a whole.
    static func whole(_ bytes: [UInt8]) -> [TransportMutants.Made] {
        [
            (.playlistGone, "missing", .gone), (.playlistGone, "empty", .remove([bytes.indices])),
            (.playlistGone, "zeroed", .zero([bytes.indices])),
        ]
    }

    /// Returns changes of every cue of a WebVTT file, and of the file as a whole.
    static func cues(_ bytes: [UInt8]) -> [TransportMutants.Made] {
        let lines = Lines(bytes)
        var made: [TransportMutants.Made] = [
            (.cueFileGone, "missing", .gone), (.cueFileEmpty, "empty", .remove([bytes.indices])),
            (.cueFileZeroed, "zeroed", .zero([bytes.indices])),
        ]
        for (number, line) in lines.all.enumerated() where line.text.contains("-->") {
            let rest = lines.all[number...].prefix { !$0.isBlank }
            let place = "at line \(number + 1)"
            made.append((.cueGone, place, .remove(rest.map(\.range))))
            made.append((.cueTimingsBroken, "\(place), zeroed", .zero([line.textRange])))
            for offset in line.textRange where [0x2D, 0x3E].contains(bytes[offset]) {
                made.append(
                    (.cueTimingsBroken, "\(place), byte \(offset)", .remove([offset..<offset + 1])))
            }
        }
        for line in lines.all where line.text.hasPrefix("X-TIMESTAMP-MAP") {
            made.append((.cueMapBroken, "zeroed", .zero([line.textRange])))
            for offset in line.textRange {
                made.append((.cueMapBroken, "byte \(offset)", .remove([offset..<offset + 1])))
            }
        }
        return made
    }

    private static func blank(_ lines: Lines) -> [TransportMutants.Made] {
        [
            (.blankTail, "at the end", .rewrite { $0 + Array("\n# nothing\n\n".utf8) }),
            (
                .blankTail, "behind the first line",
                .rewrite { bytes in
                    let first = lines.all[0].range.upperBound
                    return bytes[..<first] + Array("\n# nothing\n".utf8) + bytes[first...]
                }
            ),
        ]
    }

    /// The lines of a text, with their ranges.
    private struct Lines: Sendable {
        struct Line: Sendable {
            let text: String
            let range: Range<Int>
            /// The range without the line end.
            var textRange: Range<Int> { range.lowerBound..<range.lowerBound + text.utf8.count }
            var isBlank: Bool { text.isEmpty }
            var isLocation: Bool { !isBlank && !text.hasPrefix("#") }
        }

        let all: [Line]

        init(_ bytes: [UInt8]) {
            var all: [Line] = []
            var start = 0
            while start < bytes.count {
                let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count - 1
                let text = String(decoding: bytes[start...end].filter { $0 != 0x0A }, as: UTF8.self)
                all.append(Line(text: text, range: start..<end + 1))
                start = end + 1
            }
            self.all = all
        }
    }
}
