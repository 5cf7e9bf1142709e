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
        self.media = media
        self.number = number
        knownVersion = media.timelineVersion
        (known, promise, domain) = media.inspectTimeline {
            ($0.interval(of: number), $0.promisedInterval(of: number), $0.domain(of: number))
        }
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
