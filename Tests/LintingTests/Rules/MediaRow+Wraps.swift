import Linting
import VirtualTime

/// Media whose 33-bit timestamps restart at zero between two segments, without a discontinuity.
extension MediaRow {
    private static let period = MediaTime(1 << 33, timescale: 90_000)

    /// Moves the times of a stream so that they restart at the third segment.
    ///
    /// - Parameters:
    ///   - media: The media to change.
    ///   - name: The name of the stream; its second segment ends at 22 s.
    ///   - format: Sets the format of a segment.
    private static func wrap(
        _ media: inout MeasuredFixture, _ name: String = "low",
        _ format: (inout MeasuredSegment) -> Void = { $0.isTransportStream = true }
    ) {
        for index in 0..<8 {
            media.change(name, index) { segment in
                format(&segment)
                for place in segment.tracks.indices {
                    shift(&segment.tracks[place], by: (index < 2 ? period : .zero) - .seconds(22))
                }
            }
        }
    }

    /// Moves the times of the English audio, which then starts before the video.
    private static func startEarly(_ media: inout MeasuredFixture, by time: MediaTime) {
        for index in 0..<8 {
            media.change("en", index) { segment in
                segment.isTransportStream = true
                shift(&segment.tracks[0], by: period - time)
            }
        }
    }

    static let wraps: [MediaRow] = [
        // The audio has timestamps just before the restart, and the video after it.
        row("set.start") {
            startEarly(&$0, by: .milliseconds(400))
        } severe: {
            startEarly(&$0, by: .milliseconds(600))
        },
        row("media.pts-gap") { media in
            wrap(&media)
        } severe: { media in
            for index in 2..<8 { media.track("low", index) { shift(&$0, by: 200) } }
            wrap(&media)
        },
        // The last picture before the restart is lost, and others are shown after it.
        row("media.pts-gap") { media in
            media.track { $0.decodeTime = .seconds(6) }
            wrap(&media)
        } severe: { media in
            media.track {
                $0.sampleCount = 149
                $0.decodeTime = .milliseconds(5960)
            }
            wrap(&media)
        },
        row("media.pts-overlap") { media in
            wrap(&media)
        } severe: { media in
            for index in 2..<8 { media.track("low", index) { shift(&$0, by: -200) } }
            wrap(&media)
        },
        row("segment.discontinuity-undeclared") { media in
            wrap(&media)
        } severe: { media in
            for index in 2..<8 { media.track("low", index) { shift(&$0, by: 6_000) } }
            wrap(&media)
        },
        // Packed audio has 33-bit timestamps, too; fragments have longer ones.
        row("segment.discontinuity-undeclared") { media in
            wrap(&media, "en") { $0.isPackedAudio = true }
        } severe: { media in
            wrap(&media, "en") { _ in }
        },
        // The sum of EXTINF continues over the restart.
        row("segment.extinf-drift") { media in
            lengthen(&media, at: 0, by: 50)
            wrap(&media)
        } severe: { media in
            for index in [0, 2] { lengthen(&media, at: index, by: 50) }
            wrap(&media)
        },
    ]
}
