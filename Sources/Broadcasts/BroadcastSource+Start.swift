import Containers
import LiveOrigin
import Playlists
package import Transport
package import VirtualTime

/// Finds the timestamp at which an asset starts, by which the cues of its subtitles are cut.
extension BroadcastSource {
    /// Reads the first segment of the main track if the broadcast cuts a segment of subtitles.
    ///
    /// The timestamp remains unknown if the segment is encrypted or cannot be read. The cues after
    /// the cut are then broadcast too.
    ///
    /// - Parameters:
    ///   - duration: The duration of the break that the asset fills; `nil` for a programme.
    ///   - loader: The source of bytes.
    package mutating func surveyStart(
        upTo duration: MediaTime?, with loader: any ResourceLoader
    ) {
        let isCut = renditions.indices.contains { index in
            renditions[index].isText && survey.cutsSegment(ofTrack: index, after: duration)
        }
        let track = survey.tracks[0]
        guard isCut, let first = track.segments.first, first.keys.isEmpty,
            let bytes = try? SourceMedia.bytes(first.uri, first.byteRange, with: loader)
        else { return }
        let section = track.initialization.flatMap {
            try? SourceMedia.bytes($0.uri, $0.byteRange, with: loader)
        }
        let read = try? SegmentDemuxer().demux(
            section: section.map { OpenedInitialization(MemoryInput($0)) },
            media: MemoryInput(bytes))
        let tracks = read?.tracks.filter { $0.sampleCount > 0 } ?? []
        let lead = tracks.first { $0.description.kind == .video } ?? tracks.first
        survey.start = lead?.start
    }
}
