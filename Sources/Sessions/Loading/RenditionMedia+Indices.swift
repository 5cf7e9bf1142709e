import Playlists
package import Presentation

/// Segments by their places in a playlist that never changes.
extension RenditionMedia {
    package func number(at index: Int) -> SegmentNumber {
        timeline.first.advanced(by: index)
    }
    package func segmentURL(_ index: Int) -> String { segmentURL(number(at: index)) }
    package func isKeyProven(of index: Int) -> Bool {
        isKeyProven(of: playlist.segments[index])
    }
    func mediaSequence(_ index: Int) -> Int { playlist.mediaSequence(at: index) }
    package func initializationKey(_ index: Int) -> InitializationKey? {
        initializationKey(of: playlist.segments[index])
    }
    package func context(_ index: Int) -> SegmentContext {
        SegmentContext(
            playlistURL: url, segment: playlist.segments[index],
            mediaSequence: mediaSequence(index))
    }
}

extension PlacedSegment {
    /// The number of the segment in its rendition.
    package var number: SegmentNumber { media.number(at: index) }
}

extension MediaLoss {
    /// The number of the segment in its rendition; `nil` when the playlist itself is missing.
    package var number: SegmentNumber? { media.map { $0.number(at: index) } }
}
