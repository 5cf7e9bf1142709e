import Formats
import Linting
import Playlists
import Transport

/// A resource that a watch requests from a broadcast, to check that it is available and is media.
///
/// It is a segment, an initialization section, or a part of a segment.
struct ProbedResource {
    /// The location as written, relative to its playlist.
    let uri: String
    /// The listed bytes of the location; `nil` means all of them.
    let byteRange: Range<Int64>?
    let kind: ResourceKind
    /// Whether all bytes are encrypted, so that the container cannot be recognized from them.
    let isEncryptedAsWhole: Bool
    /// Whether the size must be a multiple of 16 bytes, as AES-128 requires of a whole segment.
    let isOfBlocks: Bool
    /// The initialization section that applies to the media; `nil` if there is none.
    let section: InitializationSection?
    /// The kind and the location as findings show them, without secrets.
    let name: String

    /// The location and the bytes of an initialization section.
    struct Section: Hashable {
        let url: String
        let byteRange: Range<Int64>?
    }

    /// Returns the initialization section that the resource is, or that applies to it.
    ///
    /// - Parameter base: The absolute location of the playlist.
    /// - Returns: The section; `nil` if there is none.
    func section(at base: String) -> Section? {
        if isInitialization {
            return Section(url: URIReference.resolve(uri, against: base), byteRange: byteRange)
        }
        return section.map {
            Section(
                url: URIReference.resolve($0.uri, against: base), byteRange: $0.byteRange)
        }
    }

    /// Whether the resource is an initialization section.
    var isInitialization: Bool { kind == .initializationSection }

    /// Describes a segment.
    init(_ segment: MediaSegment) {
        self.init(
            "segment", segment.uri, segment.byteRange, segment.keys, .segment,
            section: segment.initializationSection)
    }

    /// Describes an initialization section.
    init(_ section: InitializationSection) {
        self.init(
            "initialization section", section.uri, section.byteRange, section.keys,
            .initializationSection, section: nil)
    }

    /// Describes a part.
    init(_ newest: NewestPart) {
        self.init(
            "part", newest.part.uri, newest.part.byteRange, newest.keys, .segment,
            section: newest.initializationSection)
    }

    private init(
        _ noun: String, _ uri: String, _ byteRange: Range<Int64>?, _ keys: [EncryptionKey],
        _ kind: ResourceKind, section: InitializationSection?
    ) {
        self.uri = uri
        self.kind = kind
        self.byteRange = byteRange
        self.section = section
        isEncryptedAsWhole = !keys.allSatisfy(\.method.isOfSamples)
        isOfBlocks = noun != "part" && keys.contains { $0.method == .aes128 }
        name = "the \(noun) \(SafeText.url(uri))"
    }
}
