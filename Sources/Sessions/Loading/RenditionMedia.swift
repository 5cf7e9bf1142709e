package import Containers
package import Playlists
package import Presentation
import VirtualTime

/// One media playlist of a session, and where its segments lie on the timeline.
package final class RenditionMedia {
    /// The absolute location of the playlist, after redirects.
    package let url: String
    package let playlist: MediaPlaylist
    package var timeline: TrackTimeline
    /// The first segment that was read; later ones may rely on its parameter sets.
    var firstRead: DemuxedSegment?
    /// Where its segments meet.
    var seams = SegmentSeams()
    /// The keys that samples proved to be right where only decoding can.
    package var provenKeys: Set<KeyPeriod> = []
    /// Whether the playlist lists a key for any of its segments.
    package let listsKeys: Bool
    /// The pieces of a single file, one for each segment; `nil` for a real playlist.
    let chunks: [DemuxedSegment]?
    /// Whether it stands for a single file, whose pieces are the player's own.
    package private(set) var isSingleFile = false
    /// What is kept of the bytes of a single file; `nil` unless somebody wants them.
    let bytes: TransportInput?

    package init(
        url: String, playlist: MediaPlaylist, chunks: [DemuxedSegment]? = nil,
        bytes: TransportInput? = nil
    ) {
        self.url = url
        self.playlist = playlist
        self.chunks = chunks
        self.bytes = bytes
        listsKeys = playlist.segments.contains { !$0.keys.isEmpty }
        timeline = TrackTimeline(
            promises: playlist.segments.lazy.map {
                TrackTimeline.Promise(
                    duration: $0.duration, domain: $0.discontinuitySequence)
            })
    }

    /// The absolute location of a segment.
    package func segmentURL(_ index: Int) -> String {
        URIReference.resolve(playlist.segments[index].uri, against: url)
    }

    /// Whether the keys of a segment need no proof: they were proven, or the form of what they
    /// decrypt proves them each time, which that of samples does not.
    package func isKeyProven(of index: Int) -> Bool {
        let segment = playlist.segments[index]
        return !segment.keys.contains(where: \.method.isOfSamples)
            || provenKeys.contains(.playlist(segment.keys))
    }

    /// What the playlist says of a segment to the one that looks where it meets others.
    func listing(_ index: Int) -> SegmentSeams.Listing {
        let domain = timeline.domain(of: index)
        let isLast =
            index + 1 == playlist.segments.count
            ? playlist.hasEndList : timeline.domain(of: index + 1) != domain
        return SegmentSeams.Listing(
            index: index, domain: domain, promised: playlist.segments[index].duration,
            isLast: isLast)
    }

    /// The sequence number of a segment.
    func mediaSequence(_ index: Int) -> Int { playlist.mediaSequence(at: index) }

    /// What names the initialization section of a segment; `nil` when it has none.
    package func initializationKey(_ index: Int) -> InitializationKey? {
        playlist.segments[index].initializationSection.map {
            InitializationKey(
                url: URIReference.resolve($0.uri, against: url), byteRange: $0.byteRange)
        }
    }

    /// What a transform is told of a segment.
    package func context(_ index: Int) -> SegmentContext {
        SegmentContext(
            playlistURL: url, segment: playlist.segments[index],
            mediaSequence: mediaSequence(index))
    }

    /// Makes a playlist of the pieces of a single file.
    convenience init(url: String, file: ProgressiveFile) {
        var playlist = MediaPlaylist()
        playlist.hasEndList = true
        playlist.playlistType = .vod
        playlist.segments = file.durations.map { MediaSegment(uri: url, duration: $0) }
        self.init(url: url, playlist: playlist, chunks: file.chunks, bytes: file.bytes)
        isSingleFile = true
    }
}
