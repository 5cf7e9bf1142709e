import Linting
import VirtualTime

/// The fixtures of a rule about media: media that barely obeys the rule, and media that breaks it.
struct MediaRow: Sendable, CustomStringConvertible {
    let code: String
    let near: @Sendable (inout MeasuredFixture) -> Void
    let severe: @Sendable (inout MeasuredFixture) -> Void

    var description: String { code }

    static func row(
        _ code: String, near: @escaping @Sendable (inout MeasuredFixture) -> Void,
        severe: @escaping @Sendable (inout MeasuredFixture) -> Void
    ) -> MediaRow { MediaRow(code: code, near: near, severe: severe) }

    /// Moves the end of a segment and the starts of the following segments.
    static func lengthen(
        _ media: inout MeasuredFixture, at place: Int = 1, by milliseconds: Int64
    ) {
        media.track("low", place) { $0.end = $0.end + .milliseconds(milliseconds) }
        for index in place + 1..<8 { media.track("low", index) { shift(&$0, by: milliseconds) } }
    }

    static func shift(_ track: inout MeasuredTrack, by milliseconds: Int64) {
        shift(&track, by: MediaTime.milliseconds(milliseconds))
    }

    static func shift(_ track: inout MeasuredTrack, by time: MediaTime) {
        track.start = track.start + time
        track.end = track.end + time
        track.keyframes = track.keyframes.map { $0 + time }
    }

    static let all: [MediaRow] =
        durations + losses + tracks + changes + claims + codecs + streams + text
        + pictures + files + captions + parts + advertisements + wraps

    static let durations: [MediaRow] = [
        row("media.over-target-by-half-second") {
            lengthen(&$0, by: 500)
        } severe: {
            lengthen(&$0, by: 600)
        },
        row("segment.extinf-off") {
            lengthen(&$0, by: 60)
        } severe: {
            lengthen(&$0, by: 80)
        },
        row("segment.extinf-wrong") {
            lengthen(&$0, by: 500)
        } severe: {
            lengthen(&$0, by: -3000)
        },
        row("segment.extinf-drift") {
            lengthen(&$0, by: 60)
        } severe: { media in
            for index in 0..<2 { lengthen(&media, at: index, by: 50) }
        },
        // Frames are lost at the ends of segments, but the timestamps continue without a gap.
        row("segment.extinf-drift") {
            lengthen(&$0, at: 1, by: -40)
        } severe: { media in
            for index in 0..<3 { lengthen(&media, at: index, by: -40) }
        },
        row("segment.extinf-integer") { media in
            media.text("low", "all:#EXTINF:6.00000", "#EXTINF:6.01000")
            lengthen(&media, by: 50)
        } severe: {
            lengthen(&$0, by: 50)
        },
        row("segment.discontinuity-undeclared") { media in
            media.track("low", 3) { shift(&$0, by: 60_000) }
            for index in 4..<8 { media.track("low", index) { shift(&$0, by: 60_000) } }
        } severe: { media in
            for index in 2..<8 { media.track("low", index) { shift(&$0, by: 60_000) } }
        },
        // At a constant frame rate, even the loss of a single frame is noticeable.
        row("media.pts-gap") { media in
            for index in 2..<8 { media.track("low", index) { shift(&$0, by: 30) } }
        } severe: { media in
            for index in 2..<8 { media.track("low", index) { shift(&$0, by: 40) } }
        },
        row("media.pts-gap") { media in
            media.track { $0.sampleCount = 120 }
            media.track("low", 2) { $0.sampleCount = 120 }
            for index in 2..<8 { media.track("low", index) { shift(&$0, by: 100) } }
        } severe: { media in
            media.track { $0.sampleCount = 120 }
            media.track("low", 2) { $0.sampleCount = 120 }
            for index in 2..<8 { media.track("low", index) { shift(&$0, by: 110) } }
        },
        // The shift affects only the audio of a stream that also has video.
        row("media.pts-gap") { media in
            add(&media, 0)
            for index in 2..<8 {
                media.change("low", index) { shift(&$0.tracks[1], by: 12) }
            }
        } severe: { media in
            add(&media, 0)
            for index in 2..<8 {
                media.change("low", index) { shift(&$0.tracks[1], by: 43) }
            }
        },
        // The shift affects only the second audio track of a stream that also has video.
        row("media.pts-gap") { media in
            addTwice(&media)
            for index in 2..<8 {
                media.change("low", index) { shift(&$0.tracks[2], by: 12) }
            }
        } severe: { media in
            addTwice(&media)
            for index in 2..<8 {
                media.change("low", index) { shift(&$0.tracks[2], by: 43) }
            }
        },
        row("media.lost-frames") {
            add(&$0, 0)
        } severe: { media in
            add(&media, 0)
            media.change { $0.tracks[1].holes = [.seconds(17)..<(.seconds(18))] }
        },
        row("media.pts-gap") { media in
            for index in 2..<8 { media.track("low", index) { shift(&$0, by: 20) } }
        } severe: { media in
            for index in 2..<8 { media.track("low", index) { shift(&$0, by: 200) } }
        },
        row("media.pts-overlap") { media in
            for index in 2..<8 { media.track("low", index) { shift(&$0, by: -100) } }
        } severe: { media in
            for index in 2..<8 { media.track("low", index) { shift(&$0, by: -200) } }
        },
        row("segment.bitrate-off") { media in
            media.text("low", "#EXTINF", "#EXT-X-BITRATE:736\n#EXTINF")
            for index in 0..<8 { media.change("low", index) { $0.byteCount = 600_000 } }
        } severe: { media in
            media.text("low", "#EXTINF", "#EXT-X-BITRATE:700\n#EXTINF")
            for index in 0..<8 { media.change("low", index) { $0.byteCount = 600_000 } }
        },
        // A segment that was not read has no bitrate.
        row("segment.bitrate-off") { media in
            media.text("low", "#EXTINF", "#EXT-X-BITRATE:736\n#EXTINF")
            for index in 0..<8 { media.change("low", index) { $0.byteCount = 552_000 } }
            media.change {
                $0.byteCount = 0
                $0.isLost = true
            }
        } severe: { media in
            media.text("low", "#EXTINF", "#EXT-X-BITRATE:736\n#EXTINF")
            for index in 0..<8 { media.change("low", index) { $0.byteCount = 552_000 } }
            media.change { $0.byteCount = 100_000 }
        },
        row("segment.missing-file") { media in
            media.text("low", "low-1.m4s", "#EXT-X-GAP\nlow-1.m4s")
            media.remove("low", 1)
        } severe: { media in
            media.change {
                $0.isLost = true
                $0.problems = [MeasuredProblem("segment.missing-file", "no such file")]
            }
        },
    ]

