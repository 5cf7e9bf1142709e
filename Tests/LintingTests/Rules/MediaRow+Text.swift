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
        // The window of live subtitles need not start with the programme.
        row("vtt.cues-beside-start") { media in
            makeLive(&media)
            for index in 0..<8 { media.change("text", index) { $0.cueShift = .seconds(2) } }
        } severe: { media in
            for index in 0..<8 { media.change("text", index) { $0.cueShift = .seconds(8) } }
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
        // A segment is a copy of another one, in files without time maps and in fMP4.
        row("vtt.timestamp-map-off") { media in
            for index in 0..<8 { media.change("text", index) { $0.cueShift = nil } }
        } severe: { media in
            for index in 0..<8 { media.change("text", index) { $0.cueShift = nil } }
            copyFirst(&media, to: 6)
        },
        row("vtt.timestamp-map-off") { media in
            for index in 0..<8 {
                media.change("text", index) {
                    $0.cueShift = nil
                    $0.cues[0].start = $0.cues[0].start + .seconds(10)
                    $0.cues[0].end = $0.cues[0].end + .seconds(10)
                }
            }
        } severe: { media in
            for index in 0..<8 { media.change("text", index) { $0.cueShift = nil } }
            copyFirst(&media, to: 1)
        },
        row("vtt.timestamp-map-off") {
            fragment(&$0)
        } severe: { media in
            fragment(&media)
            copyFirst(&media, to: 1)
        },
        row("vtt.timestamp-map-off") {
            fragment(&$0, late: 500)
        } severe: {
            fragment(&$0, late: 2000)
        },
        // Video and cues have times since 1970.
        row("vtt.timestamp-map-off") { media in
            let age = MediaTime.seconds(1_700_000_000)
            for name in media.streams.keys.sorted() where name != "text.m3u8" {
                let count = media.streams[name]?.segments.count ?? 0
                for index in 0..<count {
                    media.track(String(name.dropLast(5)), index) { shift(&$0, by: age) }
                }
            }
            for index in 0..<8 {
                media.change("text", index) {
                    $0.cueShift = nil
                    $0.cues[0].start = $0.cues[0].start + .seconds(10) + age
                    $0.cues[0].end = $0.cues[0].end + .seconds(10) + age
                }
            }
        } severe: { media in
            for index in 0..<8 { media.change("text", index) { $0.cueShift = nil } }
            copyFirst(&media, to: 2)
        },
        // The start of the programme is so early that all cues are near their segments anyway.
        row("vtt.cue-missing-in-overlap") { media in
            for name in media.streams.keys.sorted() where name != "text.m3u8" {
                let count = media.streams[name]?.segments.count ?? 0
                for index in 0..<count {
                    media.track(String(name.dropLast(5)), index) { shift(&$0, by: -8520) }
                }
            }
            for index in 0..<8 { media.change("text", index) { $0.cueShift = nil } }
        } severe: { media in
            media.change("text", 1) { $0.cues[0].end = .milliseconds(12_200) }
        },
        row("vtt.no-timestamp-map") {
            fragment(&$0)
        } severe: {
            $0.change("text", 1) { $0.cueShift = nil }
        },
        row("vtt.cue-missing-in-overlap") { media in
            fragment(&media)
            media.change("text", 1) { $0.cues[0].end = .milliseconds(22_200) }
        } severe: { media in
            media.change("text", 1) { $0.cues[0].end = .milliseconds(12_200) }
        },
        // The clock of the programme stops during the break. In the second playlist, one segment is
        // late, and no offset applies to most segments.
        row("vtt.timestamp-map-off") { media in
            stopClock(&media, from: 5, for: 12)
            for index in [3, 4, 6, 7] { media.change("text", index) { $0.cues = [] } }
        } severe: { media in
            media.text("text", "#EXT-X-DISCONTINUITY\n")
            stopClock(&media, from: 5, for: 12)
            media.change("text", 1) { $0.cueShift = .milliseconds(11_500) }
        },
        // The window of the live subtitles starts a segment before that of the programme.
        row("vtt.timestamp-map-off") { media in
            makeLive(&media)
            for index in 0..<8 { media.change("text", index) { $0.cueShift = .seconds(4) } }
        } severe: { media in
            makeLive(&media)
        },
        // The programme follows advertisements without cues.
        row("vtt.cues-beside-start") { media in
            stopClock(&media, from: 3, for: 18)
            for index in 0..<3 { media.change("text", index) { $0.cues = [] } }
        } severe: { media in
            stopClock(&media, from: 3, for: 18)
            for index in 0..<3 { media.change("text", index) { $0.cueShift = .seconds(12) } }
        },
    ]

    /// Makes the times of media and cues earlier by some seconds, from a segment to the end.
    private static func stopClock(
        _ media: inout MeasuredFixture, from place: Int, for seconds: Int64
    ) {
        let time = MediaTime.zero - .seconds(seconds)
        for name in media.streams.keys.sorted() where name != "text.m3u8" {
            guard let count = media.streams[name]?.segments.count, count == 8 else { continue }
            for index in place..<8 {
                media.track(String(name.dropLast(5)), index) { shift(&$0, by: time) }
            }
        }
        for index in place..<8 {
            media.change("text", index) {
                $0.cues[0].start = $0.cues[0].start + time
                $0.cues[0].end = $0.cues[0].end + time
            }
        }
    }

    /// Makes the subtitles a live window whose dates start 6 s before those of the programme.
    private static func makeLive(_ media: inout MeasuredFixture) {
        media.text("text", "#EXT-X-PLAYLIST-TYPE:VOD\n")
        media.text("text", "#EXT-X-ENDLIST\n")
        media.text(
            "text", "#EXTINF", "#EXT-X-PROGRAM-DATE-TIME:2025-12-31T23:59:54.000Z\n#EXTINF")
    }

    /// Replaces a segment of the subtitles with a copy of the first segment.
    private static func copyFirst(_ media: inout MeasuredFixture, to place: Int) {
        let first = media.streams["text.m3u8"]?.segments[0]
        media.change("text", place) {
            $0.tracks = first?.tracks ?? []
            $0.cues = first?.cues ?? []
        }
    }

    /// Turns the subtitles into WebVTT in fMP4, whose times may be late by some milliseconds.
    private static func fragment(_ media: inout MeasuredFixture, late: Int64 = 0) {
        for index in 0..<8 {
            let start = MediaTime.milliseconds(Int64(10_000 + index * 6000) + late)
            media.change("text", index) {
                $0.cueShift = nil
                var track = MeasuredTrack(.text, start: start, end: start + .seconds(6))
                track.codec = "wvtt"
                track.sampleCount = 3
                $0.tracks = [track]
                $0.cues = [
                    MeasuredCue(start: start + .seconds(1), end: start + .seconds(4), id: "")
                ]
            }
        }
    }

    /// Turns the subtitles into a single file without a time map, and moves the programme's start.
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
