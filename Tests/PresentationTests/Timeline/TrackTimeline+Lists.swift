import Presentation
import VirtualTime

/// Creates and extends timelines from lists of segments with declared durations.
extension TrackTimeline {
    init(
        promises: [Promise], from first: SegmentNumber = .zero, at start: MediaTime = .zero
    ) {
        self.init(promises: Promises(promises), from: first, at: start)
    }

    mutating func append(_ promises: [Promise], from first: SegmentNumber) {
        append(Promises(promises), from: first)
    }

    mutating func append(
        _ promises: [Promise], from first: SegmentNumber, behind hole: MediaTime
    ) {
        append(Promises(promises), from: first, behind: hole)
    }
}