    static let tracks: [MediaRow] = [
        row("video.no-keyframe") {
            $0.track { $0.keyframes = [$0.start] }
        } severe: {
            $0.track { $0.keyframes = [] }
        },
        row("video.no-idr") {
            $0.track { $0.keyframes[0] = $0.start + .milliseconds(160) }
        } severe: {
            $0.track { $0.keyframes.removeFirst() }
        },
        row("media.independent-false") {
            $0.track { $0.keyframes[0] = $0.start + .milliseconds(160) }
        } severe: {
            $0.track { $0.keyframes.removeFirst() }
        },
        // The keyframe is shown one frame after the start. In the first fixture it is decoded
        // first, which is legal; in the second fixture, another picture is decoded first.
        row("video.no-idr") {
            $0.track { $0.keyframes[0] = $0.start + .milliseconds(40) }
        } severe: {
            $0.track {
                $0.keyframes[0] = $0.start + .milliseconds(40)
                $0.startsWithoutKeyframe = true
            }
        },
        // A keyframe at which an open GOP starts, without and with pictures that are shown before.
        row("video.no-idr") {
            $0.track { $0.startsOpenGroup = true }
        } severe: {
            $0.track {
                $0.keyframes[0] = $0.start + .milliseconds(40)
                $0.startsOpenGroup = true
            }
        },
        row("media.independent-false") {
            $0.track { $0.keyframes[0] = $0.start + .milliseconds(40) }
        } severe: {
            $0.track { $0.keyframes = [] }
        },
        // The multivariant playlist can declare independent segments for all media playlists.
        row("media.independent-false") { media in
            media.text("low", "#EXT-X-INDEPENDENT-SEGMENTS\n")
            media.text("main", "#EXT-X-INDEPENDENT-SEGMENTS\n")
            media.track { $0.startsWithoutKeyframe = true }
        } severe: { media in
            media.text("low", "#EXT-X-INDEPENDENT-SEGMENTS\n")
            media.track { $0.startsWithoutKeyframe = true }
        },
        row("media.independent-undeclared") { media in
            media.text("low", "#EXT-X-INDEPENDENT-SEGMENTS\n", "")
        } severe: { media in
            media.text("low", "#EXT-X-INDEPENDENT-SEGMENTS\n", "")
            media.text("main", "#EXT-X-INDEPENDENT-SEGMENTS\n", "")
        },
        row("video.idr-interval") {
            $0.track { $0.keyframes[1] = $0.start + .milliseconds(2040) }
        } severe: {
            $0.track { $0.keyframes.remove(at: 1) }
        },
        row("video.over-60-fps") {
            $0.tracks { $0.frameRate = 60 }
        } severe: {
            $0.tracks { $0.frameRate = 120 }
        },
        row("video.odd-frame-rate") {
            $0.tracks { $0.frameRate = 23.976 }
        } severe: {
            $0.tracks { $0.frameRate = 20 }
        },
        // The last segment before a discontinuity is checked, too.
        row("video.over-60-fps") {
            $0.track("low", 2) { $0.frameRate = 60 }
        } severe: {
            $0.track("low", 2) { $0.frameRate = 120 }
        },
        row("audio.two-streams") {
            $0.change("en", 0) { segment in
                segment.tracks.append(segment.tracks[0])
                segment.tracks[1].kind = .text
            }
        } severe: {
            $0.change("en", 2) { $0.tracks.append($0.tracks[0]) }
        },
    ]

