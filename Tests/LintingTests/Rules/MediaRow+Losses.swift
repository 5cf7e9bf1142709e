import Linting
import VirtualTime

extension MediaRow {
    /// Changes the first track of each segment of a stream that could not be decrypted.
    ///
    /// Only the boxes of the stream were read.
    private static func store(
        _ media: inout MeasuredFixture, _ change: (Int, inout MeasuredTrack) -> Void
    ) {
        for index in 0..<8 {
            media.change("low", index) { segment in
                segment.isLost = true
                segment.omission = "the media is encrypted, and no key was given"
                var track = segment.tracks[0]
                track.decodeTime = track.duration
                change(index, &track)
                segment.storedTracks = [track]
                segment.tracks = []
            }
        }
    }

    /// The rows for samples missing within a segment, before a discontinuity, or at the end.
    static let losses: [MediaRow] = [
        // Only at the start of the asset does no earlier segment have the keyframe.
        row("media.lost-frames") {
            $0.track("low", 1) { $0.needsEarlierPictures = true }
        } severe: {
            $0.track("low", 0) { $0.needsEarlierPictures = true }
        },
        // A segment that is announced as missing has no keyframe.
        row("media.lost-frames") { media in
            media.text("low", "low-4.m4s", "#EXT-X-GAP\nlow-4.m4s")
            media.remove("low", 4)
        } severe: { media in
            media.text("low", "low-4.m4s", "#EXT-X-GAP\nlow-4.m4s")
            media.remove("low", 4)
            media.track("low", 4) { $0.needsEarlierPictures = true }
        },
        // A segment that could not be read has no keyframe, but an encrypted one may have it.
        row("media.lost-frames") { media in
            media.change("low", 1) {
                $0.isLost = true
                $0.omission = "the media is encrypted, and no key was given"
                $0.tracks = []
            }
            media.track("low", 2) { $0.needsEarlierPictures = true }
        } severe: { media in
            media.change("low", 1) {
                $0.isLost = true
                $0.tracks = []
            }
            media.track("low", 2) { $0.needsEarlierPictures = true }
        },
        // A segment without video has no keyframe.
        row("media.lost-frames") { media in
            media.change("low", 3) { $0.tracks = [] }
        } severe: { media in
            media.change("low", 3) { $0.tracks = [] }
            media.track("low", 4) { $0.needsEarlierPictures = true }
        },
        // Pictures cannot depend on pictures of another codec.
        row("media.lost-frames") {
            $0.tracks { $0.codecName = "h264" }
            $0.track("low", 1) { $0.needsEarlierPictures = true }
        } severe: {
            $0.tracks { $0.codecName = "h264" }
            $0.track("low", 1) {
                $0.codecName = "hevc"
                $0.needsEarlierPictures = true
            }
        },
        // A still picture of the source has few pictures in all variants.
        row("media.lost-frames") { media in
            media.track("low", 2) { $0.sampleCount = 13 }
            media.track("low", 3) { $0.sampleCount = 1 }
            media.track("high", 3) { $0.sampleCount = 1 }
        } severe: {
            $0.track("low", 2) { $0.sampleCount = 12 }
        },
        // The picture that is decoded last is lost. Other pictures are shown after it, so only the
        // decode time shows the loss. In the first case, the encoder itself omitted the picture, so
        // the decode times have no gap.
        row("media.pts-gap") {
            $0.track {
                $0.sampleCount = 149
                $0.decodeTime = .seconds(6)
            }
        } severe: {
            $0.track {
                $0.sampleCount = 149
                $0.decodeTime = .milliseconds(5960)
            }
        },
        // A picture of the segment before this one is shown between its pictures.
        row("media.pts-gap") {
            $0.track {
                $0.sampleCount = 149
                $0.decodeTime = .milliseconds(5960)
                $0.filledHoles = [$0.start + .milliseconds(40)..<$0.start + .milliseconds(80)]
            }
        } severe: {
            $0.track {
                $0.sampleCount = 149
                $0.decodeTime = .milliseconds(5960)
            }
        },
        // No segment follows the last one, so only EXTINF shows that frames are missing at its end.
        row("media.lost-frames") {
            $0.track("low", 7) { $0.end = $0.end - .milliseconds(25) }
        } severe: {
            $0.track("low", 7) {
                $0.end = $0.end - .milliseconds(40)
                $0.sampleCount = 149
            }
        },
        // If the declared durations are inexact, a short segment is not evidence of lost frames.
        row("media.lost-frames") { media in
            lengthen(&media, at: 5, by: 20)
            media.track("low", 7) { $0.end = $0.end - .milliseconds(40) }
        } severe: {
            $0.track("low", 7) { $0.end = $0.end - .milliseconds(40) }
        },
        // The audio may be longer than the video; `EXTINF` then states the duration of the audio.
        row("media.lost-frames") { media in
            add(&media, 0)
            media.change("low", 7) { $0.tracks[0].end = $0.tracks[0].end - .milliseconds(80) }
        } severe: { media in
            add(&media, 0)
            media.change("low", 7) {
                $0.tracks[0].end = $0.tracks[0].end - .milliseconds(80)
                $0.tracks[1].end = $0.tracks[1].end + .milliseconds(10)
            }
        },
        // Apple's segmenter adds the lead of the audio to the last `EXTINF`. In the severe case,
        // the deficit is the duration of two pictures.
        row("media.lost-frames") { media in
            add(&media, -95)
            media.text("low", "6.00000,\nlow-7.m4s", "6.09500,\nlow-7.m4s")
        } severe: { media in
            add(&media, -80)
            media.text("low", "6.00000,\nlow-7.m4s", "6.08000,\nlow-7.m4s")
        },
        // In the severe case, a discontinuity follows the segment that lacks a frame.
        row("media.lost-frames") { media in
            media.track("low", 3) { $0.end = $0.end - .milliseconds(40) }
        } severe: { media in
            media.text("low", "low-4.m4s", "#EXT-X-DISCONTINUITY\nlow-4.m4s")
            media.track("low", 3) { $0.end = $0.end - .milliseconds(40) }
        },
        // The boxes of a segment contain its times, even if its media cannot be decrypted.
        row("media.pts-gap") { media in
            store(&media) { if $0 == 1 { $1.end = $1.end - .milliseconds(20) } }
        } severe: { media in
            store(&media) {
                guard $0 == 1 else { return }
                $1.end = $1.end - .milliseconds(40)
                $1.sampleCount = 149
            }
        },
        row("media.lost-frames") { media in
            store(&media) { if $0 == 7 { $1.end = $1.end - .milliseconds(20) } }
        } severe: { media in
            store(&media) { if $0 == 7 { $1.end = $1.end - .milliseconds(40) } }
        },
        row("segment.extinf-wrong") { media in
            store(&media) { if $0 == 7 { $1.end = $1.end - .milliseconds(500) } }
        } severe: { media in
            store(&media) { if $0 == 7 { $1.end = $1.end - .milliseconds(600) } }
        },
    ]
}
