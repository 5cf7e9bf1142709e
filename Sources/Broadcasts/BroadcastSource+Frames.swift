import Containers
import LiveOrigin
import Playlists
package import Transport
import VirtualTime

/// Finds the frames of an asset, so that its segments can be divided into parts.
extension BroadcastSource {
    /// Reads all segments to find the frames at which the segments can be divided into parts.
    ///
    /// A rendition remains undivided if one of its segments has neither video nor audio, as in a
    /// text track.
    ///
    /// - Parameter loader: The source of bytes.
    /// - Throws: ``BroadcastError`` when a segment is encrypted or cannot be read.
    package mutating func surveyFrames(with loader: any ResourceLoader) throws(BroadcastError) {
        for index in survey.tracks.indices {
            let hasFrames = try surveyFrames(of: &survey.tracks[index], with: loader)
            if !hasFrames { renditions[index].hasParts = false }
        }
    }

    private func surveyFrames(
        of track: inout TrackSurvey, with loader: any ResourceLoader
    ) throws(BroadcastError) -> Bool {
        if let secret = track.segments.first(where: { !$0.keys.isEmpty }) {
            throw BroadcastError(secret.uri, "is encrypted, so it cannot be divided into parts")
        }
        var section: OpenedInitialization?
        if let place = track.initialization {
            let bytes = try SourceMedia.bytes(place.uri, place.byteRange, with: loader)
            section = OpenedInitialization(MemoryInput(bytes))
        }
        var first: DemuxedSegment?
        for index in track.segments.indices {
            let segment = track.segments[index]
            let bytes = try SourceMedia.bytes(segment.uri, segment.byteRange, with: loader)
            let read: DemuxedSegment
            do throws(ContainerError) {
                read = try SegmentDemuxer().demux(
                    section: section, media: MemoryInput(bytes), inheritingFrom: first)
            } catch {
                throw BroadcastError(segment.uri, "cannot be divided: \(error)", underlying: error)
            }
            let tracks = read.tracks.filter { $0.sampleCount > 0 }
            guard
                let lead = tracks.first(where: { $0.description.kind == .video })
                    ?? tracks.first(where: { $0.description.kind == .audio })
            else { return false }
            first = first ?? read
            let frame = MediaTime(ticks: lead.duration.ticks / Int64(lead.sampleCount))
            track.frameDuration = track.frameDuration ?? frame
            if lead.description.kind == .video {
                track.segments[index].keyframes = lead.keyframes.map { $0 - lead.start }
            } else {
                track.segments[index].keyframes = (0..<lead.sampleCount).map { frame * $0 }
            }
        }
        return true
    }
}
