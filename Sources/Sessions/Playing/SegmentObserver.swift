package import Containers
package import Playlists
package import Presentation
import Transport
package import VirtualTime

/// Observes sessions while they read an asset and put its segments on the presentation timeline.
///
/// A session calls the methods while it handles an input. The methods cannot influence the session.
package protocol SegmentObserver: AnyObject {
    /// Whether sessions must keep the bytes of the main track until the observer has received them.
    var wantsSources: Bool { get }

    /// Whether the observer needs the segments that sessions place on their timelines.
    var wantsPlaces: Bool { get }

    /// Notifies the observer that a session has read the multivariant playlist of its asset.
    func session(_ number: Int, didRead playlist: MultivariantPlaylist)

    /// Notifies the observer that a session has placed a segment on its timeline.
    ///
    /// All observers of the session are called if ``wantsPlaces`` is `true` for any of them;
    /// otherwise, none is called.
    func session(_ number: Int, didPlace segment: PlacedSegment)

    /// Notifies the observer that a session continues without some media of a track.
    ///
    /// The session could not obtain or use that media.
    func session(_ number: Int, didLose loss: MediaLoss)

    /// Notifies the observer that a session has recorded that its playhead passed media.
    func session(_ number: Int, didPass interval: Range<MediaTime>)

    /// Notifies the observer that playback jumps because the live window moved past the playhead.
    func session(_ number: Int, didRejoinFrom position: MediaTime, at target: MediaTime)

    /// Notifies the observer that the playback rate changes to adapt to the latency of a broadcast.
    func session(_ number: Int, didFollow latency: MediaTime, at rate: PlaybackRate)

    /// Notifies the observer that a playlist of a broadcast has added a marker.
    ///
    /// The call follows all other events of that playlist version.
    func session(_ number: Int, didRead marker: MarkerNews)
}

extension SegmentObserver {
    /// Whether sessions must keep the bytes: `false` by default, as most observers need no bytes.
    package var wantsSources: Bool { false }
    /// Whether the observer needs placed segments: `true` by default, as most observers use them.
    package var wantsPlaces: Bool { true }
    /// Does nothing.
    package func session(_ number: Int, didRead playlist: MultivariantPlaylist) {}
    /// Does nothing; the ledger shows the missing media.
    package func session(_ number: Int, didLose loss: MediaLoss) {}
    /// Does nothing.
    package func session(_ number: Int, didPass interval: Range<MediaTime>) {}
    /// Does nothing.
    package func session(_ number: Int, didRejoinFrom position: MediaTime, at target: MediaTime) {}
    /// Does nothing.
    package func session(_ number: Int, didFollow latency: MediaTime, at rate: PlaybackRate) {}
    /// Does nothing.
    package func session(_ number: Int, didRead marker: MarkerNews) {}
}

/// A segment that a session has placed on its timeline.
///
/// A segment that is fetched again is placed again.
package struct PlacedSegment {
    /// The purpose for which a session fetches a track.
    package enum Role: Sendable {
        /// The variant stream.
        case main
        /// An audio rendition.
        case audio
        /// A subtitles rendition.
        case subtitles
    }

    /// The purpose for which the segment was fetched.
    package let role: Role
    /// The rendition that contains the segment.
    package let media: RenditionMedia
    /// The number of the segment in the rendition.
    package let number: SegmentNumber
    /// The absolute location of the segment, or of the part that was placed.
    package let url: String
    /// The interval of the segment on the presentation timeline.
    package let interval: Range<MediaTime>
    /// The content of the segment; `nil` when the segment was not read.
    package let contents: DemuxedSegment?
    /// The times of the video's sync samples, or of the audio's if there is no video.
    package let keyframes: [MediaTime]
    /// Whether timestamps jump at this segment although the playlist declares no discontinuity.
    package let isUndeclaredJump: Bool
    /// The position of the playhead when the segment was placed.
    package let playhead: MediaTime
    /// The bytes of the segment, for the main track if an observer requests them; otherwise `nil`.
    package let source: SegmentSource?

    /// The identity of the segment in the asset.
    package var identity: SegmentIdentity { media.identity(of: number) }

    /// The offset from times in the container to positions on the presentation timeline.
    package var offset: MediaTime {
        interval.lowerBound - (contents?.leadingTrack?.start ?? interval.lowerBound)
    }
}

/// The bytes of a segment, decrypted.
package struct SegmentSource: Sendable {
    /// The encoded media of the segment, or of the whole file.
    package let media: TransportInput
    /// The initialization section of the segment; `nil` when there is none.
    package let initialization: TransportInput?
    /// The first segment of the rendition; later segments may rely on its parameter sets.
    package let first: DemuxedSegment?
    /// Whether `media` is a whole file, of which the segment is a piece.
    package let isWholeFile: Bool

    /// Creates the source of a segment that a playlist lists.
    init(_ body: ResourceBody, initialization: ResourceBody?, first: DemuxedSegment?) {
        media = TransportInput(body: body)
        self.initialization = initialization.map(TransportInput.init(body:))
        self.first = first
        isWholeFile = false
    }

    /// Creates the source of a single file.
    init(file: TransportInput) {
        media = file
        initialization = nil
        first = nil
        isWholeFile = true
    }
}

/// The streams that a session must play, from the start of the asset.
///
/// They replace the streams that the session would choose, and `EXT-X-START` is ignored.
package struct StreamChoice: Equatable, Sendable {
    /// The index of the variant stream in the multivariant playlist.
    package var variant: Int
    /// The audio to play; `nil` lets the preferences decide.
    package var audio: MediaOption?
    /// The subtitles to play; `nil` lets the preferences decide.
    package var subtitles: MediaOption?
    /// Whether only subtitles are read; other media is assumed to match its playlists.
    ///
    /// Of the variant stream, only the segments that determine the timestamp origins of its
    /// discontinuity domains are read, because the positions of the cues follow from the origins.
    package var readsSubtitlesAlone = false

    package init(variant: Int, audio: MediaOption? = nil, subtitles: MediaOption? = nil) {
        self.variant = variant
        self.audio = audio
        self.subtitles = subtitles
    }
}
