import Presentation
import VirtualTime

/// A segment that a session still needs after the segment has left its playlist.
///
/// While the timeline contains the segment, ``interval`` is the interval on the timeline, which
/// measurements may change. After that, ``interval`` is the interval that was known when the
/// session obtained the segment.
struct KeptSegment {
    private let media: RenditionMedia
    private let number: SegmentNumber
    /// The segment's interval on the timeline, as it was when the session obtained the segment.
    private let known: Range<MediaTime>
    private let knownVersion: Int
    /// The interval of the segment, computed from the durations that the playlist states.
    let promise: Range<MediaTime>
    /// The discontinuity domain of the segment.
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
