package import Containers

/// Detects media whose codec differs from the codec of earlier media of the same stream.
///
/// The format of a track may change only at a discontinuity.
///
/// Reference: rfc8216bis, section 4.4.4.3 (EXT-X-DISCONTINUITY).
package struct FormatSeams {
    private struct Place: Equatable {
        let media: String
        let domain: Int
    }

    private var place: Place?
    private var codecs: [TrackDescription.Kind: String] = [:]

    package init() {}

    /// Returns the names of the codecs of the first video and the first audio of a segment.
    package static func codecs(of segment: DemuxedSegment) -> [TrackDescription.Kind: String] {
        var codecs: [TrackDescription.Kind: String] = [:]
        for kind in [TrackDescription.Kind.video, .audio] {
            let track = segment.tracks.first { $0.description.kind == kind }
            codecs[kind] = track.map { name(of: $0.description) }
        }
        return codecs
    }

    private static func name(of track: TrackDescription) -> String {
        // Each layer of MPEG audio is a codec of its own.
        track.codec == .mpegAudio ? track.codecString ?? "\(track.codec)" : "\(track.codec)"
    }

    /// Records the codecs of the next segment of a stream.
    ///
    /// - Parameters:
    ///   - found: The codecs of the segment.
    ///   - media: The name of the stream.
    ///   - domain: The discontinuity domain of the segment.
    /// - Returns: A description of the change; `nil` when there is none.
    package mutating func take(
        _ found: [TrackDescription.Kind: String], of media: String, in domain: Int
    ) -> String? {
        let place = Place(media: media, domain: domain)
        if self.place != place { codecs = [:] }
        self.place = place
        var change: String?
        for kind in [TrackDescription.Kind.audio, .video] {
            guard let codec = found[kind],
                let earlier = codecs.updateValue(codec, forKey: kind), earlier != codec
            else { continue }
            change = "the \(kind.rawValue) changes from \(earlier) to \(codec)"
        }
        return change
    }
}
