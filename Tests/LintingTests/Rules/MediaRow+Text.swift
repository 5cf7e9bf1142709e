import Linting
import VirtualTime

extension MediaRow {
    static let text: [MediaRow] = [
        row("vtt.no-timestamp-map") {
            $0.change("text", 1) {
                $0.cues = []; $0.cueShift = nil
            }
        } severe: {
            $0.change("text", 1) { $0.cueShift = nil }
        },
        row("vtt.timestamp-map-off") { media in
            for index in 0..<8 {
                media.change("text", index) { $0.cueShift = .milliseconds(5600) }
            }
        } severe: {
            $0.change("text", 1) { $0.cueShift = .seconds(20) }
        },
        // The cues of one segment are late by less than the duration of the segment.
        row("vtt.timestamp-map-off") {
            $0.change("text", 1) { $0.cueShift = .milliseconds(10_090) }
        } severe: {
            $0.change("text", 1) { $0.cueShift = .milliseconds(11_500) }
        },
        row("vtt.cues-beside-start") { media in
            for index in 0..<8 {
                media.change("text", index) { $0.cueShift = .milliseconds(10_450) }
            }
        } severe: { media in
            for index in 0..<8 { media.change("text", index) { $0.cueShift = .seconds(12) } }
        },
        row("vtt.cue-outside-segment") {
            $0.change("text", 1) { $0.cues[0].end = $0.cues[0].start }
        } severe: { media in
            for index in 0..<8 {
                media.change("text", index) { $0.cueShift = .milliseconds(5800) }
            }
        },
        row("vtt.cue-missing-in-overlap") { media in
            let cue = MeasuredCue(start: .seconds(11), end: .seconds(14), id: "x")
            for index in 1...2 { media.change("text", index) { $0.cues = [cue] } }
        } severe: { media in
            media.change("text", 1) { $0.cues[0].end = .milliseconds(12_200) }
        },
        row("vtt.cue-backwards") {
            $0.change("text", 1) {
                $0.cues.append($0.cues[0]); $0.cues[1].id = "a"
            }
        } severe: {
            $0.change("text", 1) {
                $0.cues.insert($0.cues[0], at: 0)
                $0.cues[0].start = $0.cues[0].start + .seconds(1)
                $0.cues[0].id = "a"
            }
        },
        row("vtt.cue-duplicate-id") {
            $0.change("text", 1) {
                $0.cues.append($0.cues[0]); $0.cues[1].id = ""
            }
        } severe: {
            $0.change("text", 1) { $0.cues.append($0.cues[0]) }
        },
        row("vtt.no-timestamp-map") { media in
            // The times in a single file are counted from the timestamp zero, so the programme must
            // start at zero.
            single(&media, from: .zero)
        } severe: { media in
            single(&media, from: .seconds(10))
        },
        row("vtt.cue-beyond-end") { media in
            let cue = MeasuredCue(start: .milliseconds(47_900), end: .seconds(49), id: "x")
            media.change("text", 7) { $0.cues.append(cue) }
        } severe: { media in
            let cue = MeasuredCue(start: .seconds(49), end: .seconds(50), id: "x")
            media.change("text", 7) { $0.cues.append(cue) }
        },
    ]

    /// Makes the subtitles a single file without a time map, and moves the start of the programme.
    private static func single(_ media: inout MeasuredFixture, from start: MediaTime) {
        let lines = [
            "#EXTM3U", "#EXT-X-TARGETDURATION:48", "#EXT-X-PLAYLIST-TYPE:VOD", "#EXTINF:48,",
            "text-0.vtt", "#EXT-X-ENDLIST", "",
        ]
        media.text("text", "*", lines.joined(separator: "\n"))
        for _ in 1..<8 { media.remove("text", 1) }
        media.change("text", 0) { $0.cueShift = nil }
        for name in media.streams.keys.sorted() where name != "text.m3u8" {
            let count = media.streams[name]?.segments.count ?? 0
            for index in 0..<count {
                media.track(String(name.dropLast(5)), index) {
                    shift(&$0, by: start.value(timescale: 1000) - 10_000)
                }
            }
        }
    }
}
