import Presentation
import VirtualTime

/// A segment that a session still needs to know after it has left its playlist.
///
/// While the timeline has the segment, its interval follows the measurements there. After that, the
/// interval is the one that was known when the session obtained the segment.
struct KeptSegment {
    private let media: RenditionMedia
    private let number: SegmentNumber
    /// The interval according to a version of the timeline.
    private let known: Range<MediaTime>
    private let knownVersion: Int
    /// The interval that the playlist promised.
    let promise: Range<MediaTime>
    /// The discontinuity domain.
    let domain: Int

    init(_ number: SegmentNumber, of media: RenditionMedia) {
        self.init(number, of: media, media.timeline)
    }

    /// Creates a segment with the present timeline of its rendition.
    init(_ number: SegmentNumber, of media: RenditionMedia, _ timeline: TrackTimeline) {
        self.media = media
        self.number = number
        known = timeline.interval(of: number)
        knownVersion = media.timelineVersion
        promise = timeline.promisedInterval(of: number)
        domain = timeline.domain(of: number)
    }

    /// The identity of the segment.
    var identity: SegmentIdentity { media.identity(of: number) }

    /// The absolute location of the segment.
    var url: String { media.segmentURL(number) }

    /// The interval of the segment, according to the measurements so far.
    var interval: Range<MediaTime> {
        if media.timelineVersion == knownVersion { return known }
        return media.timeline.listedInterval(of: number) ?? known
    }
}
