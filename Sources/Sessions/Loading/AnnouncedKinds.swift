import Containers
import Playlists

/// The kinds of media that a segment of the main track must contain.
///
/// These kinds follow from the samples of the segment, from its program map or movie box, and from
/// the `CODECS` and `RESOLUTION` of its variant stream. The segment lacks a required kind if it
/// contains no sample of that kind.
struct AnnouncedKinds {
    private static let audioCodecs = [
        "mp4a", "ac-3", "ec-3", "ac-4", "opus", "flac", "alac", "dts", "mp3", "mha1", "mhm1",
    ]

    /// The kinds that the segment must contain; kinds with samples come first.
    let all: [TrackDescription.Kind]

    /// Collects the kinds that the segment must contain.
    ///
    /// - Parameters:
    ///   - present: The kinds with samples in the segment.
    ///   - segment: The segment.
    ///   - variant: The variant stream of the segment; `nil` if there is none.
    ///   - hasAudioRendition: Whether the audio is in a separate track, so that this segment need
    ///     not contain it.
    init(
        present: [TrackDescription.Kind], segment: DemuxedSegment, variant: VariantStream?,
        hasAudioRendition: Bool
    ) {
        var kinds = present + segment.missingKinds
        if let variant {
            if variant.resolution != nil || variant.codecs.contains(where: \.isVideoCodec) {
                kinds.append(.video)
            }
            if variant.codecs.contains(where: Self.isAudio) { kinds.append(.audio) }
        }
        var unique: [TrackDescription.Kind] = []
        for kind in kinds where !unique.contains(kind) && !(hasAudioRendition && kind == .audio) {
            unique.append(kind)
        }
        all = unique
    }

    private static func isAudio(_ codec: String) -> Bool {
        let codec = codec.lowercased()
        return audioCodecs.contains { codec.hasPrefix($0) }
    }
}
