import Containers
import Playlists

/// The containers of the initialization sections that a watch has received.
struct SectionFormats {
    /// The location and the bytes of a section.
    private struct Key: Hashable {
        let url: String
        let byteRange: Range<Int64>?
    }

    /// The maximum number of stored containers.
    ///
    /// A server may list a new section in each version of a playlist.
    private static let most = 1024

    private var formats: [Key: ContainerFormat] = [:]

    /// Records the container of a section, or compares the container of a segment with its section.
    ///
    /// - Parameters:
    ///   - format: The container of the resource.
    ///   - resource: The resource.
    ///   - url: The absolute location of the playlist.
    /// - Returns: The container of the section if a player cannot read the segment with the section;
    ///   `nil` otherwise.
    mutating func take(
        _ format: ContainerFormat, of resource: ProbedResource, listedAt url: String
    ) -> ContainerFormat? {
        if resource.isInitialization {
            if formats.count >= Self.most { formats = [:] }
            formats[Self.key(resource.uri, resource.byteRange, url)] = format
            return nil
        }
        guard let section = resource.section,
            let known = formats[Self.key(section.uri, section.byteRange, url)]
        else { return nil }
        return known.isISO && format.isISO || known == format ? nil : known
    }

    private static func key(_ uri: String, _ byteRange: Range<Int64>?, _ url: String) -> Key {
        Key(url: URIReference.resolve(uri, against: url), byteRange: byteRange)
    }
}
