import Containers
package import LiveOrigin
import Playlists
package import Transport
import VirtualTime

/// The properties of an asset's media files that are needed to repeat the asset in a broadcast.
package struct SourceMedia: Equatable, Sendable {
    /// The properties of one track.
    struct Track: Equatable, Sendable {
        /// The initialization section; `nil` if there is none.
        var initialization: [UInt8]?
        /// The timescales of the track, as its initialization section states them.
        var clocks = TrackClocks()
        /// The continuity counters at the start of the first segment; `nil` if the track has none.
        var start: PacketCounters?
        /// The continuity counters at the end of the last segment that is broadcast.
        var end: PacketCounters?
    }

    private static let byteLimit: Int64 = 256 << 20

    /// The tracks, in the order of the survey.
    let tracks: [Track]

    /// Reads the initialization sections of an asset's tracks.
    ///
    /// If a track has no initialization section, its first and last segments are read instead.
    ///
    /// - Parameters:
    ///   - survey: The structure of the asset, with absolute locations.
    ///   - loader: The source of bytes.
    /// - Throws: ``BroadcastError`` when a section or segment cannot be read.
    package init(
        _ survey: SourceSurvey, with loader: any ResourceLoader
    ) throws(BroadcastError) {
        var tracks: [Track] = []
        for track in survey.tracks {
            var media = Track()
            if let section = track.initialization {
                let bytes = try Self.bytes(section.uri, section.byteRange, with: loader)
                media.initialization = bytes
                media.clocks = TrackClocks(initialization: bytes)
            } else if let first = track.segments.first {
                let last = Self.lastSegment(of: track, upTo: survey.tracks[0].duration) ?? first
                media.start = PacketCounters(
                    of: try Self.bytes(first.uri, first.byteRange, with: loader))
                media.end = PacketCounters(
                    of: try Self.bytes(last.uri, last.byteRange, with: loader))
            }
            tracks.append(media)
        }
        self.tracks = tracks
    }

    /// Returns the last segment of a track that starts before a position.
    private static func lastSegment(
        of track: TrackSurvey, upTo position: MediaTime
    ) -> SegmentSurvey? {
        var start = MediaTime.zero
        var last: SegmentSurvey?
        for segment in track.segments where start < position {
            last = segment
            start += segment.duration
        }
        return last
    }

    static func bytes(
        _ url: String, _ range: Range<Int64>?, with loader: any ResourceLoader
    ) throws(BroadcastError) -> [UInt8] {
        var request = ResourceRequest(url: url, kind: .segment)
        request.byteRange = range
        request.maximumByteCount = byteLimit
        do throws(TransportError) {
            return try loader.load(request).body.bytes(limit: byteLimit)
        } catch {
            throw BroadcastError("\(error)", underlying: error)
        }
    }
}
