import Playlists

/// The identity of a media segment within its asset: its rendition and its number.
package struct SegmentIdentity: Hashable, Sendable {
    /// The rendition: the absolute location from which its playlist was first loaded.
    package let rendition: String
    /// The number within the rendition.
    package let number: SegmentNumber

    package init(rendition: String, number: SegmentNumber) {
        self.rendition = rendition
        self.number = number
    }

    /// Returns whether the segment precedes another one; `nil` when their renditions differ.
    package func precedes(_ other: SegmentIdentity) -> Bool? {
        rendition == other.rendition ? number < other.number : nil
    }
}

extension SegmentIdentity: CustomStringConvertible {
    /// The identity as text, without folder, host and query: `segment 7 of video.m3u8`.
    package var description: String {
        let name = URIReference(rendition).path.split(separator: "/").last ?? "the playlist"
        return "segment \(number) of \(name)"
    }
}
