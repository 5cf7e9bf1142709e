import Containers
import Playlists
import Presentation
import VirtualTime

/// One media playlist of a session, and where its segments lie on the timeline.
final class RenditionMedia {
    /// The absolute location of the playlist, after redirects.
    let url: String
    let playlist: MediaPlaylist
    var timeline: TrackTimeline
    /// The pieces of a single file, one for each segment; `nil` for a real playlist.
    let chunks: [DemuxedSegment]?

    init(url: String, playlist: MediaPlaylist, chunks: [DemuxedSegment]? = nil) {
        self.url = url
        self.playlist = playlist
        self.chunks = chunks
        timeline = TrackTimeline(
            promises: playlist.segments.lazy.map {
                TrackTimeline.Promise(
                    duration: $0.duration, domain: $0.discontinuitySequence)
            })
    }

    /// The absolute location of a segment.
    func segmentURL(_ index: Int) -> String {
        URIReference.resolve(playlist.segments[index].uri, against: url)
    }

    /// The sequence number of a segment.
    func mediaSequence(_ index: Int) -> Int { playlist.mediaSequence(at: index) }

    /// What names the initialization section of a segment; `nil` when it has none.
    func initializationKey(_ index: Int) -> InitializationKey? {
        playlist.segments[index].initializationSection.map {
            InitializationKey(
                url: URIReference.resolve($0.uri, against: url), byteRange: $0.byteRange)
        }
    }

    /// What a transform is told of a segment.
    func context(_ index: Int) -> SegmentContext {
        SegmentContext(
            playlistURL: url, segment: playlist.segments[index],
            mediaSequence: mediaSequence(index))
    }

    /// Makes a playlist of the pieces of a single file.
    convenience init(url: String, chunks: [DemuxedSegment]) {
        var playlist = MediaPlaylist()
        playlist.hasEndList = true
        playlist.playlistType = .vod
        playlist.segments = chunks.map { chunk in
            let tracks = chunk.tracks.filter { $0.sampleCount > 0 }
            let lead = tracks.first { $0.description.kind == .video } ?? tracks.first
            return MediaSegment(
                uri: url, duration: lead.map { $0.end - $0.start } ?? .zero)
        }
        self.init(url: url, playlist: playlist, chunks: chunks)
    }
}