    static let changes: [MediaRow] = [
        row("segment.frame-rate-change") {
            for index in 3...4 { $0.track("low", index) { $0.frameRate = 50 } }
        } severe: {
            $0.track { $0.frameRate = 50 }
        },
        row("segment.discontinuity-parameters") {
            for index in 3...4 { $0.track("low", index) { $0.width = 1280 } }
        } severe: {
            $0.track { $0.width = 1280 }
        },
        // A segment without a keyframe does not state the size.
        row("segment.discontinuity-parameters") {
            $0.track { ($0.width, $0.height) = (nil, nil) }
        } severe: {
            $0.track { ($0.width, $0.height) = (nil, nil) }
            $0.track("low", 2) { $0.width = 1280 }
        },
        row("segment.discontinuity-parameters") {
            for index in 3...4 { $0.track("en", index) { $0.sampleRate = 44_100 } }
        } severe: {
            $0.track("en") { $0.sampleRate = 44_100 }
        },
        // HE-AAC v2 may describe stereo as one channel.
        row("segment.discontinuity-parameters") { media in
            media.tracks("en") { $0.codec = "mp4a.40.29" }
            media.track("en") { $0.channels = 1 }
        } severe: {
            $0.track("en") { $0.channels = 1 }
        },
        row("segment.discontinuity-parameters") {
            for index in 3...4 { $0.track("en", index) { $0.codec = "mp4a.40.5" } }
        } severe: {
            $0.track("en") { $0.codec = "mp4a.40.5" }
        },
        row("segment.discontinuity-tracks") {
            for index in 3...4 {
                $0.change("low", index) { segment in
                    segment.tracks.append(segment.tracks[0])
                    segment.tracks[1].kind = .audio
                }
            }
        } severe: {
            $0.change {
                $0.tracks.append($0.tracks[0]); $0.tracks[1].kind = .audio
            }
        },
        // A change of the codec's family is a change of the format, not only of its parameters.
        row("segment.discontinuity-tracks") {
            $0.track("en") { $0.codec = "mp4a.40.5" }
        } severe: {
            $0.track("en") { $0.codec = "ac-3" }
        },
        row("segment.discontinuity-parameters") {
            $0.track("low") { $0.codec = "hvc1.1.6.L93.B0" }
        } severe: {
            $0.track("low") { $0.codec = "avc1.4D401E" }
        },
        // A second track of the same kind counts as a change of the tracks.
        row("segment.discontinuity-tracks") {
            for index in 5..<8 {
                $0.change("en", index) { $0.tracks.append($0.tracks[0]) }
            }
        } severe: {
            $0.change("en", 1) { $0.tracks.append($0.tracks[0]) }
        },
        // The audio ends a little earlier than the pictures, so the last segment has no audio.
        row("segment.discontinuity-tracks") {
            add(&$0, 0)
            endAudio(&$0, by: 500)
        } severe: {
            add(&$0, 0)
            endAudio(&$0, by: 510)
        },
        row("ts.track-without-frames") {
            addTwice(&$0)
            endAudio(&$0, by: 500)
        } severe: {
            addTwice(&$0)
            endAudio(&$0, by: 510)
        },
        row("segment.codec-change") {
            for index in 3...4 { $0.track("low", index) { $0.codec = "avc3.64001F" } }
        } severe: {
            for index in 3...4 { $0.track("low", index) { $0.codec = "hvc1.1.6.L93.B0" } }
        },
        row("segment.discontinuity-needless") {
            $0.text("low", "#EXT-X-MAP:URI=\"low5.mp4\"\n")
            for index in 5..<8 { $0.track("low", index) { shift(&$0, by: 1000) } }
        } severe: {
            $0.text("low", "#EXT-X-MAP:URI=\"low5.mp4\"\n", "#EXT-X-MAP:URI=\"low3.mp4\"\n")
        },
        row("audio.layout-change") {
            for index in 3...4 { $0.track("en", index) { $0.channels = 6 } }
        } severe: {
            $0.track("en", 7) { $0.channels = 6 }
        },
        row("av.offset") {
            add(&$0, 500)
        } severe: {
            add(&$0, 600)
        },
        row("av.length") {
            cut(&$0, 500)
        } severe: {
            cut(&$0, 600)
        },
        // Each of two audio tracks is as long as the video, or only the first one is.
        row("av.length") {
            addTwice(&$0)
        } severe: { media in
            addTwice(&media)
            media.change("low", 7) { $0.tracks[2].end = $0.tracks[2].end - .milliseconds(600) }
        },
        row("ts.hevc") {
            $0.tracks { $0.codec = "hvc1.1.6.L93.B0" }
        } severe: { media in
            for index in 0..<8 { media.change("low", index) { $0.isTransportStream = true } }
            media.tracks { $0.codec = "hvc1.1.6.L93.B0" }
        },
        row("fmp4.container-for-codec") {
            $0.tracks("en") { $0.codec = "fLaC" }
        } severe: { media in
            for index in 0..<8 { media.change("en", index) { $0.isTransportStream = true } }
            media.tracks("en") { $0.codec = "fLaC" }
        },
    ]

