import Containers
import LiveOrigin
import Playlists
package import Transport
import VirtualTime

/// Measures the variant stream that a broadcast makes of a media playlist.
extension BroadcastSource {
    /// States the peak bandwidth, the codecs and the resolution of a local media playlist.
    ///
    /// The method has no effect on a source that lists variant streams itself, on media of a
    /// server, which would have to be loaded completely, and if a segment is missing. Encrypted
    /// media does not show its codecs.
    ///
    /// - Parameter loader: The source of bytes.
    package mutating func measureVariant(with loader: any ResourceLoader) {
        guard renditions.map(\.name) == [Self.onlyName], let track = survey.tracks.first,
            track.segments.allSatisfy({ ResourceScheme(of: $0.uri).isLocal })
        else { return }
        var sizes: [Int64] = []
        for segment in track.segments {
            var request = ResourceRequest(url: segment.uri, kind: .segment)
            request.byteRange = segment.byteRange
            guard let response = try? loader.load(request) else { return }
            sizes.append(response.body.byteCount)
        }
        var variant = multivariant.variants[0]
        variant.bandwidth = Self.peak(of: track.segments.map(\.duration), sizes)
        let descriptions = Self.descriptions(of: track, with: loader)
        let codecs = descriptions.compactMap(\.codecString)
        if codecs.count == descriptions.count {
            variant.codecs = codecs.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }
        for description in descriptions {
            if let width = description.width, let height = description.height {
                variant.resolution = VariantStream.Resolution(width: width, height: height)
            }
        }
        multivariant.variants = [variant]
    }

    /// Returns the peak segment bitrate.
    ///
    /// It is the largest rate of successive segments that last half a target duration to one and a
    /// half (rfc8216bis, section 4.1).
    private static func peak(of durations: [MediaTime], _ sizes: [Int64]) -> Int {
        let target = max(1, durations.max()?.seconds.rounded() ?? 1)
        var peak = 1.0
        for first in durations.indices {
            var (seconds, bytes) = (0.0, 0.0)
            for index in first..<durations.count {
                seconds += durations[index].seconds
                bytes += Double(sizes[index])
                guard seconds <= 1.5 * target else { break }
                if seconds >= 0.5 * target { peak = max(peak, bytes * 8 / seconds) }
            }
        }
        return Int(min(peak, 1e15).rounded(.up))
    }

    /// Returns the descriptions of the video and the audio in the first segment of a track.
    ///
    /// The result is empty if the segment is encrypted or cannot be read.
    private static func descriptions(
        of track: TrackSurvey, with loader: any ResourceLoader
    ) -> [TrackDescription] {
        guard let first = track.segments.first, first.keys.isEmpty,
            let bytes = try? SourceMedia.bytes(first.uri, first.byteRange, with: loader)
        else { return [] }
        let section = track.initialization.flatMap { place in
            (try? SourceMedia.bytes(place.uri, place.byteRange, with: loader)).map {
                OpenedInitialization(MemoryInput($0))
            }
        }
        let segment = try? SegmentDemuxer().demux(section: section, media: MemoryInput(bytes))
        let descriptions = segment?.tracks.map(\.description) ?? []
        return descriptions.filter { [.video, .audio].contains($0.kind) }
    }
}
