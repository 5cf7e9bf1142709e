import Containers
package import Playlists
package import Presentation
import Transport
package import VirtualTime

/// What demuxing has shown of the timeline, for those who hold playback against it.
extension PlaybackSession {
    /// Where the segments of the variant lie; `nil` before its playlist is loaded.
    package var mainTimeline: TrackTimeline? { feeders.first?.media.timeline }

    /// The variant stream whose segments they are, and its place among all that the playlist lists,
    /// counted from zero; `nil` where there is no choice.
    package var mainVariant: (variant: VariantStream, place: Int, count: Int)? {
        guard let asset, let media = feeders.first?.media,
            let variants = asset.multivariant?.variants,
            let place = variants.firstIndex(where: { asset.media(at: $0.uri)?.url == media.url })
        else { return nil }
        return (variants[place], place, variants.count)
    }

    /// How long playlists alone say that the video is; zero before they are loaded.
    package var promisedDuration: MediaTime {
        feeders.filter { $0.role.blocksPlayhead }.map(\.media.timeline.promisedDuration).max()
            ?? .zero
    }

    /// Where the playhead is, for people: the position and the segment that lies there.
    package var placeText: String {
        let place = "\(position) s"
        guard let media = feeders.first?.media, !media.isSingleFile,
            let index = media.timeline.index(at: position)
        else { return "\(place) of \(SafeText.url(asset?.url ?? source.url))" }
        return "\(place) in \(SafeText.url(media.segmentURL(index)))"
    }

    /// The sync samples of the segments that were read last, in the order of reading.
    package var knownKeyframes: [MediaTime] { machine.syncSamples.times }

    /// How long a picture is shown; `nil` where there are none, or it is not known.
    package var frameDuration: MediaTime? {
        let tracks = described[.main]?.tracks ?? []
        guard let rate = tracks.lazy.compactMap(\.description.frameRate).first, rate.frames > 0
        else { return nil }
        return MediaTime(rate.seconds, timescale: rate.frames)
    }
}
