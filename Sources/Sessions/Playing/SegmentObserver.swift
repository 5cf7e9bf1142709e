package import Containers
package import Playlists
import Presentation
package import VirtualTime

/// Looks on while sessions read an asset and put its segments on the presentation timeline.
///
/// It is told within a turn, and has nothing to say.
package protocol SegmentObserver: AnyObject {
    /// Called when a session has read the multivariant playlist of its asset.
    func session(_ number: Int, didRead playlist: MultivariantPlaylist)

    /// Called when a session has put a segment on its timeline.
    func session(_ number: Int, didPlace segment: PlacedSegment)
}

/// A segment that a session has put on its timeline.
package struct PlacedSegment {
    /// What a session fetches a track for.
    package enum Role: Sendable {
        /// The variant stream.
        case main
        /// An audio rendition.
        case audio
        /// A subtitles rendition.
        case subtitles
    }

    /// What the segment was fetched for.
    package let role: Role
    /// The playlist that lists it.
    package let media: RenditionMedia
    /// Its place in the playlist, counted from zero.
    package let index: Int
    /// Where it lies.
    package let interval: Range<MediaTime>
    /// What it holds; `nil` when it was not read.
    package let contents: DemuxedSegment?
    /// Where the sync samples of the track lie that leads.
    package let keyframes: [MediaTime]
    /// Whether timestamps jump here though the playlist declares no discontinuity.
    package let isUndeclaredJump: Bool

    /// What to add to a time on the container's own clock.
    package var offset: MediaTime {
        interval.lowerBound - (contents?.leadingTrack?.start ?? interval.lowerBound)
    }
}

/// The streams of an asset that a session plays, whatever it would choose by itself.
package struct StreamChoice: Equatable, Sendable {
    /// The place of the variant stream in the multivariant playlist, counted from zero.
    package var variant: Int
    /// The audio; `nil` leaves it to the preferences.
    package var audio: MediaOption?
    /// The subtitles; `nil` leaves them to the preferences.
    package var subtitles: MediaOption?

    package init(variant: Int, audio: MediaOption? = nil, subtitles: MediaOption? = nil) {
        self.variant = variant
        self.audio = audio
        self.subtitles = subtitles
    }
}

extension PlaybackSession {
    /// Tells the observer of the world where a segment lies.
    ///
    /// - Parameters:
    ///   - index: The place of the segment in its playlist.
    ///   - feeder: The track.
    ///   - contents: What it holds; `nil` when it was not read.
    ///   - placement: Where its samples lie; `nil` leaves that to the playlist.
    func tellPlaced(
        _ index: Int, of feeder: TrackFeeder, _ contents: DemuxedSegment? = nil,
        _ placement: Placement? = nil
    ) {
        guard let observer = world.segmentObserver else { return }
        let role: PlacedSegment.Role =
            switch feeder.role {
            case .main: .main
            case .audio: .audio
            case .subtitles: .subtitles
            }
        let segment = PlacedSegment(
            role: role, media: feeder.media, index: index,
            interval: placement?.interval ?? feeder.media.timeline.interval(of: index),
            contents: contents, keyframes: placement?.keyframes ?? [],
            isUndeclaredJump: placement?.isUndeclaredJump ?? false)
        observer.session(number, didPlace: segment)
    }
}
