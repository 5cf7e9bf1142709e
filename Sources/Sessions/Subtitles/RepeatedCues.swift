import Presentation
import VirtualTime

/// The subtitle segments of a broadcast that have the cues of the previous segment.
///
/// Such a segment is a copy, so the text of its own interval is missing. Encoders repeat the last
/// cues during a silence, but not a cue that ended before another cue. Packagers that repeat
/// earlier cues in each segment have cues outside of a segment already before a silence. A repeated
/// single cue is therefore not evidence of a copy.
struct RepeatedCues {
    /// The maximum number of stored copies; further ones are ignored.
    private static let mostCopies = 1000

    /// The previous segment, if all of its cues are within its own interval.
    private var last: (cues: [SubtitleCue], interval: Range<MediaTime>)?
    private var copies: [(interval: Range<MediaTime>, loss: MisplacedCues.Loss)] = []

    /// Records a segment with cues.
    ///
    /// - Parameters:
    ///   - cues: The visible cues, in the order of the segment.
    ///   - interval: The interval of the segment.
    ///   - url: The location of the segment.
    mutating func add(_ cues: [SubtitleCue], in interval: Range<MediaTime>, url: String) {
        let tolerance = MisplacedCues.tolerance
        let own = interval.lowerBound - tolerance..<interval.upperBound + tolerance
        let count = cues.count { own.overlaps($0.start..<$0.end) }
        let before = last
        last = count == cues.count ? (cues, interval) : nil
        guard count == 0, let first = cues.first, let before, before.cues == cues,
            before.interval.upperBound <= interval.lowerBound + tolerance,
            let firstEnd = cues.map(\.end).min(), cues.contains(where: { $0.start >= firstEnd }),
            copies.count < Self.mostCopies
        else { return }
        let loss = MisplacedCues.Loss(
            count: cues.count, first: first.start..<first.end,
            reason: "is that of the previous segment with the same cues", url: url)
        copies.append((interval, loss))
    }

    /// Returns the cues of the copies that the playhead passed.
    ///
    /// - Parameter passed: The intervals that the playhead passed while subtitles were selected.
    /// - Returns: The cues, grouped into one loss for each segment.
    func losses(passed: IntervalSet) -> [MisplacedCues.Loss] {
        copies.filter { passed.overlaps($0.interval) }.map(\.loss)
    }
}
