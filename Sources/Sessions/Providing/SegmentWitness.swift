package import Containers
package import Transport
package import VirtualTime

/// Sees the segments of the main track of a session, in the clear, when their place is known.
///
/// A witness changes nothing of what happens. It is called on the loop of the world.
package protocol SegmentWitness: AnyObject {
    /// Sees a segment.
    ///
    /// - Parameters:
    ///   - segment: The segment; it may be seen again when it is fetched again.
    ///   - session: The session that is going to play it.
    func see(_ segment: PlacedSegment, by session: PlaybackSession)
}

/// A segment whose place on the presentation timeline is known.
package struct PlacedSegment: Sendable {
    /// What the segment holds.
    package let media: DemuxedSegment
    /// Its bytes.
    package let source: SegmentSource
    /// Where its leading track lies on the presentation timeline.
    package let interval: Range<MediaTime>
}

/// The bytes of a segment, in the clear.
package struct SegmentSource: Sendable {
    /// The media.
    package let body: ResourceBody
    /// The initialization section that applies; `nil` when there is none.
    package let initialization: ResourceBody?
    /// The first segment of the rendition, whose parameter sets later ones may rely on.
    package let first: DemuxedSegment?
}
