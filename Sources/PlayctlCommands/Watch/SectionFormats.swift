import Containers
import Playlists

/// The containers of initialization sections and of the segments that use them.
struct SectionFormats {
    /// The location and the bytes of a section.
    private struct Key: Hashable {
        let url: String
        let byteRange: Range<Int64>?
    }

    /// The containers of a section and of a segment that uses it; each is `nil` while unknown.
    private struct Pair {
        var section: ContainerFormat?
        /// The container of the newest segment that uses the section.
        var segment: ContainerFormat?
    }

    /// The maximum number of stored sections; a further section replaces the oldest one.
    ///
    /// A server may list a new section in each version of a playlist.
    private static let most = 1024

    private var pairs: [Key: Pair] = [:]
    /// The sections of `pairs`, the oldest first.
    private var order: [Key] = []

    /// Records the container of a section or a segment, and compares the containers of both.
    ///
    /// - Parameters:
    ///   - format: The container of the resource.
    ///   - resource: The resource.
    ///   - url: The absolute location of the playlist.
    /// - Returns: The expected container, in words, if a player cannot read the segment with the
    ///   section; `nil` otherwise.
    mutating func take(
        _ format: ContainerFormat, of resource: ProbedResource, listedAt url: String
    ) -> String? {
        if resource.isInitialization {
            let pair = update(resource.uri, resource.byteRange, url) { $0.section = format }
            guard let segment = pair.segment, !segment.fits(section: format) else { return nil }
            return "\(segment.rawValue), like its segment,"
        }
        guard let used = resource.section else { return nil }
        let pair = update(used.uri, used.byteRange, url) { $0.segment = format }
        guard let section = pair.section, !format.fits(section: section) else { return nil }
        return "\(section.rawValue), like its initialization section,"
    }

    /// Applies a change to the stored containers of a section, and returns the changed pair.
    private mutating func update(
        _ uri: String, _ byteRange: Range<Int64>?, _ url: String, _ change: (inout Pair) -> Void
    ) -> Pair {
        let key = Key(url: URIReference.resolve(uri, against: url), byteRange: byteRange)
        if pairs[key] == nil {
            if order.count >= Self.most { pairs[order.removeFirst()] = nil }
            order.append(key)
        }
        change(&pairs[key, default: Pair()])
        return pairs[key, default: Pair()]
    }
}
