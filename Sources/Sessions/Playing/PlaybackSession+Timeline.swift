import Containers
package import Presentation
package import VirtualTime

/// What demuxing has shown of the timeline, for those who hold playback against it.
extension PlaybackSession {
    /// Where the segments of the variant lie; `nil` before its playlist is loaded.
    package var mainTimeline: TrackTimeline? { feeders.first?.media.timeline }

    /// The sync samples of the segments that were read last, in the order of reading.
    package var knownKeyframes: [MediaTime] { keyframes }

    /// How long a picture is shown; `nil` where there are none, or it is not known.
    package var frameDuration: MediaTime? {
        let tracks = described[.main]?.tracks ?? []
        guard let rate = tracks.lazy.compactMap(\.description.frameRate).first, rate.frames > 0
        else { return nil }
        return MediaTime(rate.seconds, timescale: rate.frames)
    }
}
