import Linting
import VirtualTime

extension MediaRow {
    /// Divides a segment of the film into two parts, the first of which has keyframes.
    private static func divide(_ media: inout MeasuredFixture) {
        media.text("low", "DURATION:6\n", "DURATION:6\n#EXT-X-PART-INF:PART-TARGET=3\n")
        media.text(
            "low", "#EXTINF:6.00000,\nlow-1.m4s",
            "#EXT-X-PART:DURATION=3,URI=\"0.m4s\",INDEPENDENT=YES\n"
                + "#EXT-X-PART:DURATION=3,URI=\"1.m4s\"\n#EXTINF:6.00000,\nlow-1.m4s")
        guard let whole = media.streams["low.m3u8"]?.segments[1].tracks[0] else { return }
        for index in 0..<2 {
            var part = MeasuredPart(segment: 1, index: index, url: "\(index).m4s")
            var track = whole
            track.start = whole.start + .seconds(Int64(index * 3))
            track.end = track.start + .seconds(3)
            track.sampleCount = 75
            track.sampleTime = .seconds(3)
            track.keyframes = index == 0 ? [track.start, track.start + .seconds(2)] : []
            part.tracks = [track]
            media.streams["low.m3u8"]?.partials.append(part)
        }
    }

    private static func part(
        _ media: inout MeasuredFixture, _ index: Int, _ body: (inout MeasuredPart) -> Void
    ) {
        divide(&media)
        guard var part = media.streams["low.m3u8"]?.partials[index] else { return }
        body(&part)
        media.streams["low.m3u8"]?.partials[index] = part
    }

    static let parts: [MediaRow] = [
        row("part.media-differs") {
            part(&$0, 1) { $0.tracks[0].end = $0.tracks[0].end + .milliseconds(60) }
        } severe: {
            part(&$0, 1) { $0.tracks[0].sampleCount = 74 }
        },
        // A part that was not read provides no evidence about its segment.
        row("part.media-differs") {
            part(&$0, 1) { part in
                part.tracks = []
                part.omission = "the key is not available"
            }
        } severe: {
            part(&$0, 1) { part in
                var sound = part.tracks[0]
                sound.kind = .audio
                part.tracks.append(sound)
            }
        },
        row("part.independent-false") {
            part(&$0, 0) { $0.tracks[0].keyframes.removeFirst() }
        } severe: {
            part(&$0, 0) { $0.tracks[0].keyframes = [] }
        },
        row("part.independent-unmarked") {
            part(&$0, 1) { $0.tracks[0].kind = .audio }
        } severe: {
            part(&$0, 1) { $0.tracks[0].keyframes = [.seconds(20)] }
        },
        row("part.unreadable") {
            part(&$0, 1) { $0.omission = "the key is not available" }
        } severe: {
            part(&$0, 1) { $0.problem = MeasuredProblem("part.unreadable", "not found") }
        },
        row("part.longer-than-media") {
            part(&$0, 1) { $0.tracks[0].sampleTime = .milliseconds(2940) }
        } severe: {
            part(&$0, 1) { $0.tracks[0].sampleTime = .milliseconds(2930) }
        },
        // The last picture of a part may be shown after the first pictures of the next part.
        row("part.longer-than-media") {
            part(&$0, 0) { $0.tracks[0].end = $0.tracks[0].end + .milliseconds(120) }
        } severe: {
            part(&$0, 0) { track in
                track.tracks[0].sampleTime = nil
                track.tracks[0].sampleCount = 70
            }
        },
        row("part.over-target") {
            part(&$0, 1) { $0.tracks[0].sampleTime = .milliseconds(3060) }
        } severe: {
            part(&$0, 1) { $0.tracks[0].sampleTime = .milliseconds(3070) }
        },
    ]
}
