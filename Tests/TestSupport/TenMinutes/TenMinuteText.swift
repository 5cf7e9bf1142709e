/// The playlists and subtitles of a ten-minute asset.
struct TenMinuteText {
    /// The media playlist of one stream.
    let playlist: String

    /// Joins the playlists of the pieces of a stream: pieces of the film, and advertisements.
    ///
    /// - Parameters:
    ///   - kind: The kind of the segments.
    ///   - read: Returns the playlist that FFmpeg wrote for a part.
    init(_ kind: TenMinuteAsset.Kind, _ read: (String) -> String) {
        var lines = Self.header(version: kind == .fragments ? 7 : 3, targetDuration: 6)
        var second = 0
        for (place, (part, number)) in TenMinuteAsset.parts.enumerated() {
            if place > 0 { lines.append("#EXT-X-DISCONTINUITY") }
            if kind == .fragments { lines.append("#EXT-X-MAP:URI=\"\(part)\(number).mp4\"") }
            lines.append("#EXT-X-PROGRAM-DATE-TIME:\(Self.date(second))")
            if part == "advertisement" {
                lines += Self.breakTags(number, at: second)
            } else if place > 0 {
                lines.append("#EXT-X-CUE-IN")
            }
            for line in read(part).split(separator: "\n") {
                if line.hasPrefix("#EXTINF:") {
                    lines.append(String(line))
                } else if !line.hasPrefix("#") {
                    lines.append(String(line).replacing(part, with: "\(part)\(number)"))
                }
            }
            second += TenMinuteAsset.seconds(of: part)
        }
        playlist = (lines + ["#EXT-X-ENDLIST"]).joined(separator: "\n") + "\n"
    }

    private static func header(version: Int, targetDuration: Int) -> [String] {
        [
            "#EXTM3U", "#EXT-X-VERSION:\(version)", "#EXT-X-TARGETDURATION:\(targetDuration)",
            "#EXT-X-PLAYLIST-TYPE:VOD",
        ]
    }

    private static func breakTags(_ number: Int, at second: Int) -> [String] {
        let message = SpliceSection.insert(
            UInt32(number), isOut: true, pts: 900_000, duration: 30 * 90_000)
        return [
            "#EXT-X-DATERANGE:ID=\"break-\(number)\",CLASS=\"com.example.break\""
                + ",START-DATE=\"\(date(second))\",PLANNED-DURATION=30.000"
                + ",SCTE35-OUT=\(message.hexadecimal)",
            "#EXT-X-CUE-OUT:30.000",
        ]
    }

    static func date(_ second: Int) -> String {
        "2026-01-01T06:\(twoDigits(second / 60)):\(twoDigits(second % 60)).000Z"
    }

    private static func twoDigits(_ number: Int) -> String {
        (number < 10 ? "0" : "") + String(number)
    }
}

extension TenMinuteText {
    /// The times of each subtitle segment, and whether a film part or advertisement starts with it.
    private static let pieces: [(start: Int, seconds: Int, startsPart: Bool)] = {
        var pieces: [(Int, Int, Bool)] = []
        var second = 0
        for (part, _) in TenMinuteAsset.parts {
            let length = TenMinuteAsset.seconds(of: part)
            for start in stride(from: 0, to: length, by: 60) {
                pieces.append((start, min(60, length - start), start == 0))
            }
            second += length
        }
        return pieces
    }()

    /// The playlist of subtitles, the same in each language.
    static let subtitlePlaylist: String = {
        var lines = header(version: 3, targetDuration: 60)
        for (number, piece) in pieces.enumerated() {
            if piece.startsPart, number > 0 { lines.append("#EXT-X-DISCONTINUITY") }
            lines += ["#EXTINF:\(piece.seconds).000,", "\(number).vtt"]
        }
        return (lines + ["#EXT-X-ENDLIST"]).joined(separator: "\n") + "\n"
    }()

    /// Returns the subtitle segments, with a cue every ten seconds.
    static func subtitles(_ kind: TenMinuteAsset.Kind, _ language: String) -> [String] {
        let clock = kind == .transportStream ? 900_000 : 0
        return pieces.enumerated().map { number, piece in
            var text = "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:\(clock),LOCAL:00:00:00.000\n"
            for start in stride(from: piece.start, to: piece.start + piece.seconds, by: 10) {
                text += "\n\(stamp(start + 1)) --> \(stamp(start + 8))\n"
                text += language == "en" ? "Line \(start) of \(number)\n" : "Zeile \(start)\n"
            }
            return text
        }
    }

    private static func stamp(_ second: Int) -> String {
        "00:\(twoDigits(second / 60)):\(twoDigits(second % 60)).000"
    }
}
