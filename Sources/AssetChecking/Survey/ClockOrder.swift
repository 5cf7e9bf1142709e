import Containers
import Formats
import HeadlessPlayback
import Presentation
import Sessions
import VirtualTime

/// The time range of a segment on the container's own clock and on the presentation timeline.
struct SegmentClock {
    let start: MediaTime
    let end: MediaTime
    let wrap: MediaTime?
    let placed: Range<MediaTime>

    /// Reads the clock of a segment; `nil` if the segment has no audio or video, or no clock.
    init?(_ contents: DemuxedSegment, placed: Range<MediaTime>) {
        guard let lead = contents.leadingTrack, !contents.lacksClock else { return nil }
        start = lead.start
        end = lead.end
        wrap = contents.timestampWrap
        self.placed = placed
    }
}

/// Finds jumps in the clock of a stream, and segments in the wrong order.
///
/// The segments of a stream are compared only with each other. Other streams may number their
/// discontinuities differently, so a comparison with them would find jumps that do not exist.
struct ClockOrder {
    /// The largest difference between the clock and the timeline that does not count as a jump.
    private static let tolerance = MediaTime.milliseconds(500)

    /// The segments before which the clock jumps without a declared discontinuity.
    private(set) var jumps: [SegmentNumber] = []
    private(set) var swaps: [SwappedSegments] = []

    /// Compares each segment with the segment read before it in the same discontinuity domain.
    init(_ media: RenditionMedia, _ clocks: [SegmentNumber: SegmentClock]) {
        let timeline = media.timeline
        var last: (number: SegmentNumber, clock: SegmentClock)?
        for number in timeline.numbers {
            guard let clock = clocks[number] else { continue }
            defer { last = (number, clock) }
            guard let last, timeline.domain(of: last.number) == timeline.domain(of: number) else {
                continue
            }
            let between =
                timeline.promisedInterval(of: number).lowerBound
                - timeline.promisedInterval(of: last.number).upperBound
            let step = (clock.start - last.clock.end).unwrapped(by: clock.wrap) - between
            let length = max(clock.end - clock.start, last.clock.end - last.clock.start)
            // If timestamps restart, the player places the segment at the end of the previous one.
            // In that case, the distance between the starts of the two segments on the clock
            // differs from the distance on the timeline.
            let defiance =
                (clock.start - last.clock.start).unwrapped(by: clock.wrap)
                - (clock.placed.lowerBound - last.clock.placed.lowerBound)
            if max(step, -step) > SegmentPlacer.longestDrift + max(length, .zero)
                || max(step, -step) > Self.tolerance && max(defiance, -defiance) > Self.tolerance
            {
                jumps.append(number)
            } else if timeline.segment(before: number) == last.number,
                clock.placed.upperBound <= last.clock.placed.lowerBound + TrackTimeline.tolerance,
                clock.placed.lowerBound < last.clock.placed.lowerBound
            {
                swaps.append(
                    SwappedSegments(
                        first: PlaceText.lastPart(of: media.segmentURL(last.number)),
                        second: PlaceText.lastPart(of: media.segmentURL(number)),
                        firstInterval: last.clock.placed, secondInterval: clock.placed))
            }
        }
    }
}