    static func add(_ media: inout MeasuredFixture, _ milliseconds: Int64) {
        for index in 0..<8 {
            media.change("low", index) { segment in
                var track = segment.tracks[0]
                track.kind = .audio
                track.codec = "mp4a.40.2"
                shift(&track, by: milliseconds)
                segment.tracks.append(track)
            }
        }
    }

    /// Adds two audio tracks to the segments of a stream, and numbers the tracks.
    static func addTwice(_ media: inout MeasuredFixture) {
        add(&media, 0)
        for index in 0..<8 {
            media.change("low", index) { segment in
                segment.tracks.append(segment.tracks[1])
                for place in segment.tracks.indices { segment.tracks[place].id = 0x100 + place }
            }
        }
    }

    static func cut(_ media: inout MeasuredFixture, _ milliseconds: Int64) {
        add(&media, 0)
        media.change("low", 7) {
            $0.tracks[1].end = $0.tracks[1].end - .milliseconds(milliseconds)
        }
    }

    /// Removes the first audio track of the last segment, whose pictures get a given duration.
    static func endAudio(_ media: inout MeasuredFixture, by milliseconds: Int64) {
        media.change("low", 7) {
            $0.tracks.remove(at: 1)
            $0.tracks[0].end = $0.tracks[0].start + .milliseconds(milliseconds)
            $0.problems = [MeasuredProblem("ts.track-without-frames", "no sample")]
        }
    }

    static func scale(_ media: inout MeasuredFixture, _ percent: Int64) {
        for index in 0..<8 {
            media.change("low", index) { $0.byteCount = $0.byteCount * percent / 100 }
        }
    }
}
