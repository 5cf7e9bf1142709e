import Formats
import Linting
import Playlists
import Transport

/// A resource of a broadcast, of which a watch requests one byte.
///
/// It is a segment, an initialization section, or a part of a segment.
struct ProbedResource {
    /// The location as written, relative to its playlist.
    let uri: String
    /// The offset of the first byte of the media.
    let start: Int64
    let kind: ResourceKind
    /// Whether all bytes are encrypted, so that the first one may have any value.
    let isEncryptedAsWhole: Bool
    /// The kind and the location as findings show them, without secrets.
    let name: String

    /// Describes a segment.
    init(_ segment: MediaSegment) {
        uri = segment.uri
        start = segment.byteRange?.lowerBound ?? 0
        kind = .segment
        isEncryptedAsWhole = !segment.keys.allSatisfy(\.method.isOfSamples)
        name = "the segment \(SafeText.url(segment.uri))"
    }

    /// Describes an initialization section.
    init(_ section: InitializationSection) {
        uri = section.uri
        start = section.byteRange?.lowerBound ?? 0
        kind = .initializationSection
        isEncryptedAsWhole = !section.keys.allSatisfy(\.method.isOfSamples)
        name = "the initialization section \(SafeText.url(section.uri))"
    }

    /// Describes a part.
    init(_ newest: NewestPart) {
        uri = newest.part.uri
        start = newest.part.byteRange?.lowerBound ?? 0
        kind = .segment
        isEncryptedAsWhole = !newest.keys.allSatisfy(\.method.isOfSamples)
        name = "the part \(SafeText.url(newest.part.uri))"
    }
}
