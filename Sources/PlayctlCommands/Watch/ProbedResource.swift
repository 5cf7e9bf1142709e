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
        self.init("segment", segment.uri, segment.byteRange, segment.keys, .segment)
    }

    /// Describes an initialization section.
    init(_ section: InitializationSection) {
        self.init(
            "initialization section", section.uri, section.byteRange, section.keys,
            .initializationSection)
    }

    /// Describes a part.
    init(_ newest: NewestPart) {
        self.init("part", newest.part.uri, newest.part.byteRange, newest.keys, .segment)
    }

    private init(
        _ noun: String, _ uri: String, _ byteRange: Range<Int64>?, _ keys: [EncryptionKey],
        _ kind: ResourceKind
    ) {
        self.uri = uri
        self.kind = kind
        start = byteRange?.lowerBound ?? 0
        isEncryptedAsWhole = !keys.allSatisfy(\.method.isOfSamples)
        name = "the \(noun) \(SafeText.url(uri))"
    }
}
